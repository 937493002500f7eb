"""Damaged, hostile and made-up files: a clear refusal or a document, in bounded time and size."""

import gzip
import io
import random
import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.ingest_filings import filing_html
from tests.support.pdf_files import Put, make_pdf

from secqa.errors import SecqaError
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.containers.unpacking import archive_members
from secqa.filings.document import Document
from secqa.filings.read import read_bytes

HTML = filing_html().encode()
TEXT = b"""FORM 10-K
annual report of the registrant
<PAGE>
<TABLE>
<CAPTION>
                      1997      1996
<S>                   <C>       <C>
Net sales            1,234     1,100
Net income              42       (31)
</TABLE>
<PAGE>
Item 2. Properties
"""
SUBMISSION = b"""<SEC-DOCUMENT>0000000007-98-000001.txt
<SEC-HEADER>
ACCESSION NUMBER:\t\t0000000007-98-000001
CONFORMED SUBMISSION TYPE:\t10-K
</SEC-HEADER>
<DOCUMENT>
<TYPE>10-K
<TEXT>
%s
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-13
<TEXT>
%s
</TEXT>
</DOCUMENT>
""" % (HTML, TEXT)
PDF = make_pdf([[Put(72, 72 + 20 * row, f"Form 10-K, line {row}") for row in range(9)]] * 2)
FILES = {"x.htm": HTML, "x.txt": TEXT, "sub.txt": SUBMISSION, "x.pdf": PDF}


def _read(data: bytes, name: str) -> Document | None:
    """The document, or None for a refusal in one line; a document out of proportion fails."""
    refusal, document = "", None
    try:
        filing = read_bytes(data, name)
        facts_of(filing)
        document = filing.document
    except SecqaError as error:
        refusal = str(error)
    assert "\n" not in refusal
    if document is None:
        return None
    assert document.pages
    assert len(document.elements) <= len(data)
    # A table's text repeats its cells once, with separators.
    assert sum(len(element.text) for element in document.elements) <= 4 * len(data) + 1000
    return document


def _flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(1 + len(changed) // 200):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _without_some_tags(data: bytes, chance: random.Random) -> bytes:
    return re.sub(rb"<[^<>]*>", lambda tag: b"" if chance.random() < 0.2 else tag[0], data)


def _shuffled(data: bytes, chance: random.Random) -> bytes:
    pieces = re.split(rb"(?=<)", data)
    at, other = sorted(chance.sample(range(len(pieces)), 2))
    pieces[at], pieces[other] = pieces[other], pieces[at]
    return b"".join(pieces)


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_anywhere(name: str) -> None:
    data = FILES[name]
    assert _read(data, name) is not None
    step = max(1, len(data) // 60)
    for end in range(0, len(data), step):
        _read(data[:end], name)


def test_an_html_file_that_is_cut_says_so() -> None:
    for end in range(len(HTML) * 2 // 3, HTML.rindex(b"</body>"), 41):
        document = _read(HTML[:end], "x.htm")
        assert document is not None
        assert any(warning.startswith("truncated") for warning in document.warnings)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("change", [_flipped, _without_some_tags, _shuffled])
def test_a_file_with_parts_changed(
    name: str, change: Callable[[bytes, random.Random], bytes]
) -> None:
    chance = random.Random(7)
    for _ in range(25):
        if len(re.findall(rb"<", FILES[name])) > 1:
            _read(change(FILES[name], chance), name)


def test_a_pdf_that_is_cut_says_so() -> None:
    document = _read(PDF[: PDF.rindex(b"xref")], "x.pdf")
    assert document is not None
    assert any(warning.startswith("truncated") for warning in document.warnings)


def test_words_far_from_any_page_are_left_out() -> None:
    # Damaged matrices put words at infinity and at no number at all.
    pdf = make_pdf([[Put(72, 72, "Form 10-K"), Put(50_000, 90, "far away")]])
    document = _read(pdf, "x.pdf")
    assert document is not None
    assert document.pages[0].text == "Form 10-K"


def test_a_font_that_names_no_characters() -> None:
    # As a damaged font does, of which a half of a character or an order to a terminal comes.
    names = b"1 begincodespacerange <00> <ff> endcodespacerange\n3 beginbfchar"
    names += b" <78> <d961> <79> <202e> <7a> <001b> endbfchar"
    font = b"99 0 obj << /Length %d >>\nstream\n%s\nendstream\nendobj\nxref" % (len(names), names)
    pdf = make_pdf([[Put(72, 72, "Form 10-K"), Put(72, 90, "axbyczd")]])
    pdf = pdf.replace(b"/WinAnsiEncoding", b"/WinAnsiEncoding /ToUnicode 99 0 R")
    document = _read(pdf.replace(b"xref", font, 1), "x.pdf")
    assert document is not None
    assert document.pages[0].text.split("\n")[-1] == "a\ufffdb\ufffdc\ufffdd"


def test_damaged_gzip() -> None:
    packed = gzip.compress(HTML, mtime=0)
    for end in range(0, len(packed), 97):
        _read(packed[:end], "x.htm.gz")
        _read(_flipped(packed, random.Random(end)), "x.htm.gz")


def test_damaged_archives() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(zipfile.ZipInfo(f"{number}.htm"), HTML if not number else b"<p>x")
    packed = out.getvalue()
    # Parts left out of the middle leave places that lie before the file.
    for start in range(30, len(packed) - 100, 41):
        with suppress(SecqaError):
            list(archive_members(packed[:start] + packed[start + 60 :], "x.zip"))


# -- made-up markup -----------------------------------------------------------------------

_NAMES = (
    "div span p table tr td th b font hr br ul li h1 center sup a pre body html title script style "
    "ix:header ix:hidden ix:nonfraction ix:nonnumeric ix:continuation ix:resources xbrli:context "
    "xbrli:period xbrli:enddate xbrli:unit xbrli:measure"
)
_VALUES = (
    "1 -1 0 999999999 x page-break-before:always text-align:center display:none width:1e9px "
    "-sec-ix-hidden:h1 us-gaap:Revenues dei:EntityRegistrantName y 6 INF ixt:num-dot-decimal"
)
_KEYS = "colspan rowspan style name contextref unitref scale sign id decimals"
_ATTRIBUTES = st.dictionaries(
    st.sampled_from(_KEYS.split()), st.sampled_from(_VALUES.split()), max_size=3
)
_TEXTS = st.one_of(
    st.sampled_from(
        ["Form 10-K", "1,234", "(5", ")", "$", "%", "2024", "Item 1. Business", "&#999999999;"]
    ),
    st.text(max_size=12),
)


@st.composite
def _tags(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(_NAMES.split()))
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return f"</{name}>"
    attributes = "".join(f' {key}="{value}"' for key, value in draw(_ATTRIBUTES).items())
    return f"<{name}{attributes}{'/' if kind == 1 else ''}>"


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(_tags(), _TEXTS), max_size=60))
def test_any_markup(pieces: list[str]) -> None:
    _read(("<html>Form 10-K" + "".join(pieces)).encode("utf-8", "replace"), "x.htm")


@settings(max_examples=100)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    _read(data, "x.htm")
    _read(b"<html>Form 10-K" + data, "x.htm")
    _read(b"%PDF-1.7\n" + data, "x.pdf")
    _read(b"<SEC-DOCUMENT>\n<DOCUMENT>\n<TYPE>10-K\n<TEXT>\nForm 10-K\n" + data, "x.txt")


# -- bombs ----------------------------------------------------------------------------------


def _page(body: str) -> bytes:
    return f"<html><body><p>Form 10-K</p>{body}</body></html>".encode()


DEEP = 20_000
BOMBS = {
    "divs": "<div>" * DEEP + "x" + "</div>" * DEEP,
    "unclosed": "<div><span><b>" * DEEP + "x",
    "closed only": "</div></td></table>" * DEEP,
    "tables": "<table><tr><td>" * (DEEP // 10) + "x",
    "tables closed": "<table><tr><td>" * 2000 + "x" + "</td></tr></table>" * 2000,
    "tags": '<ix:nonfraction name="a:b" contextref="c">' * (DEEP // 4) + "1",
    "lists": "<ul><li>" * DEEP + "x",
    "wide": "<table><tr>" + "<td>1</td>" * DEEP + "</tr></table>",
    "spans": '<table><tr><td colspan="1000" rowspan="1000">1</td></tr></table>' * 500,
    "one wide table": "<table>"
    + '<tr><td colspan="1000" rowspan="1000">1</td><td>2</td></tr>' * 2000
    + "</table>",
    "ragged": "<table>"
    + "".join(f"<tr>{'<td></td>' * (row % 97)}<td>{row}</td></tr>" for row in range(3000))
    + "</table>",
    "attributes": "<p " + " ".join(f'a{n}="{n}"' for n in range(DEEP)) + ">x</p>",
    "no spaces": "x" * 500_000,
    "spaces": " " * 500_000 + "x",
    "open angle": "<" * 100_000,
    "open quotes": "<p title='" * 20_000,
    "comments": "<!--" * 50_000,
    "entities": "&amp;" * 100_000 + "&" * 100_000,
    "breaks": '<hr style="page-break-after:always"/>' * DEEP + "<p>x</p>",
    "parentheses": "(" * 100_000 + "1" + ")" * 100_000,
    "preformatted": "<pre>" * DEEP,
    "preformatted lines": "<pre>a  1\n" * DEEP,
    "a name in a tag": f"<p {'-1' * DEEP} x='1'>x</p><p {'a:' * DEEP}='1'>y</p>",
    "open hidden facts": "<ix:header>" + "<ix:hidden " * DEEP,
    "open members": '<ix:header><xbrli:context id="c">' + "<xbrldi:explicitMember " * DEEP,
    "open relationships": "<ix:header>" + "<ix:relationship " * DEEP,
    "digits": "<table><tr><td>a</td><td>" + "1," * 50_000 + "</td></tr></table>",
}


DIGITS = "7" * 100_000


@pytest.mark.parametrize(
    "body",
    [
        f"<p>&#{DIGITS}; and &#x{DIGITS};</p>",
        f'<p style="font-weight:{DIGITS};margin-left:{DIGITS}pt;font-size:{DIGITS}px">x</p>',
        f'<td colspan="{DIGITS}" rowspan="{DIGITS}">{DIGITS}</td>',
        f"<p>Item {DIGITS}. Note {DIGITS} for fiscal {DIGITS}, page F-{DIGITS}</p>",
    ],
)
def test_a_number_of_a_hundred_thousand_digits(body: str) -> None:
    document = _read(_page(body), "x.htm")
    assert document is not None
    _read(_page(body).replace(b"<", b"<PAGE>\n<"), "x.txt")


def test_a_tag_in_a_table_that_is_read_as_lines_has_no_row() -> None:
    tag = "<x:nonNumeric name=dei:>m"
    markup = f"<table style=font-weight:700><td >><td >><tr><td style=font:6>{tag}"
    filing = read_bytes(markup.encode(), "x.htm")
    (place,) = (tag.place for tag in filing.tagging.tags)
    assert place is not None
    assert filing.document.by_index[place.element].table is None
    assert place.row < 0


def test_no_text_holds_what_a_terminal_or_page_obeys() -> None:
    hostile = "<p>a\x1b[2J\u202eb\u2066c &#x9b;d&#27;[2Je &#8238;f\x9dg&rlm;</p>"
    for data in (_page(hostile), _page(hostile).decode().encode("utf-16"), hostile.encode()):
        for name in ("x.htm", "x.txt"):
            document = _read(b"Form 10-K\n" * (data[:1] == b"<") + data, name)
            texts = [element.text for element in document.elements] if document else []
            assert all(text.replace("\n", "").isprintable() for text in texts)


@pytest.mark.parametrize(
    ("printed", "decimals", "value"),
    [
        ("1,234", DIGITS, 1234e6),
        ("1,234", "+-6", 1234e6),
        ("1,234", "\u00b2", 1234e6),
        (DIGITS, "-6", None),
        ("1e999", "-6", None),
    ],
)
def test_a_tagged_number_without_a_finite_value_has_none(
    printed: str, decimals: str, value: float | None
) -> None:
    text = filing_html(sales=printed).replace('decimals="-6"', f'decimals="{decimals}"')
    facts = facts_of(read_bytes(text.encode(), "x.htm"))
    fact = next(one for one in facts if one.concept == "us-gaap:Revenues")
    assert fact.value == value


@pytest.mark.parametrize("name", BOMBS)
def test_markup_made_to_be_slow(name: str) -> None:
    _read(_page(BOMBS[name]), "x.htm")


def test_a_table_of_a_hundred_thousand_cells() -> None:
    row = "<tr><td>Line</td>" + "<td>$</td><td>1,234</td>" * 50 + "</tr>"
    document = _read(_page(f"<table>{row * 1000}</table>"), "x.htm")
    assert document is not None
    table = next(element.table for element in document.elements if element.table is not None)
    assert len(table.cells) == 1000
    assert len(table.cells[0]) == 51
    assert table.cells[999][50] == "$ 1,234"


@pytest.mark.parametrize("end", ["</table>", "", "</table></body></html>"])
def test_a_table_of_more_cells_than_any_filing_has(
    monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setattr("secqa.filings.html.walk.MOST_PIECES", 1000)
    row = "<tr><td>Line</td>" + "<td>1,234</td>" * 9 + "</tr>"
    document = _read(f"<html><p>Form 10-K</p><table>{row * 200}{end}".encode(), "x.htm")
    assert document is not None
    table = next(element.table for element in document.elements if element.table is not None)
    assert 100 <= len(table.cells) < 110
    assert any("more than" in warning for warning in document.warnings), document.warnings


@pytest.mark.parametrize("line", ["<p>x</p>", "x<br/><br/>", "<div>x"])
def test_more_lines_than_any_filing_has(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setattr("secqa.filings.html.walk.MOST_PIECES", 100)
    document = _read(f"<html><p>Form 10-K</p>{line * 300}".encode(), "x.htm")
    assert document is not None
    assert len(document.elements) <= 101
    assert any("more than" in warning for warning in document.warnings), document.warnings


def test_entities_of_a_document_are_never_expanded() -> None:
    lines = ['<!ENTITY a0 "haha">']
    lines += [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    bomb = f"<?xml version='1.0'?><!DOCTYPE html [{''.join(lines)}]>".encode() + _page("&a9;")
    document = _read(bomb, "x.htm")
    assert document is not None
    assert not any("haha" in element.text for element in document.elements)


def test_an_outside_entity_is_never_loaded(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("do not show")
    head = f'<!DOCTYPE html [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    document = _read(head.encode() + _page("<p>&x;</p>"), "x.htm")
    assert document is not None
    assert not any("do not show" in element.text for element in document.elements)


# -- real filings -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["BKE/8-K-1-EX99.1.html.gz", "FLWS/8-K-1.html.gz", "AMC/10-Q-2023-Q2.html.gz"]
)
def test_real_filings_cut_and_changed(shared_data: Path, name: str) -> None:
    data = gzip.decompress((shared_data / "filings" / name).read_bytes())
    chance = random.Random(3)
    for _ in range(3):
        _read(data[: chance.randrange(len(data))], name.removesuffix(".gz"))
    _read(_flipped(data, chance), name.removesuffix(".gz"))
    _read(_without_some_tags(data, chance), name.removesuffix(".gz"))
