"""Documents and pages of a corpus as tables, for Python and the command line."""

from collections.abc import Iterable

from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import Corpus
from secqa.data_table import DataTable
from secqa.parsing.ground import find_company
from secqa.retrieval.indexing.chunking import element_chunks
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.rank import RankedPage


def name_in_filings(name: str, corpus: Corpus) -> str:
    """A company as filings name it, from a symbol or a name as people say it."""
    company = find_company(name, corpus_companies(corpus))
    return company.cik or company.ticker or company.name


def document_table(entries: Iterable[Entry]) -> DataTable:
    """A row for each document."""
    return DataTable.of(
        ("document", "company", "form", "year", "period", "ends", "pages", "tables", "facts"),
        (
            (
                entry.metadata.document_id,
                entry.metadata.company,
                entry.metadata.form,
                entry.metadata.fiscal_year or "",
                entry.metadata.fiscal_period,
                entry.metadata.period_end or "",
                entry.pages,
                entry.tables,
                entry.facts,
            )
            for entry in entries
        ),
    )


def page_table(corpus: Corpus, ranked: Iterable[RankedPage]) -> DataTable:
    """A row for each page that a search found, with its best part."""

    def row(found: RankedPage) -> tuple[object, ...]:
        page = corpus.page(found.document_id, found.page)
        chunks = element_chunks(page)
        best = (chunks[found.chunk].headings, chunks[found.chunk].text) if chunks else ((), "")
        return (found.document_id, found.page, page.label, found.score, found.signals, *best)

    columns = ("document_id", "page", "label", "score", "signals", "headings", "passage")
    return DataTable.of(columns, map(row, ranked))
