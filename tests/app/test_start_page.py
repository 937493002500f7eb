"""What pages tell of a corpus: its holdings, and years that end on different days."""

from pathlib import Path

from tests.support.ingest_filings import filing_html

from secqa.app.ask.answer_evidence import AnswerEvidence
from secqa.app.ask.answer_wording import year_ends_note
from secqa.app.ask.start_page import corpus_holdings
from secqa.app.originals import Originals
from secqa.app.workplace import Folders, Workplace
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.filings.read import read_bytes
from secqa.filings.rendering.marks import PageMark
from secqa.metrics.number_text import counted
from secqa.query.period import Period
from secqa.query.query import Lookup
from secqa.retrieval.page_query import corpus_companies


def test_companies_of_the_latest_filings_are_named_as_people_write_them(tmp_path: Path) -> None:
    html = filing_html(company="ACME ROCKETS COMPANY").encode()
    with CorpusWriter(tmp_path) as writer:
        writer.add(rows_for(read_bytes(html, "ACME/10-K-2024.html").document))
    corpus = open_corpus(tmp_path)
    place = Workplace(corpus, Originals(corpus, ()), Folders())
    (about,) = corpus_holdings(corpus)["latest"]
    assert about.company == "ACME ROCKETS COMPANY"
    assert place.company_name(about) == "Acme Rockets"


def test_years_that_end_far_apart_have_a_note(tmp_path: Path) -> None:
    spring = filing_html("Bolt Works, Inc.", "BOLT", "0008").replace("December 31", "March 31")
    with CorpusWriter(tmp_path) as writer:
        for name, html in (("ACME", filing_html()), ("BOLT", spring)):
            writer.add(rows_for(read_bytes(html.encode(), f"{name}/10-K-2024.html").document))
    corpus = open_corpus(tmp_path)
    read = [
        _read(Lookup("revenue", one.short_name, Period(2024))) for one in corpus_companies(corpus)
    ]
    (note,) = year_ends_note(read, corpus)
    assert note.startswith(
        "Fiscal years end on different days: FY2024 of Bolt Works 31 Mar 2024 and"
    )
    assert year_ends_note(read[:1], corpus) == ()


def _read(lookup: Lookup) -> AnswerEvidence:
    return AnswerEvidence("X", 1, PageMark(), "", "", "", "", "", "", 1.0, None, lookup)


def test_one_of_a_thing_has_no_plural() -> None:
    texts = [counted(0, "page"), counted(1, "page"), counted(1200, "company", "companies")]
    assert texts == ["0 pages", "1 page", "1,200 companies"]
