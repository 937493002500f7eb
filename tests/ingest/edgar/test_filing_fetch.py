"""Filings from a local EDGAR into a folder, and from there into a corpus."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest
from tests.support.edgar_server import EXHIBIT, MAIN, Server
from tests.support.fetch_cases import run_secqa

import secqa
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import plan
from secqa.ingest.edgar.filing_fetch import company_fact_files, fetch
from secqa.ingest.edgar.filing_lists import FilingFilter

ANNUAL = FilingFilter(forms=frozenset({"10-K"}), years=frozenset({2023, 2024}))
FOLDER = "10-K-2024-12-31-0000000007-25-000003"


def _fetch(edgar: Edgar, out: Path, wanted: FilingFilter = ANNUAL) -> list[str]:
    """Fetch what is wanted of company 7; the folders that were not there."""
    missing = [item for item in plan(edgar, [7], wanted, out) if not item.there]
    for item in missing:
        fetch(edgar, item)
    return [item.folder.name for item in missing]


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_documents_come_as_edgar_has_them(edgar: Edgar, tmp_path: Path) -> None:
    assert _fetch(edgar, tmp_path) == [FOLDER, "10-K-2023-12-31-0000000007-24-000001"]
    folder = tmp_path / "ACME" / FOLDER
    assert _files(folder) == {
        "acme-20241231.htm",
        "acme-20241231.htm.json",
        "letter.htm",
        "report.htm",
    }
    assert (folder / "acme-20241231.htm").read_bytes() == MAIN
    assert (folder / "report.htm").read_bytes() == EXHIBIT


def test_the_sidecar_says_what_edgar_says(edgar: Edgar, server: Server, tmp_path: Path) -> None:
    _fetch(edgar, tmp_path)
    sidecar = json.loads((tmp_path / "ACME" / FOLDER / "acme-20241231.htm.json").read_text())
    base = f"{server.url}/Archives/edgar/data/7/000000000725000003"
    exhibits = sidecar.pop("exhibits")
    assert sidecar == {
        "accession": "0000000007-25-000003",
        "cik": "0000000007",
        "company": "ACME ROCKETS, INC.",
        "tickers": ["ACME", "ACME-PA"],
        "form": "10-K",
        "filed": "2025-02-03",
        "period": "2024-12-31",
        "fiscal_year_end": "12-31",
        "primary_document": "acme-20241231.htm",
        "url": f"{base}/acme-20241231.htm",
    }
    assert {exhibit["type"]: exhibit["url"] for exhibit in exhibits} == {
        "EX-99.1": f"{base}/letter.htm",
        "EX-13": f"{base}/report.htm",
    }


@pytest.mark.parametrize(
    ("wanted", "accessions"),
    [
        (FilingFilter(frozenset({"10-K"}), frozenset({2024})), ["25-000003"]),
        (
            FilingFilter(frozenset({"10-K", "10-K/A"}), frozenset({2023})),
            ["24-000003", "24-000001"],
        ),
        (FilingFilter(frozenset({"10-Q", "8-K"})), ["24-000009", "24-000005"]),
        (FilingFilter(frozenset({"10-K"}), since=date(2024, 6, 1)), ["25-000003"]),
        (FilingFilter(frozenset({"10-K"}), frozenset({1997})), ["98-000001"]),
        (FilingFilter(frozenset({"20-F"})), []),
    ],
)
def test_only_what_is_wanted_is_planned(
    edgar: Edgar, tmp_path: Path, wanted: FilingFilter, accessions: list[str]
) -> None:
    items = plan(edgar, [7], wanted, tmp_path)
    assert [item.filing.accession.removeprefix("0000000007-") for item in items] == accessions
    assert _files(tmp_path) == set()


def test_older_lists_are_asked_for_only_where_they_matter(
    edgar: Edgar, server: Server, tmp_path: Path
) -> None:
    plan(edgar, [7], ANNUAL, tmp_path)
    assert server.paths == ["/submissions/CIK0000000007.json"]


def test_a_filing_of_the_nineties_is_one_text_file(edgar: Edgar, tmp_path: Path) -> None:
    _fetch(edgar, tmp_path, FilingFilter(frozenset({"10-K"}), frozenset({1997})))
    path = tmp_path / "ACME/10-K405-1997-12-31-0000000007-98-000001/0000000007-98-000001.txt"
    metadata = secqa.read_filing(path).document.metadata
    assert metadata.form == "10-K405"
    assert metadata.accession == "0000000007-98-000001"
    assert metadata.ticker == "ACME"


def test_the_index_page_may_have_its_other_name(
    edgar: Edgar, server: Server, tmp_path: Path
) -> None:
    for path in [path for path in server.pages if path.endswith("-index.html")]:
        server.pages[path.removesuffix("l")] = server.pages.pop(path)
    _fetch(edgar, tmp_path)
    assert (tmp_path / "ACME" / FOLDER / "report.htm").read_bytes() == EXHIBIT


def test_nothing_is_fetched_twice(edgar: Edgar, server: Server, tmp_path: Path) -> None:
    _fetch(edgar, tmp_path)
    documents = [path for path in server.paths if path.startswith("/Archives")]
    assert len(documents) == len(set(documents)) == 8
    server.requests.clear()
    assert _fetch(edgar, tmp_path) == []
    assert server.paths == ["/submissions/CIK0000000007.json"]


def test_a_fetch_that_failed_goes_on_where_it_was(
    edgar: Edgar, server: Server, tmp_path: Path
) -> None:
    server.fault = lambda path, count: (503, {}) if path.endswith("report.htm") else None
    with pytest.raises(SecqaError, match="HTTP 503"):
        _fetch(edgar, tmp_path)
    assert _files(tmp_path / "ACME" / FOLDER) == {"acme-20241231.htm", "letter.htm"}
    server.fault = lambda path, count: None
    server.requests.clear()
    assert FOLDER in _fetch(edgar, tmp_path)
    main = "/Archives/edgar/data/7/000000000725000003/acme-20241231.htm"
    assert server.asked(main) == 0
    assert (tmp_path / "ACME" / FOLDER / "report.htm").read_bytes() == EXHIBIT


@pytest.mark.parametrize("name", ["../../evil.htm", "a/b.htm", ".hidden"])
def test_a_name_that_leads_elsewhere_is_refused(
    edgar: Edgar, server: Server, tmp_path: Path, name: str
) -> None:
    path = "/submissions/CIK0000000007.json"
    server.pages[path] = server.pages[path].replace(b"acme-20241231.htm", name.encode())
    with pytest.raises(SecqaError, match="no name of a document"):
        plan(edgar, [7], ANNUAL, tmp_path / "out")
    assert _files(tmp_path) == set()


def test_a_cik_of_nobody_is_one_line(edgar: Edgar, tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match="no filer of this CIK"):
        plan(edgar, [99], ANNUAL, tmp_path)


# -- the command --------------------------------------------------------------------------


@pytest.fixture
def environment(server: Server, unhurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGAR_IDENTITY", "Ann Tester ann@example.com")
    monkeypatch.setenv("EDGAR_BASE_URL", server.url)
    monkeypatch.setenv("EDGAR_DATA_URL", server.url)


@pytest.mark.usefixtures("environment")
def test_dry_run_lists_and_fetches_nothing(server: Server, tmp_path: Path) -> None:
    arguments = ("fetch", "ACME", "--forms", "10-K", "--years", "2023-2024", "--out", tmp_path)
    code, printed = run_secqa(*arguments, "--dry-run")
    assert code == 0
    assert "0000000007-25-000003" in printed
    assert "0000000007-24-000001" in printed
    assert _files(tmp_path) == set()
    assert not any(path.startswith("/Archives") for path in server.paths)


@pytest.mark.usefixtures("environment")
def test_ingest_takes_what_fetch_wrote(tmp_path: Path) -> None:
    universe = tmp_path / "universe.txt"
    universe.write_text("ACME\n")
    out = tmp_path / "filings"
    code, printed = run_secqa("fetch", "--universe", universe, "--years", "2024", "--out", out)
    assert code == 0, printed
    assert "2 filings fetched, 0 were there" in printed
    code, printed = run_secqa("ingest", out, "--corpus", tmp_path / "corpus", "--workers", 1)
    assert code == 0, printed
    corpus = open_corpus(tmp_path / "corpus")
    by_accession = {metadata.accession: metadata for metadata in corpus.documents}
    # Both main documents have the same content here, so one of them is "already there".
    assert len(by_accession) == 1
    metadata = next(iter(by_accession.values()))
    assert metadata.accession in ("0000000007-25-000003", "0000000007-24-000005")
    document = corpus.document(metadata.document_id)
    assert any(element.section == "EX-99.1" for element in document.elements)


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "no companies"),
        (("ACME", "--years", "soon"), "not years"),
        (("ACME", "--years", "2024-2021"), "not years"),
        (("ACME", "--since", "yesterday"), "not a date"),
    ],
)
def test_what_cannot_be_meant_is_one_line(
    tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    code, message = run_secqa("fetch", *arguments, "--out", tmp_path)
    assert code == 2
    assert says in message
    assert "\n" not in message


@pytest.mark.usefixtures("environment")
def test_an_interrupt_leaves_nothing_half_written(server: Server, tmp_path: Path) -> None:
    def slow(path: str, count: int) -> None:
        if path.endswith("report.htm"):
            time.sleep(30)

    server.fault = slow
    command = [sys.executable, "-m", "secqa", "fetch", "ACME", "--forms", "10-K", "--out"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [*command, str(tmp_path)], env=environment, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not any(path.endswith("report.htm") for path in server.paths):
        assert time.monotonic() < deadline, "never got to the exhibit"
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.splitlines()[-1].startswith("interrupted; whole files are kept")
    assert _files(tmp_path / "ACME") == {f"{FOLDER}/acme-20241231.htm", f"{FOLDER}/letter.htm"}


def test_company_facts_older_than_a_filing_are_wanted_again(edgar: Edgar, tmp_path: Path) -> None:
    _fetch(edgar, tmp_path)
    items = plan(edgar, [7], ANNUAL, tmp_path)
    path = tmp_path / "ACME" / "CIK0000000007.json"
    path.write_text("{}")
    assert not company_fact_files(items)
    os.utime(path, (0, 0))  # as a fetch leaves it that was interrupted after the filings
    assert set(company_fact_files(items)) == {path}


@pytest.mark.usefixtures("environment")
def test_values_of_filings_without_tags_come_from_company_facts(
    server: Server, tmp_path: Path
) -> None:
    document = "/Archives/edgar/data/7/000000000725000003/acme-20241231.htm"
    untagged = re.sub(rb"<ix:header>.*?</ix:header>|</?ix:[^>]*>", b"", MAIN, flags=re.DOTALL)
    server.pages[document] = untagged
    revenue = {
        "start": "2024-01-01", "end": "2024-12-31", "val": 1_234_000_000,
        "accn": "0000000007-25-000003", "fy": 2024, "fp": "FY", "form": "10-K",
    }  # fmt: skip
    gathered = {"cik": 7, "facts": {"us-gaap": {"Revenues": {"units": {"USD": [revenue]}}}}}
    address = "/api/xbrl/companyfacts/CIK0000000007.json"
    out, corpus = tmp_path / "out", tmp_path / "c"
    wanted = ("fetch", "ACME", "--forms", "10-K", "--years", "2024", "--out", out, "--facts")
    code, message = run_secqa(*wanted)
    assert code == 0
    assert "1 filings fetched" in message
    assert "CIK0000000007.json: no facts, EDGAR has none of this company" in message
    server.pages[address] = json.dumps(gathered).encode()
    assert run_secqa(*wanted)[0] == 0
    assert server.asked(address) == 1, "nothing is asked again without a new filing"
    os.utime(out / "ACME" / "CIK0000000007.json", (0, 0))  # as if a filing had come since
    assert "company facts: " in run_secqa(*wanted, "--dry-run")[1]
    assert run_secqa(*wanted)[0] == 0
    assert run_secqa(*wanted)[0] == 0
    assert server.asked(address) == 2, "once there it is not fetched again without a new filing"
    assert run_secqa("ingest", out, "--corpus", corpus)[0] == 0
    code, found = run_secqa("facts", "--metric", "revenue", "--corpus", corpus)
    assert "from Revenues in ACME-10-K-2024" in found
    assert "page 3, row 2, column 2: Net sales | $ 1,234" in found
