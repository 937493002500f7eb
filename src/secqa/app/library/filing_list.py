"""Lists of filings: filtered and sorted, or the best pages for a search with excerpts."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request

from secqa.app.addresses import Parameters, filing_address
from secqa.app.filters import ListFilter, choices, passing
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import Corpus
from secqa.filings.rendering.marks import PageMark
from secqa.parsing.understand import LONGEST
from secqa.retrieval.indexing.chunking import element_chunks
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.rank import RankedPage, retrieve_pages
from secqa.retrieval.terms import stems

_MOST_RESULTS = 20
_MOST_ROWS = 300
"""Filings that are listed at once."""
_FILTERS = ("find", "form", "year", "only")


@dataclass(frozen=True, slots=True)
class FilingColumn:
    """A column that can be sorted by."""

    id: str
    name: str
    key: Callable[[Entry], object]
    numbers: bool = False


COLUMNS = (
    FilingColumn("document", "Document", lambda one: one.metadata.document_id),
    FilingColumn("company", "Company", lambda one: one.metadata.company.lower()),
    FilingColumn("form", "Form", lambda one: one.metadata.form),
    FilingColumn(
        "year", "Period", lambda one: (one.metadata.fiscal_year or 0, one.metadata.fiscal_period)
    ),
    FilingColumn("ends", "Ends", lambda one: str(one.metadata.period_end or "")),
    FilingColumn("pages", "Pages", lambda one: one.pages, True),
    FilingColumn("tables", "Tables", lambda one: one.tables, True),
    FilingColumn("values", "Values", lambda one: one.metric_values, True),
)


def filings_page(place: Workplace, request: Request) -> str:
    """The filings of the corpus that pass the filters."""
    corpus, given = place.corpus, request.query_params
    filters = {name: given.get(name, "").strip() for name in _FILTERS}
    entries = passing(_only(corpus, filters["only"]), (_FORM, _YEAR), filters, _names)
    by = next((one for one in COLUMNS if one.id == given.get("sort")), COLUMNS[0])
    falling = given.get("order") == "falling"
    entries.sort(key=lambda one: by.key(one), reverse=falling)  # type: ignore[arg-type,return-value]
    return place.render(
        "filings.html.j2",
        view="filings",
        filters=filters,
        selects=_selects(corpus),
        columns=COLUMNS,
        by=by,
        falling=falling,
        sorted_by=lambda one: _sorted_by(given, one, by, falling),
        entries=entries[:_MOST_ROWS],
        count=len(entries),
        total=len(corpus.entries),
    )


_FORM: ListFilter[Entry] = ListFilter(
    "form", "Form", lambda one: filter(None, (one.metadata.form,))
)
_YEAR: ListFilter[Entry] = ListFilter(
    "year",
    "Year",
    lambda one: filter(None, (str(one.metadata.fiscal_year or ""),)),
    order=lambda year: -int(year),
)


def _selects(corpus: Corpus) -> list[tuple[ListFilter[Entry], list[tuple[str, str]]]]:
    """The forms and years that filings can be filtered by."""
    return [(one, choices(corpus.entries, one)) for one in (_FORM, _YEAR)]


def _only(corpus: Corpus, documents: str) -> list[Entry]:
    """The filings with these ids, by commas; all for ""."""
    ids = documents.split(",")
    return [one for one in corpus.entries if not documents or one.metadata.document_id in ids]


def _names(entry: Entry) -> str:
    about = entry.metadata
    return f"{about.document_id} {about.company} {' '.join(about.tickers)} {about.ticker}"


def _sorted_by(given: Parameters, column: FilingColumn, by: FilingColumn, falling: bool) -> str:
    """The address of the list sorted by a column, the other way round where it already is."""
    turned = {"order": "falling"} if column is by and not falling else {}
    rest = {name: value for name, value in dict(given).items() if name not in ("sort", "order")}
    return f"?{urlencode(rest | {'sort': column.id} | turned)}"


def search_page(place: Workplace, request: Request) -> str:
    """The best pages of the filings that pass the filters."""
    corpus, given = place.corpus, request.query_params
    query = " ".join(given.get("q", "").split())[:LONGEST]
    chosen = {name: given.get(name, "") for name in ("company", "form", "year")}
    companies = corpus_companies(corpus)
    company: ListFilter[Entry] = ListFilter(
        "company", "Company", lambda one: (place.company_name(one.metadata),)
    )
    entries = passing(corpus.entries, (company, _FORM, _YEAR), chosen, _names)
    documents = [one.metadata.document_id for one in entries] if any(chosen.values()) else None
    return place.render(
        "search.html.j2",
        view="filings",
        query=query,
        filters=chosen,
        companies=[(name, name) for name in sorted(map(companies.display_name, companies))],
        selects=_selects(corpus),
        within=None if documents is None else len(documents),
        results=search_pages(corpus, query, _MOST_RESULTS, documents),
    )


_EXCERPT = 260
"""Characters of an excerpt."""
_WORD = re.compile(r"\w[\w'’]*")


def search_pages(
    corpus: Corpus, words: str, count: int, documents: Sequence[str] | None = None
) -> list[dict[str, object]]:
    """The pages that fit some words best, of these documents alone where they are given.

    Each has an excerpt in pieces, and of each piece whether it was searched for.
    """
    if not stems(words) or (documents is not None and not documents):
        return []
    return [
        _result(corpus, words, page) for page in retrieve_pages(corpus, words, count, documents)
    ]


def _result(corpus: Corpus, query: str, ranked: RankedPage) -> dict[str, object]:
    page = corpus.page(ranked.document_id, ranked.page)
    chunks = element_chunks(page)
    chunk = chunks[ranked.chunk] if chunks else None
    text = chunk.text if chunk else page.text
    query_stems = frozenset(stems(query))
    hits = [one.span() for one in _WORD.finditer(text) if query_stems.intersection(stems(one[0]))]
    words = tuple(dict.fromkeys(text[begin:end].lower() for begin, end in hits))
    headings = chunk.headings if chunk else ()
    return {
        "about": corpus.entry(ranked.document_id).metadata,
        "page": page.number,
        "label": page.label,
        "heading": headings[-1] if headings else "",
        "pieces": _excerpt(text, hits),
        "address": filing_address(ranked.document_id, page.number, PageMark(words=words)),
    }


def _excerpt(text: str, hits: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    """The stretch of a text with most hits, in pieces, each with whether it is a hit."""
    starts = [begin for begin, _ in hits] or [0]
    best = max(starts, key=lambda at: sum(at <= begin < at + _EXCERPT for begin in starts))
    first = text.rfind(" ", 0, max(0, best - _EXCERPT // 4)) + 1
    last = first + _EXCERPT
    last = max(text.rfind(" ", first, last), first) if last < len(text) else len(text)
    pieces = [("… ", False)] if first else []
    at = first
    for begin, end in hits:
        if at <= begin and end <= last:
            pieces += [(text[at:begin], False), (text[begin:end], True)]
            at = end
    return [*pieces, (f"{text[at:last]}{' …' if last < len(text) else ''}", False)]
