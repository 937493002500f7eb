"""The first page of the app: what the corpus holds."""

from pathlib import Path

from tests.support.ingest_filings import filing_html

from secqa.app.ask.start_page import corpus_holdings
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.filings.read import read_bytes


def test_companies_of_the_latest_filings_are_named_as_people_write_them(tmp_path: Path) -> None:
    html = filing_html(company="ACME ROCKETS COMPANY").encode()
    with CorpusWriter(tmp_path) as writer:
        writer.add(rows_for(read_bytes(html, "ACME/10-K-2024.html").document))
    ((name, about),) = corpus_holdings(open_corpus(tmp_path))["latest"]
    assert about.company == "ACME ROCKETS COMPANY"
    assert name == "Acme Rockets"
