"""Files that are read, and files that are refused with a line that helps."""

import gzip
import os
from pathlib import Path

import pytest

from secqa.errors import SecqaError
from secqa.filings.read import read_bytes, read_filing

GOOD = b"<html><body><p>FORM 10-K</p><p>Story.</p></body></html>"


@pytest.mark.parametrize("name", ["a.html", "a.htm", "a.xhtml", "a.htm.gz"])
def test_every_suffix_is_read_alike(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(GOOD) if name.endswith(".gz") else GOOD)
    made = read_filing(path).document
    assert [element.text for element in made.elements] == ["FORM 10-K", "Story."]
    assert made.metadata.sha256 == read_bytes(GOOD, "x").document.metadata.sha256


def test_a_file_name_need_not_be_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.html")
    path.write_bytes(GOOD)
    assert read_filing(path).document.metadata.source.endswith("/caf\ufffd.html")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"\x89PNG\r\n...", "image"),
        (b"\0" * 3000, "binary"),
        (b"just words", "not a filing"),
        (b"<html><body><p>Cake recipes</p></body></html>", "not a filing"),
        (b"<html><body><div></div></body></html>", "no printed text"),
        (b"<html><head/><body><div><ix:header><ix:hidden>", "cut off"),
        (gzip.compress(GOOD, mtime=0)[:10] + b"garbage" * 9, "gzip"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(data: bytes, says: str) -> None:
    with pytest.raises(SecqaError) as caught:
        read_bytes(data, "x.html")
    message = str(caught.value)
    assert message.startswith("x.html: ")
    assert says in message
    assert ";" in message
    assert "\n" not in message


STORY = "We sold more of our goods in the year than in any year before, and it was a good one. "


@pytest.mark.parametrize("body", [f"<p>{STORY * 12}</p>", STORY * 12])
def test_a_report_that_names_no_form_is_a_plain_document(body: str) -> None:
    made = read_bytes(body.encode(), "ACME_2023_review.html").document
    assert made.metadata.form == ""
    assert made.metadata.company == "ACME"
    assert not any(element.section for element in made.elements)


def test_long_noise_is_no_report() -> None:
    noise = "".join(f"<p>x{n} = call(y{n}, {n}) # lorem ipsum {n}</p>" for n in range(300))
    with pytest.raises(SecqaError, match="not a filing"):
        read_bytes(f"<html>{noise}</html>".encode(), "x.html")


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match="no such file"):
        read_filing(tmp_path / "none.html")
    with pytest.raises(SecqaError, match="folder"):
        read_filing(tmp_path)


def test_errors_name_the_path_as_given(tmp_path: Path) -> None:
    path = tmp_path / "some" / "folder" / "odd.html"
    path.parent.mkdir(parents=True)
    for data in (b"", b"<p>no report</p>", b"\x1f\x8bnot gzip", b"PK\x03\x04nothing"):
        path.write_bytes(data)
        with pytest.raises(SecqaError) as caught:
            read_filing(path)
        assert str(caught.value).startswith(f"{path}: ")


def test_a_line_longer_than_any_is_cut_and_said_to_be() -> None:
    line = b"<p>" + b"word " * 300_000 + b"</p>"
    made = read_bytes(b"<html><p>FORM 10-K</p>" + line + b"</html>", "x.html").document
    assert len(made.elements[-1].text) < 1_000_001
    assert [warning.partition(":")[0] for warning in made.warnings][:1] == ["truncated"]


def test_a_file_that_is_cut_off_is_read_with_a_warning() -> None:
    made = read_bytes(GOOD[:40] + b"<p>More</p><p>Half a sen", "x.html").document
    assert any(warning.startswith("truncated") for warning in made.warnings)
    assert made.elements[-1].text == "Half a sen"
    assert not any(w.startswith("truncated") for w in read_bytes(GOOD, "x").document.warnings)


def test_old_encodings_are_read_as_browsers_do() -> None:
    data = "<html><p>Form 10-K</p><p>Acme’s “plan”</p></html>".encode("cp1252")
    assert read_bytes(data, "x.htm").document.elements[-1].text == "Acme’s “plan”"


def test_entities_are_not_expanded() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><html><p>Form 10-K &b;</p></html>'
    assert "aaaa" not in read_bytes(bomb, "x.html").document.elements[-1].text


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * 50_000 + "x",
        "<table><tr><td>" * 20_000 + "x",
        "<!-- " * 50_000,
        ">" * 500_000,
        "<a b='\"" * 20_000,
        "<ix:nonNumeric>t " * 20_000,
        "<ix:header><xbrli:context id='a'>" * 20_000,
        "<table>" + "<tr><td colspan=9999 rowspan=9999>a</td><td>5</td></tr>" * 2_000,
        "<table><tr>" + "<td>Year</td>" * 20_000 + "<tr>" + "<td>5</td>" * 20_000,
    ],
)
def test_crafted_markup_costs_no_more_than_its_length(markup: str) -> None:
    made = read_bytes(f"<html><p>Form 10-K</p>{markup}".encode(), "x.html").document
    assert made.elements[0].text == "Form 10-K"


def test_a_tag_that_the_file_ends_in_is_not_printed_and_nothing_else_is_lost() -> None:
    made = read_bytes(b"<html><p>Form 10-K</p><p>1 <x</p><x", "x.html").document
    assert [element.text for element in made.elements] == ["Form 10-K", "1 <x"]


@pytest.mark.parametrize("attack", [b"\x1b]0;owned\x07", b"\xc2\x9b31m", b"\x1b[2J", b"\x08\x7f"])
def test_what_a_terminal_would_obey_is_left_out(attack: bytes) -> None:
    made = read_bytes(GOOD.replace(b"Story.", b"Story" + attack + b"."), "x.html").document
    printed = "".join(element.text for element in made.elements)
    assert printed.startswith("FORM 10-KStory")
    assert printed.isprintable()


@pytest.mark.parametrize(
    "declared", ["iso-8859-1", "us-ascii", "latin1", "windows-1252", "none", "hex", "idna", "rot13"]
)
def test_old_files_mean_windows_1252(declared: str) -> None:
    head = f'<html><meta charset="{declared}">'.encode()
    made = read_bytes(
        GOOD.replace(b"<html>", head).replace(b"Story", b"It\x92s \x93so\x94"), "x.html"
    )
    assert made.document.elements[-1].text == "It’s “so”."
