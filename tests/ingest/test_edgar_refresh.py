"""From a local EDGAR into a corpus, and what is new there later."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from tests.support.edgar_indexes import Filed, add
from tests.support.edgar_server import MAIN, Server
from tests.support.fetch_cases import run_secqa
from tests.support.in_process import in_this_process
from tests.support.ingest_filings import filing_html

from secqa.corpus.corpus_store import open_corpus
from secqa.ingest.edgar_refresh import RefreshState, refreshed_until

TODAY = date.today()


def _annual(number: str, year: int, filed: date, form: str = "10-K", sales: str = "1,234") -> Filed:
    document = filing_html(year=year, sales=sales).encode()
    return Filed(7, number, form, filed, date(year, 12, 31), document)


FIRST = _annual("11", TODAY.year - 2, TODAY - timedelta(days=40))
SECOND = _annual("12", TODAY.year - 1, TODAY - timedelta(days=3), sales="1,500")
# What it says of the year before is 1,100 (made.py), where FIRST says 1,234.
AMENDED = _annual("13", TODAY.year - 1, TODAY - timedelta(days=2), form="10-K/A", sales="1,501")


@pytest.fixture
def corpus(
    server: Server, unhurried: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Path:
    """Where the corpus is to be; EDGAR has one filing of the company in its indexes."""
    monkeypatch.setenv("EDGAR_IDENTITY", "Ann Tester ann@example.com")
    monkeypatch.setenv("EDGAR_BASE_URL", server.url)
    monkeypatch.setenv("EDGAR_DATA_URL", server.url)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("secqa.ingest.ingest_pipeline.run_each", in_this_process)
    add(server, [FIRST], TODAY)
    return tmp_path / "corpus"


def _fetch(corpus: Path, *more: object) -> tuple[int, str]:
    since = TODAY - timedelta(days=60)
    return run_secqa("fetch", "--universe", "all", "--since", since, "--corpus", corpus, *more)


def _documents(corpus: Path) -> list[str]:
    return [one.document_id for one in open_corpus(corpus).documents]


def _asked_for_documents(server: Server) -> list[str]:
    return [path for path in server.paths if "/edgar/data/" in path]


def test_filings_go_straight_into_a_corpus_and_are_not_fetched_again(
    server: Server, corpus: Path
) -> None:
    code, printed = _fetch(corpus)
    assert code == 0, printed
    assert "1 filings added, 3 pages" in printed
    found = open_corpus(corpus).documents[0]
    assert (found.accession, found.period_end) == (FIRST.accession, FIRST.period)
    assert [path.name for path in corpus.parent.iterdir()] == ["corpus"], "nothing else is left"
    server.requests.clear()
    assert _fetch(corpus)[0] == 0
    assert _asked_for_documents(server) == []


def test_what_was_fetched_before_a_refusal_is_there(server: Server, corpus: Path) -> None:
    add(server, [FIRST, SECOND], TODAY)
    server.fault = lambda path, count: (403, {}) if path.startswith(FIRST.folder) else None
    code, message = _fetch(corpus)
    assert code == 2
    assert "EDGAR refuses" in message
    assert [one.accession for one in open_corpus(corpus).documents] == [SECOND.accession]
    server.fault = lambda path, count: None
    server.requests.clear()
    assert _fetch(corpus)[0] == 0
    assert len(_documents(corpus)) == 2
    assert not any(path.startswith(SECOND.folder) for path in server.paths)


def test_what_cannot_be_read_is_refused_and_the_rest_is_there(server: Server, corpus: Path) -> None:
    picture = Filed(7, "14", "10-K", SECOND.filed, SECOND.period, b"\x89PNG\r\n", name="a.htm")
    add(server, [FIRST, picture], TODAY)
    code, printed = _fetch(corpus)
    assert code == 0
    assert "1 filings added" in printed
    assert "refused a.htm of 10-K-" in printed


def test_kept_files_are_read_and_not_fetched(server: Server, corpus: Path, tmp_path: Path) -> None:
    since = TODAY - timedelta(days=60)
    out = tmp_path / "kept"
    assert run_secqa("fetch", "--universe", "all", "--since", since, "--out", out)[0] == 0
    server.requests.clear()
    assert _fetch(corpus, "--out", out)[0] == 0
    assert _asked_for_documents(server) == []
    assert len(_documents(corpus)) == 1
    assert len(list(out.glob("*/*/main.htm"))) == 1


@pytest.mark.parametrize("unread", ["/submissions", "/Archives/edgar/full-index"])
def test_refresh_brings_what_is_new_and_says_what_changed(
    server: Server, corpus: Path, monkeypatch: pytest.MonkeyPatch, unread: str
) -> None:
    _fetch(corpus)
    server.requests.clear()
    add(server, [FIRST, SECOND, AMENDED], TODAY)
    if unread == "/submissions":
        monkeypatch.setattr("secqa.ingest.edgar.fetch_plan.requests_for", lambda first, last: 0)
    code, listed = run_secqa("refresh", corpus, "--dry-run")
    assert code == 0, listed
    assert SECOND.accession in listed
    assert FIRST.accession not in listed
    assert len(_documents(corpus)) == 1
    code, printed = run_secqa("refresh", corpus)
    assert code == 0, printed
    year = TODAY.year - 1
    assert f"new: ACME-10-K-{year}" in printed
    assert "amendment: " in printed
    assert printed.count(f"first of its period: Acme Rockets, Inc. FY {year}") == 2
    assert f"revenue  FY {year - 1}  1,100,000,000, before 1,234,000,000" in printed
    assert "2 filings added" in printed
    assert not any(path.startswith(unread) for path in server.paths)
    known = refreshed_until(corpus)
    assert known is not None
    last = AMENDED.filed if unread == "/submissions" else TODAY
    assert known == RefreshState(last, frozenset({"10-K"}), frozenset({7}))


def test_a_refresh_begins_where_the_last_one_ended(
    server: Server, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secqa.ingest.edgar.fetch_plan.requests_for", lambda first, last: 0)
    _fetch(corpus)
    add(server, [FIRST, SECOND], TODAY)
    assert run_secqa("refresh", corpus)[0] == 0
    server.requests.clear()
    add(server, [FIRST, SECOND, AMENDED], TODAY)
    code, printed = run_secqa("refresh", corpus)
    assert code == 0, printed
    assert "1 filings added" in printed
    assert not any(path.endswith("master.gz") for path in server.paths), "days are enough"
    assert not any(path.startswith((FIRST.folder, SECOND.folder)) for path in server.paths)


def test_what_edgar_lists_and_lacks_is_looked_for_again(server: Server, corpus: Path) -> None:
    _fetch(corpus)
    add(server, [FIRST, SECOND, AMENDED], TODAY)
    lacking = server.pages.pop(f"{SECOND.folder}/main.htm")
    code, printed = run_secqa("refresh", corpus)
    assert code == 2
    assert "failed: " in printed
    server.pages[f"{SECOND.folder}/main.htm"] = lacking
    assert run_secqa("refresh", corpus)[0] == 0
    assert {one.accession for one in open_corpus(corpus).documents} == {
        one.accession for one in (FIRST, SECOND, AMENDED)
    }


def test_a_refresh_that_was_refused_goes_on(server: Server, corpus: Path) -> None:
    _fetch(corpus)
    add(server, [FIRST, SECOND, AMENDED], TODAY)
    server.fault = lambda path, count: (403, {}) if path.startswith(SECOND.folder) else None
    assert run_secqa("refresh", corpus)[0] == 2
    assert len(_documents(corpus)) == 1, "the later one must not come first"
    server.fault = lambda path, count: None
    assert run_secqa("refresh", corpus)[0] == 0
    assert len(_documents(corpus)) == 3


def test_a_day_of_hourly_refreshes_misses_nothing(server: Server, corpus: Path) -> None:
    """EDGAR lists a filing more every fourth hour and refuses filings in every third."""
    _fetch(corpus)
    filed, refused = [FIRST], list[str]()
    server.fault = lambda path, count: (403, {}) if path.startswith(tuple(refused)) else None
    for hour in range(24):
        if hour % 4 == 0:
            age = hour // 4 + 1
            filed.append(_annual(str(20 + age), TODAY.year - 2 - age, TODAY))
            add(server, filed, TODAY)
        is_refused = hour % 3 == 0
        refused[:] = [one.folder for one in filed] if is_refused else []
        before = len(_documents(corpus))
        code, printed = run_secqa("refresh", corpus)
        there = {one.accession for one in open_corpus(corpus).documents}
        if is_refused:
            assert len(there) == before
        else:
            assert code == 0, printed
            assert there == {one.accession for one in filed}


def test_a_report_without_accession_number_is_not_fetched_again(
    server: Server, corpus: Path, tmp_path: Path
) -> None:
    path = tmp_path / "acme.htm"
    path.write_bytes(filing_html(year=TODAY.year - 2).encode() + b"<!-- saved -->")
    assert run_secqa("ingest", path, "--corpus", corpus, "--workers", 1)[0] == 0
    add(server, [FIRST, SECOND], TODAY)
    code, printed = run_secqa("refresh", corpus)
    assert code == 0, printed
    assert "1 filings added" in printed
    assert f"{FIRST.folder}/main.htm" not in server.paths


def _nobody(corpus: Path, tmp_path: Path) -> None:
    path = tmp_path / "note.htm"
    path.write_bytes(re.sub(rb"<ix:header>.*?</ix:header>", b"", MAIN, flags=re.DOTALL))
    assert run_secqa("ingest", path, "--corpus", corpus, "--workers", 1)[0] == 0


def _nothing(corpus: Path, tmp_path: Path) -> None:
    tmp_path.mkdir(exist_ok=True)


@pytest.mark.parametrize(
    ("make", "says"), [(_nothing, "not a corpus"), (_nobody, "tells its company's CIK")]
)
def test_a_corpus_of_nobody_is_one_line(
    corpus: Path, tmp_path: Path, make: Callable[[Path, Path], None], says: str
) -> None:
    make(corpus, tmp_path)
    code, message = run_secqa("refresh", corpus)
    assert code == 2
    assert says in message
    assert "\n" not in message
