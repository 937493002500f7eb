"""The functions that programs call (figure 7 of the SEC-QA paper), bound to a corpus.

In: what a program passes: plain lists, numbers and strings; a document is its id, a page is
`"<document id>#<page>"`. Out: the same. What passes through is kept on a `Trail`, so that an
answer can show which documents, pages and lines it came from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Metadata, Page
from secqa.reading.reading import Reading
from secqa.retrieval.rank import RankedPage
from secqa.retrieval.retriever import Retriever
from secqa.retrieval.select import documents_for

Reader = Callable[[str, Sequence[tuple[Metadata, Page]]], Reading]
"""A question and pages, best first, in; a value or the reason for none out."""
Search = Callable[[str, Sequence[str] | None], Sequence[RankedPage]]
"""A question and the documents to search (None: all) in; pages, best first, out."""


_EVERYTHING = "the whole collection"
"""What programs are given in the place of documents where none are chosen."""


@dataclass(slots=True)
class Trail:
    """What the functions did, in order, without repeats."""

    documents: dict[str, None] = field(default_factory=dict)
    pages: dict[tuple[str, int], None] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Tools:
    """What a program's functions work with."""

    corpus: Corpus
    search: Search
    read: Reader
    selects_documents: bool = False
    """Whether a program chooses documents. Where not, it is the same program, and wherever it
    wants to look, everything is searched: so systems differ in nothing else."""


def search_once(retrieve: Retriever, k: int) -> Search:
    """A search for `k` pages that finds the same again without searching again."""
    found: dict[tuple[str, tuple[str, ...] | None], Sequence[RankedPage]] = {}

    def search(question: str, documents: Sequence[str] | None) -> Sequence[RankedPage]:
        key = (question, None if documents is None else tuple(documents))
        if key not in found:
            found[key] = retrieve(question, k, documents)
        return found[key]

    return search


def bind(tools: Tools, trail: Trail) -> dict[str, Callable[..., object]]:
    """The functions by name for `sandbox.run_program`.

    `extract_value` gives None where nothing is found: a part of a sum may not be there.
    """
    corpus = tools.corpus

    def select_documents(
        companies: Sequence[str] | None = None,
        stock_symbols: Sequence[str] | None = None,
        form_types: Sequence[str] | None = None,
        fiscal_years: Sequence[int] | None = None,
        financial_period_end_date_range_start: str | None = None,
        financial_period_end_date_range_end: str | None = None,
        fiscal_periods: Sequence[str] | None = None,
    ) -> list[str]:
        if not tools.selects_documents:
            return [_EVERYTHING]
        found = documents_for(
            corpus.documents,
            companies,
            stock_symbols,
            form_types,
            fiscal_years,
            financial_period_end_date_range_start,
            financial_period_end_date_range_end,
            fiscal_periods,
        )
        trail.documents.update(dict.fromkeys(found))
        return list(found)

    def retrieve_relevant_pages(question: str, documents: Sequence[str] | None = None) -> list[str]:
        found = tools.search(question, documents if tools.selects_documents else None)
        trail.documents.update(dict.fromkeys(page.document_id for page in found))
        trail.pages.update(dict.fromkeys((page.document_id, page.page) for page in found))
        return [page_name(page.document_id, page.page) for page in found]

    def extract_value(question: str, pages: Sequence[str]) -> float | str | None:
        reading = tools.read(question, [page_named(corpus, name) for name in pages])
        trail.readings.append(reading)
        return reading.value

    return {
        "select_documents": select_documents,
        "retrieve_relevant_pages": retrieve_relevant_pages,
        "extract_value": extract_value,
    }


def page_name(document_id: str, page: int) -> str:
    """How programs name a page."""
    return f"{document_id}#{page}"


def page_named(corpus: Corpus, name: str) -> tuple[Metadata, Page]:
    """The page of a name; `SecqaError` when it names none."""
    document_id, mark, number = name.rpartition("#")
    if not mark or not number.isdecimal():
        raise SecqaError(f"{name!r}: not a page; give what retrieve_relevant_pages returned")
    return corpus.entry(document_id).metadata, corpus.page(document_id, int(number))
