"""Define the functions that programs call (figure 7 of the SEC-QA paper) over a corpus.

Programs pass plain lists, numbers and strings: a document is its id, a page is
`"<document id>#<page>"`. A `Trail` records documents, pages and readings.
"""

from collections.abc import Callable, Sequence

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.filings.decoding import whole_number
from secqa.filings.document import Metadata, Page
from secqa.parsing.figure_question import Question, parse_sentence
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.select import DocumentFilter, documents_for
from secqa.systems.page_source import Tools, Trail

_EVERYTHING = "the whole collection"
"""Stands for the documents if a system does not select documents."""


def bind(tools: Tools, trail: Trail) -> dict[str, Callable[..., object]]:
    """The functions by name for `sandbox.run_program`.

    `extract_value` returns None if it finds nothing, since a term of a sum may be absent.
    """
    corpus = tools.corpus

    def select_documents(
        companies: Sequence[str] | None = None,
        stock_symbols: Sequence[str] | None = None,
        form_types: Sequence[str] | None = None,
        fiscal_years: Sequence[int | str] | None = None,
        financial_period_end_date_range_start: str | None = None,
        financial_period_end_date_range_end: str | None = None,
        fiscal_periods: Sequence[str] | None = None,
    ) -> list[str]:
        if not tools.selects_documents:
            return [_EVERYTHING]
        conditions = DocumentFilter(
            companies,
            stock_symbols,
            form_types,
            fiscal_years,
            financial_period_end_date_range_start,
            financial_period_end_date_range_end,
            fiscal_periods,
        )
        selected = documents_for(corpus.documents, conditions)
        trail.documents.update(dict.fromkeys(selected))
        return list(selected)

    def typed(question: str) -> Question:
        known = corpus_companies(corpus)
        return parse_sentence(question, known, corpus.catalogue) or question

    def retrieve_relevant_pages(question: str, documents: Sequence[str] | None = None) -> list[str]:
        ranked = tools.search(typed(question), documents if tools.selects_documents else None)
        trail.add_pages(ranked)
        return [f"{page.document_id}#{page.page}" for page in ranked]

    def extract_value(question: str, pages: Sequence[str]) -> float | str | None:
        reading = tools.read(typed(question), [page_by_name(corpus, name) for name in pages])
        return trail.add_reading(reading, corpus.catalogue).value

    return {
        "select_documents": select_documents,
        "retrieve_relevant_pages": retrieve_relevant_pages,
        "extract_value": extract_value,
    }


def page_by_name(corpus: Corpus, name: str) -> tuple[Metadata, Page]:
    """Find a page by its name; raises `SecqaError` for other text."""
    document_id, mark, number = name.rpartition("#")
    page = whole_number(number)
    if not mark or page is None:
        raise SecqaError(f"{name[-60:]!r}: not a page; give what retrieve_relevant_pages returned")
    return corpus.entry(document_id).metadata, corpus.page(document_id, page)
