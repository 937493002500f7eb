"""EDGAR's indexes of quarters and days, their holidays and their faults."""

import gzip
from datetime import date, timedelta
from pathlib import Path

import pytest
from tests.support.edgar_indexes import Filed, add
from tests.support.edgar_server import MAIN, OLD, Server

from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import sidecar_in
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import items_in, search_filings
from secqa.ingest.edgar.filing_fetch import fetch
from secqa.ingest.edgar.filing_lists import FilingFilter, read_indexes, requests_for

ANNUAL = Filed(7, "1", "10-K", date(2024, 2, 1), date(2023, 12, 31), MAIN, company="A | B")
FRIDAY = Filed(7, "2", "10-Q", date(2024, 3, 29), date(2024, 2, 29), MAIN)
MONDAY = Filed(8, "3", "10-Q", date(2024, 4, 1), date(2024, 2, 29), MAIN, company="Foods Corp")
SAME = Filed(9, "9", "4", date(2024, 4, 1), None, b"")
TODAY = date(2024, 4, 2)
QUARTER = "/Archives/edgar/full-index/2024/QTR1/master.gz"


@pytest.fixture
def indexed(server: Server) -> Server:
    """With a few filings around the end of a quarter."""
    add(server, [ANNUAL, FRIDAY, MONDAY, SAME], TODAY)
    return server


def _accessions(edgar: Edgar, first: date, last: date) -> list[str]:
    return [line.accession for line in read_indexes(edgar, first, last)]


def test_a_quarter_is_one_file(edgar: Edgar, indexed: Server) -> None:
    lines = list(read_indexes(edgar, date(2024, 1, 1), date(2024, 3, 31)))
    assert [line.accession for line in lines] == [ANNUAL.accession, FRIDAY.accession]
    assert lines[0].company == "A | B"
    assert lines[0].filed == date(2024, 2, 1)
    assert indexed.asked(QUARTER) == 1


def test_some_days_are_their_files_and_days_without_one_are_passed_over(
    edgar: Edgar, indexed: Server
) -> None:
    # A Friday, a weekend at the end of the quarter, a Monday, a day that has no file yet.
    assert _accessions(edgar, date(2024, 3, 29), TODAY) == [
        FRIDAY.accession,
        MONDAY.accession,
        SAME.accession,
    ]
    files = [path for path in indexed.paths if path.endswith(".idx")]
    assert [path.rpartition("/")[2] for path in files] == [
        "master.20240329.idx",
        "master.20240401.idx",
    ]


def test_only_the_days_asked_for(edgar: Edgar, indexed: Server) -> None:
    assert _accessions(edgar, date(2024, 2, 2), TODAY) == [
        FRIDAY.accession,
        MONDAY.accession,
        SAME.accession,
    ]


@pytest.mark.parametrize("days", [1, 60])
def test_a_quarter_that_has_just_begun_has_nothing_yet(
    edgar: Edgar, indexed: Server, days: int
) -> None:
    # EDGAR refuses what is not there yet; it is never asked for it.
    indexed.fault = lambda path, count: (403, {}) if path not in indexed.pages else None
    first = date(2024, 7, 1)
    assert _accessions(edgar, first, first + timedelta(days=days)) == []
    assert _accessions(edgar, date(2025, 1, 1), date(2025, 1, 1) + timedelta(days=days)) == []


@pytest.mark.parametrize("content", [b"<html>Sorry</html>", gzip.compress(MAIN)[:-20], b"\n---\nx"])
def test_what_is_no_index_is_one_line(edgar: Edgar, indexed: Server, content: bytes) -> None:
    indexed.pages[QUARTER] = content
    with pytest.raises(
        SecqaError, match=r"master\.gz: no index of filings, or cut short"
    ) as raised:
        _accessions(edgar, date(2024, 1, 1), date(2024, 3, 31))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("fault", [(200, {"X-Cut": "yes"}), (429, {}), (503, {})])
def test_what_is_cut_or_put_off_is_asked_for_again(
    edgar: Edgar, indexed: Server, fault: tuple[int, dict[str, str]]
) -> None:
    indexed.fault = lambda path, count: (fault[0], dict(fault[1])) if count == 1 else None
    assert len(_accessions(edgar, date(2024, 1, 1), date(2024, 3, 31))) == 2


@pytest.mark.parametrize(
    ("first", "last", "requests"),
    [
        (date(2024, 1, 1), date(2024, 12, 31), 4),
        (date(2024, 3, 30), date(2024, 4, 2), 6),
        (date.min, date(1993, 12, 31), 4),
    ],
)
def test_requests_are_counted_before(first: date, last: date, requests: int) -> None:
    assert requests_for(first, last) == requests


def test_all_who_file_are_found_each_filing_once(edgar: Edgar, server: Server) -> None:
    joint = Filed(8, "3", "10-Q", date.today(), None, MAIN)
    add(server, [ANNUAL, joint], date.today())
    day = f"/Archives/edgar/full-index/{date.today().year}/QTR{(date.today().month + 2) // 3}"
    both = gzip.decompress(server.pages[f"{day}/master.gz"]).replace(
        joint.line(str(joint.filed)).encode(),
        (
            joint.line(str(joint.filed)) + joint.line(str(joint.filed)).replace("8|", "9|", 1)
        ).encode(),
    )
    server.pages[f"{day}/master.gz"] = both  # as a proxy gives it that unpacks
    found = search_filings(
        edgar, None, FilingFilter(frozenset({"10-K", "10-Q"}), since=date(2024, 1, 1))
    )
    assert [(filing.cik, filing.accession) for filing in found.filings] == [
        ("0000000007", ANNUAL.accession),
        ("0000000008", joint.accession),
    ]
    assert found.until == joint.filed
    assert found.filings[0].tickers == ("ACME", "ACME-PA")
    assert not any(path.startswith("/submissions") for path in server.paths)


def test_few_companies_are_asked_for_one_by_one(edgar: Edgar, server: Server) -> None:
    search_filings(edgar, [7], FilingFilter(frozenset({"10-K"}), since=date(2024, 1, 1)))
    assert server.paths == ["/submissions/CIK0000000007.json"]


@pytest.mark.parametrize(
    ("filing", "name"),
    [
        (ANNUAL, "main.htm"),
        (Filed(7, "5", "10-K405", date(2024, 1, 2), None, OLD, name=""), "{accession}.txt"),
    ],
)
def test_a_filing_of_an_index_is_completed_by_its_page(
    edgar: Edgar, server: Server, tmp_path: Path, filing: Filed, name: str
) -> None:
    add(server, [filing], date(2024, 3, 31))
    listed = list(read_indexes(edgar, date(2024, 1, 1), date(2024, 3, 31)))
    items = items_in(tmp_path, listed[:1])
    assert not items[0].there
    fetch(edgar, items[0])
    sidecar = sidecar_in(items[0].folder)
    assert sidecar is not None
    assert sidecar.period == filing.period
    assert sidecar.fiscal_year_end == "12-31"
    assert sidecar.primary_document == name.format(accession=filing.accession)
    assert items_in(tmp_path, listed[:1])[0].there
