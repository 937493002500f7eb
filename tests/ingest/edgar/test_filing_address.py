"""Addresses that people copy -> the filing that they are of."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from secqa.errors import SecqaError
from secqa.ingest.edgar.filing_address import filing_address

DATA = "https://www.sec.gov/Archives/edgar/data"
FOLDER = "000000000725000003"
ACCESSION = "0000000007-25-000003"


@pytest.mark.parametrize(
    ("text", "document"),
    [
        (f"{DATA}/7/{FOLDER}/acme-20241231.htm", "acme-20241231.htm"),
        (f"{DATA}/7/{FOLDER}/acme-20241231.htm#page-3", "acme-20241231.htm"),
        (
            f"https://www.sec.gov/ix?doc=/Archives/edgar/data/7/{FOLDER}/acme.htm",
            "acme.htm",
        ),
        (
            f"https://www.sec.gov/ixviewer/ix.html?doc=/Archives/edgar/data/7/{FOLDER}/a.htm&x=1",
            "a.htm",
        ),
        (f"http://sec.gov/Archives/edgar/data/0000000007/{FOLDER}/{ACCESSION}-index.html", ""),
        (f"{DATA}/7/{ACCESSION}-index.htm", ""),
        (f"{DATA}/7/{FOLDER}/{ACCESSION}-index-headers.html", ""),
        (f"{DATA}/7/{ACCESSION}.txt", ""),
        (f"{DATA}/7/{FOLDER}/{ACCESSION}.txt", ""),
        (f"{DATA}/7/{FOLDER}/", ""),
        (f"{DATA}/7/{FOLDER}", ""),
    ],
)
def test_all_that_edgar_calls_a_filing(text: str, document: str) -> None:
    found = filing_address(text)
    assert (found.cik, found.accession, found.document) == (7, ACCESSION, document)
    assert str(found) == text


@pytest.mark.parametrize(
    "text",
    [
        "https://example.com/Archives/edgar/data/7/000000000725000003/a.htm",
        "https://www.sec.gov.example.com/Archives/edgar/data/7/000000000725000003/a.htm",
        "https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=7",
        f"{DATA}/7/",
        f"{DATA}/7/{FOLDER}/x/../../a.htm",
        f"{DATA}/7/{ACCESSION}.pdf",
        "",
    ],
)
def test_what_is_no_filing_is_one_line(text: str) -> None:
    with pytest.raises(SecqaError, match="no address of a filing on EDGAR; give that of its page"):
        filing_address(text)


@settings(max_examples=20)
@given(st.integers(1, 10**10 - 1), st.from_regex(r"[0-9]{10}-[0-9]{2}-[0-9]{6}", fullmatch=True))
def test_every_filing_has_its_addresses(cik: int, accession: str) -> None:
    folder = f"{DATA}/{cik}/{accession.replace('-', '')}"
    for text in (f"{folder}/{accession}-index.htm", f"{folder}/", f"{DATA}/{cik}/{accession}.txt"):
        found = filing_address(text)
        assert (found.cik, found.accession, found.document) == (cik, accession, "")
