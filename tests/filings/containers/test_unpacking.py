"""Full submissions and archives: documents, exhibits as further pages, the header's word."""

import pytest
from tests.support.unpacking_cases import EXHIBIT, HTML, archive, submission

from secqa.errors import SecqaError
from secqa.filings.read import read_bytes


def test_exhibits_follow_the_main_document_as_further_pages() -> None:
    data = submission(
        ("10-K", HTML),
        ("EX-21", "LIST OF SUBSIDIARIES, an exhibit that is left out"),
        ("EX-13", f"{EXHIBIT}<PAGE>\nA second page of it.\n"),
        ("EX-99.1", "PRESS RELEASE OF THE REGISTRANT\n"),
    )
    document = read_bytes(data, "s.txt").document
    assert [page.number for page in document.pages] == [1, 2, 3, 4]
    sections = [page.elements[0].section for page in document.pages]
    assert sections == ["", "EX-13", "EX-13", "EX-99.1"]
    assert [element.index for element in document.elements] == list(range(len(document.elements)))
    assert all(e.page == page.number for page in document.pages for e in page.elements)
    assert document.pages[1].elements[0].path[0] == "Exhibit 13"
    assert "SUBSIDIARIES" not in "".join(page.text for page in document.pages)


def test_the_header_is_surer_than_the_cover() -> None:
    metadata = read_bytes(
        submission(("10-K405", HTML), form="10-K405"), "LAMP.txt"
    ).document.metadata
    assert metadata.company == "HARBOUR LAMPS INC"
    assert (metadata.form, metadata.cik) == ("10-K405", "0000000077")
    assert metadata.accession == "0000000001-96-000002"
    assert (str(metadata.period_end), metadata.fiscal_year_end) == ("1995-12-31", "12-31")
    assert (metadata.fiscal_year, metadata.fiscal_period) == (1995, "FY")
    assert "company" not in metadata.guessed
    assert "form" not in metadata.guessed


def test_a_submission_that_is_cut_off_says_so() -> None:
    whole = submission(("10-K", HTML), ("EX-13", EXHIBIT), ("EX-27", "data"))
    assert not any(w.startswith("truncated") for w in read_bytes(whole, "x.txt").document.warnings)
    cut = whole[: whole.index(b"data")]
    assert any(w.startswith("truncated") for w in read_bytes(cut, "x.txt").document.warnings)


@pytest.mark.parametrize(
    ("period", "year_end", "fiscal"),
    [
        ("19960331", "1231", (1996, "Q1")),
        ("19951231", "0930", (1996, "Q1")),
        ("19960331", "0930", (1996, "Q2")),
        ("19951031", "0131", (1996, "Q3")),
    ],
)
def test_a_quarter_counts_from_the_fiscal_year_end(
    period: str, year_end: str, fiscal: tuple[int, str]
) -> None:
    body = HTML.replace("10-K", "10-Q")
    data = submission(("10-Q", body), form="10-Q", period=period, year_end=year_end)
    metadata = read_bytes(data, "q.txt").document.metadata
    assert (metadata.fiscal_year, metadata.fiscal_period) == fiscal
    assert "fiscal_year" in metadata.guessed


def test_an_exhibit_that_cannot_be_read_is_reported() -> None:
    data = submission(("10-K", HTML), ("EX-99", "<p></p>"))
    document = read_bytes(data, "s.txt").document
    assert document.warnings[-1] == "EX-99 could not be read"
    assert len(document.pages) == 1


@pytest.mark.parametrize("body", ["", "<PDF>\nbegin 644 a.pdf\nM)5!\n</PDF>"])
def test_a_submission_without_text_is_refused(body: str) -> None:
    with pytest.raises(SecqaError, match=r"^s\.txt: a submission without documents"):
        read_bytes(submission(("10-K", body)), "s.txt")


def test_one_filing_of_an_archive_needs_no_choice() -> None:
    assert read_bytes(archive(**{"x.htm": HTML.encode()}), "one.zip").document.pages
    both = archive(**{"x.htm": HTML.encode(), "y.htm": HTML.encode()})
    with pytest.raises(SecqaError, match="several filings"):
        read_bytes(both, "two.zip")


def test_names_in_an_archive_are_only_names() -> None:
    data = archive(**{"../../etc/LAMP\x1b[31m.htm": HTML.encode()})
    assert read_bytes(data, "z.zip").document.metadata.source == "z.zip/LAMP__31m.htm"


def test_what_an_archive_declares_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secqa.filings.containers.unpacking.LARGEST_MEMBER", 1_000)
    data = archive(**{"bomb.htm": HTML.encode() + b" " * 1_000_000})
    with pytest.raises(SecqaError, match="too large"):
        read_bytes(data, "bomb.zip")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04 and then nothing", "damaged ZIP archive"),
        (archive(**{"a.png": b"x"}), "no filing in this ZIP archive"),
    ],
)
def test_archives_without_filings_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(SecqaError, match=rf"^x\.zip: .*{reason}"):
        read_bytes(data, "x.zip")
