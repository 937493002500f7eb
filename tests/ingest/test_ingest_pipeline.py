"""From files to a corpus: what is read, what is left alone, what is refused and why."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.support.in_process import ingest_in_this_process
from tests.support.ingest_filings import filing_html, write_filing

from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.stored_parts import stored_parts
from secqa.errors import SecqaError
from secqa.facts.table.fact_store import load_table
from secqa.ingest.ingest_pipeline import IngestOptions, IngestProgress, IngestSummary, ingest
from secqa.ingest.sources import Source, find_filings
from secqa.retrieval.indexing.page_index import current_index, page_rows
from secqa.retrieval.pool import page_index
from secqa.retrieval.rank import retrieve_pages


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, IngestSummary]:
    folder = tmp_path_factory.mktemp("mixed")
    write_filing(folder / "in" / "ACME" / "10-K-2024.html")
    write_filing(folder / "in" / "OTHR" / "10-K-2024.htm.gz", ticker="OTHR", company="Other Co.")
    write_filing(folder / "in" / "ACME" / "copy.html")
    (folder / "in" / "empty.html").write_bytes(b"")
    (folder / "in" / "report.html").write_bytes(b"%PDF-1.4 not html")
    (folder / "in" / "notes.doc").write_text("not looked at")
    return folder, ingest([folder / "in"], folder / "c", IngestOptions(workers=2))


@pytest.fixture(autouse=True)
def _in_this_process() -> Iterator[None]:
    """After `mixed`, which other processes read."""
    with ingest_in_this_process():
        yield


def test_good_files_are_there_and_bad_ones_named(mixed: tuple[Path, IngestSummary]) -> None:
    folder, summary = mixed
    corpus = open_corpus(folder / "c")
    assert [m.document_id for m in corpus.documents] == ["ACME-10-K-2024", "OTHR-10-K-2024"]
    assert [path.name for path in summary.already] == ["copy.html"], "the same bytes"
    assert sorted(path.name for path, _ in summary.refused) == ["empty.html", "report.html"]
    for _, reason in summary.refused:
        assert reason
        assert "\n" not in reason


def test_facts_and_metric_values_are_there(mixed: tuple[Path, IngestSummary]) -> None:
    folder, _ = mixed
    rows = load_table(folder / "c", tickers=["ACME"], metrics=["revenue", "employees"])
    assert {(r.metric, r.fiscal_year, r.value) for r in rows} == {
        ("revenue", 2024, 1.234e9),
        ("revenue", 2023, 1.1e9),
        ("employees", 2024, 4200),
    }
    (place,) = next(r for r in rows if r.fiscal_year == 2023).evidence
    table = open_corpus(folder / "c").page("ACME-10-K-2024", place.page).elements
    cells = next(e.table.cells for e in table if e.index == place.element and e.table)
    assert cells[place.row][0] == "Net sales"
    assert "1,100" in cells[place.row][place.column]


def test_page_index_is_what_the_corpus_itself_gives(mixed: tuple[Path, IngestSummary]) -> None:
    folder, _ = mixed
    corpus = open_corpus(folder / "c")
    table = current_index(corpus)
    assert table is not None
    made = table.rows().to_pylist()
    again = [
        row
        for entry in corpus.entries
        for row in page_rows(
            corpus.document(entry.metadata.document_id), entry.revision
        ).to_pylist()
    ]
    assert len(made) == sum(entry.pages for entry in corpus.entries)
    assert sorted(made, key=repr) == sorted(again, key=repr)


def test_who_asks_meanwhile_finds_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secqa.corpus.corpus_writer._BATCH_BYTES", 0)  # each document at once
    for ticker in ("ACME", "OTHR"):
        write_filing(tmp_path / "in" / ticker / "10-K-2024.html", ticker=ticker)
    found = []

    def ask(_source: Source, _outcome: str) -> None:
        corpus = open_corpus(tmp_path / "c")
        found.append({page.document_id for page in retrieve_pages(corpus, "net sales", 100)})

    ingest([tmp_path / "in"], tmp_path / "c", IngestOptions(workers=1), IngestProgress(on_file=ask))
    assert found == [{"ACME-10-K-2024"}, {"ACME-10-K-2024", "OTHR-10-K-2024"}]


def test_workers_load_no_database() -> None:
    code = "import sys, secqa.ingest.ingest_worker; print('lancedb' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_content_given_to_systems_carries_no_tags(mixed: tuple[Path, IngestSummary]) -> None:
    folder, _ = mixed
    corpus = open_corpus(folder / "c")
    shown = repr(corpus.document("ACME-10-K-2024"))
    for trace in ("us-gaap", "dei:", "nonFraction", "contextref", "ix:", "NetIncomeLoss"):
        assert trace not in shown
    raw = b"".join(
        path.read_bytes()
        for path in sorted((folder / "c").rglob("*"))
        if path.is_file() and "truth" not in path.relative_to(folder / "c").parts
    )
    assert b"us-gaap" not in raw
    assert b"NetIncomeLoss" not in raw


def test_again_changes_nothing_and_goes_on_with_what_is_new(
    mixed: tuple[Path, IngestSummary],
) -> None:
    folder, _ = mixed
    before = open_corpus(folder / "c").fingerprint
    again = ingest([folder / "in"], folder / "c", IngestOptions(workers=1))
    assert not again.ingested
    assert len(again.already) == 3
    assert open_corpus(folder / "c").fingerprint == before


def test_changed_file_replaces_its_document(tmp_path: Path) -> None:
    path = write_filing(tmp_path / "in" / "acme.html")
    ingest([path], tmp_path / "c", IngestOptions(workers=1))
    write_filing(path, sales="1,235")
    ingest([path], tmp_path / "c", IngestOptions(workers=1))
    assert len(open_corpus(tmp_path / "c").documents) == 1
    values = {
        row.value
        for row in load_table(tmp_path / "c", metrics=["revenue"])
        if row.fiscal_year == 2024
    }
    assert values == {1.235e9}


def test_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    for letter in "ABCD":
        write_filing(tmp_path / "in" / f"{letter}.html", ticker=f"AC{letter}")

    def stop(path: Source, outcome: str) -> None:
        if path.name == "B.html":
            raise KeyboardInterrupt

    summary = ingest(
        [tmp_path / "in"], tmp_path / "c", IngestOptions(workers=1), IngestProgress(on_file=stop)
    )
    assert summary.interrupted
    assert [m.ticker for m in open_corpus(tmp_path / "c").documents] == ["ACA", "ACB"]
    summary = ingest([tmp_path / "in"], tmp_path / "c", IngestOptions(workers=1))
    assert [entry.metadata.ticker for entry in summary.ingested] == ["ACC", "ACD"]


def test_files_are_kept_where_that_is_wanted_and_the_content_is_the_same(
    mixed: tuple[Path, IngestSummary], tmp_path: Path
) -> None:
    folder, _ = mixed
    ingest([folder / "in"], tmp_path / "without", IngestOptions(workers=1, originals=False))
    corpus, without = open_corpus(folder / "c"), open_corpus(tmp_path / "without")
    assert corpus.fingerprint == without.fingerprint
    for entry in corpus.entries:
        assert stored_parts(tmp_path / "without", entry.revision) == ()
        assert stored_parts(folder / "c", entry.revision) != ()
    packed = next(entry for entry in corpus.entries if entry.metadata.ticker == "OTHR")
    (part,) = stored_parts(folder / "c", packed.revision)
    assert hashlib.sha256(part.data).hexdigest() == packed.metadata.sha256


def test_a_stop_keeps_what_is_done_and_makes_it_ready(tmp_path: Path) -> None:
    for ticker in ("ONE", "TWO", "TRE"):
        write_filing(tmp_path / "in" / ticker / "10-K-2024.html", ticker=ticker)
    summary = ingest(
        [tmp_path / "in"],
        tmp_path / "c",
        IngestOptions(workers=1),
        IngestProgress(is_stopped=lambda: True),
    )
    assert len(summary.ingested) == 1
    corpus = open_corpus(tmp_path / "c")
    assert [m.document_id for m in corpus.documents] == ["ONE-10-K-2024"]
    assert page_index(corpus).count_rows() > 0


def test_paths_that_hold_nothing(tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match="no such file or folder"):
        find_filings([tmp_path / "none"])
    (tmp_path / "a.txt.bak").write_text("x")
    with pytest.raises(SecqaError, match="no filings in this folder"):
        find_filings([tmp_path])
    with pytest.raises(SecqaError, match="no such file or folder"):
        ingest([tmp_path / "none"], tmp_path / "c")
    assert not (tmp_path / "c").exists()


def test_files_are_found_once_and_in_order(tmp_path: Path) -> None:
    b, a = tmp_path / "b.htm", tmp_path / "a" / "z.html.gz"
    a.parent.mkdir()
    for path in (a, b):
        path.write_text(filing_html())
    (tmp_path / ".hidden.html").write_text("x")
    assert find_filings([tmp_path, b]) == [a, b]
    odd = tmp_path / "odd.dat"
    odd.write_text("x")
    assert find_filings([odd]) == [odd]


def test_an_archive_gives_all_its_filings(tmp_path: Path) -> None:
    archive = tmp_path / "in" / "filings.zip"
    archive.parent.mkdir()
    with ZipFile(archive, "w") as packed:
        packed.writestr("a/10-K-2024.html", filing_html())
        packed.writestr("b/10-K-2024.html", filing_html(ticker="OTHR", company="Other Co."))
        packed.writestr("b/notes.html", "<p>buy milk</p>")
        packed.writestr("b/logo.png", b"\x89PNG")
    summary = ingest([tmp_path / "in"], tmp_path / "c", IngestOptions(workers=1))
    found = [entry.metadata.document_id for entry in summary.ingested]
    assert found == ["ACME-10-K-2024", "OTHR-10-K-2024"]
    assert not summary.refused
    again = ingest([archive], tmp_path / "c", IngestOptions(workers=1))
    assert len(again.already) == 2
