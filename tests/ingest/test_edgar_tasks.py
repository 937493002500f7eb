"""Addresses of filings into a corpus, from a local EDGAR."""

import re
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from tests.support.edgar_indexes import Filed, add
from tests.support.edgar_server import Server
from tests.support.fetch_cases import run_secqa
from tests.support.in_process import in_this_process
from tests.support.ingest_filings import filing_html

from secqa.corpus.corpus_store import open_corpus
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.ingest_pipeline import IngestProgress, ingest
from secqa.ingest.sources import Source

WWW = "https://www.sec.gov"


def _report(number: str, year: int) -> Filed:
    document = filing_html(year=year, sales=f"{number},000").encode()
    return Filed(7, number, "10-K", date(year + 1, 2, 1), date(year, 12, 31), document)


FILINGS = [_report(str(number), 2015 + number) for number in range(1, 6)]
EVENT = Filed(7, "9", "8-K", date(2024, 5, 1), date(2024, 4, 30), filing_html().encode())
PAGE = f"{WWW}{FILINGS[0].folder}/{FILINGS[0].accession}-index.htm"
DOCUMENTS = [f"{WWW}{filing.folder}/main.htm" for filing in FILINGS]


@pytest.fixture
def corpus(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where the corpus is to be; EDGAR has some filings."""
    monkeypatch.setenv("EDGAR_IDENTITY", "Ann Tester ann@example.com")
    monkeypatch.setenv("EDGAR_BASE_URL", server.url)
    monkeypatch.setenv("EDGAR_DATA_URL", server.url)
    monkeypatch.setattr("secqa.ingest.ingest_pipeline.run_each", in_this_process)
    at_once = partial(Edgar, sleep=lambda seconds: None)
    monkeypatch.setattr("secqa.ingest.edgar_tasks.Edgar", at_once)
    add(server, [*FILINGS, EVENT], date(2024, 6, 1))
    return tmp_path / "corpus"


def _list(corpus: Path, *lines: str) -> Path:
    path = corpus.parent / "addresses.txt"
    path.write_text("\n".join(lines) + "\n")
    return path


def _ingest(corpus: Path, *places: object) -> tuple[int, str]:
    return run_secqa("ingest", *places, "--corpus", corpus)


def _count(printed: str, what: str) -> int:
    found = re.search(rf"  {what} +(\d+)$", printed, re.MULTILINE)
    assert found, printed
    return int(found[1])


def _accessions(corpus: Path) -> list[str]:
    return [one.accession for one in open_corpus(corpus).documents]


def test_addresses_make_the_corpus_that_fetch_makes(server: Server, corpus: Path) -> None:
    path = _list(corpus, "# two reports", "", PAGE, f"{DOCUMENTS[1]}  ", DOCUMENTS[0])
    code, printed = _ingest(corpus, path)
    assert code == 0, printed
    assert server.asked(f"{FILINGS[0].folder}/main.htm") == 1, "two addresses of one filing"
    assert {request.agent for request in server.requests} == {"Ann Tester ann@example.com"}
    other = corpus.parent / "fetched"
    command = ("fetch", "7", "--forms", "10-K", "--years", "2016-2017", "--corpus", other)
    assert run_secqa(*command)[0] == 0
    assert open_corpus(other).fingerprint == open_corpus(corpus).fingerprint


def test_what_is_there_is_not_asked_for(server: Server, corpus: Path) -> None:
    assert _ingest(corpus, DOCUMENTS[0])[0] == 0
    server.requests.clear()
    code, printed = _ingest(corpus, PAGE)
    assert code == 0
    assert _count(printed, "already there") == 1
    assert server.requests == []


def test_a_report_without_accession_number_is_not_fetched_again(
    server: Server, corpus: Path
) -> None:
    own = corpus.parent / "own.htm"
    own.write_bytes(FILINGS[0].document + b"<!-- saved -->")
    assert _ingest(corpus, own)[0] == 0
    code, printed = _ingest(corpus, own, DOCUMENTS[0])
    assert code == 0
    assert _count(printed, "already there") == 2
    assert server.asked(f"{FILINGS[0].folder}/main.htm") == 0


def test_files_and_addresses_go_together_and_one_that_fails_stops_none(
    server: Server, corpus: Path
) -> None:
    own = corpus.parent / "own.htm"
    own.write_text(filing_html(ticker="OTHR", company="Other Co.", cik="0008"))
    del server.pages[f"{FILINGS[1].folder}/main.htm"]
    server.fault = lambda path, count: (403, {}) if path.startswith(FILINGS[2].folder) else None
    code, printed = _ingest(corpus, own, _list(corpus, *DOCUMENTS))
    assert code == 1
    assert _count(printed, "documents") == 4
    assert f"refused {DOCUMENTS[1]}: {server.url}{FILINGS[1].folder}/main.htm: not on E" in printed
    assert f"refused {DOCUMENTS[2]}: " in printed
    assert "EDGAR refuses (HTTP 403)" in printed
    server.fault = lambda path, count: None
    server.requests.clear()
    assert _ingest(corpus, _list(corpus, *DOCUMENTS))[0] == 1, "one has no page"
    assert len(_accessions(corpus)) == 5
    assert not any(path.startswith(FILINGS[0].folder) for path in server.paths)


@pytest.mark.parametrize("status", [403, 500])
def test_edgar_is_left_alone_when_it_keeps_refusing(
    server: Server, corpus: Path, status: int
) -> None:
    server.fault = lambda path, count: (status, {}) if "/data/" in path else None
    code, printed = _ingest(corpus, *DOCUMENTS)
    assert code == 2, "nothing came of it"
    assert printed.count("not asked for, as EDGAR did not give those before") == 2
    assert not any(path.startswith((FILINGS[3].folder, FILINGS[4].folder)) for path in server.paths)


def test_other_refusals_are_no_reason_to_stop(server: Server, corpus: Path) -> None:
    for filing in FILINGS[:3]:
        del server.pages[f"{filing.folder}/{filing.accession}-index.html"]
    code, printed = _ingest(corpus, *DOCUMENTS)
    assert code == 1
    assert _count(printed, "refused") == 3
    assert len(_accessions(corpus)) == 2


def test_an_exhibit_that_is_read_with_its_filing_stands_for_it(corpus: Path) -> None:
    code, printed = _ingest(corpus, f"{WWW}{EVENT.folder}/letter.htm")
    assert code == 0, printed
    assert _accessions(corpus) == [EVENT.accession]


def test_forms_of_two_words_have_a_main_document_too(server: Server, corpus: Path) -> None:
    proxy = Filed(7, "8", "DEF 14A", date(2024, 5, 1), date(2024, 4, 30), EVENT.document)
    add(server, [proxy], date(2024, 6, 1))
    assert _ingest(corpus, f"{WWW}{proxy.folder}/main.htm")[0] == 0
    (found,) = open_corpus(corpus).documents
    assert (found.form, found.accession) == ("DEF 14A", proxy.accession)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        (f"{WWW}{FILINGS[0].folder}/letter.htm", "no exhibit that is read with it; give http"),
        (PAGE.replace("/data/7/", "/data/8/"), "EDGAR has no filing of CIK 8 there"),
    ],
)
def test_what_is_no_filing_there_is_refused(
    server: Server, corpus: Path, address: str, says: str
) -> None:
    moved = f"{FILINGS[0].folder}/{FILINGS[0].accession}-index.html"
    server.pages[moved.replace("/data/7/", "/data/8/")] = server.pages[moved]
    code, printed = _ingest(corpus, address)
    assert code == 2
    assert says in printed


def test_an_interrupted_ingest_goes_on(server: Server, corpus: Path) -> None:
    def stop(source: Source, outcome: str) -> None:
        if str(source) == DOCUMENTS[2]:
            raise KeyboardInterrupt

    found = ingest([_list(corpus, *DOCUMENTS)], corpus, progress=IngestProgress(on_file=stop))
    assert found.interrupted
    server.requests.clear()
    assert _ingest(corpus, *DOCUMENTS)[0] == 0
    assert sorted(_accessions(corpus)) == [filing.accession for filing in FILINGS]
    assert not any(path.startswith(FILINGS[2].folder) for path in server.paths)


def test_a_line_that_is_no_address_stops_all_before_anything_is_asked(
    server: Server, corpus: Path
) -> None:
    path = _list(corpus, DOCUMENTS[0], "https://www.sec.gov/about")
    code, message = _ingest(corpus, path)
    assert code == 2
    assert message.startswith(f"{path}, line 2: https://www.sec.gov/about: no address of a filing")
    assert "\n" not in message
    assert server.requests == []
    assert not corpus.exists()


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("https://example.com/a.htm", "no address of a filing on EDGAR"),
        (DOCUMENTS[0], "set EDGAR_IDENTITY or give --identity"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, place: str, says: str
) -> None:
    monkeypatch.delenv("EDGAR_IDENTITY")
    code, message = _ingest(corpus, place)
    assert code == 2
    assert says in message
    assert "\n" not in message
    assert not corpus.exists()
