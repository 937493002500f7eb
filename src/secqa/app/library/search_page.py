"""The search over all filings: the best pages for some words or a question, with excerpts."""

import re
from dataclasses import dataclass

from starlette.requests import Request

from secqa.app.addresses import Parameters, filing_address
from secqa.app.library.tagged_company import company_of
from secqa.app.printed.marks import PageMark
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Metadata
from secqa.parsing.understand import LONGEST
from secqa.retrieval.indexing.chunking import element_chunks
from secqa.retrieval.page_query import known_companies
from secqa.retrieval.rank import RankedPage, retrieve_pages
from secqa.retrieval.terms import stems

_MOST_RESULTS = 20
_EXCERPT = 260
"""Characters of an excerpt."""
_WORD = re.compile(r"\w[\w'’]*")


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A page that fits a search."""

    about: Metadata
    page: int
    label: str
    heading: str
    pieces: tuple[tuple[str, bool], ...]
    """An excerpt in pieces, each with whether it was searched for."""
    address: str


def search_page(place: Workplace, request: Request) -> str:
    """The best pages of the filings that pass the filters."""
    corpus, given = place.corpus, request.query_params
    query = " ".join(given.get("q", "").split())[:LONGEST]
    chosen = {name: given.get(name, "") for name in ("company", "form", "year")}
    companies = known_companies(corpus)
    documents = _documents(corpus, chosen) if any(chosen.values()) else None
    ranked: tuple[RankedPage, ...] = ()
    if stems(query) and (documents is None or documents):
        ranked = retrieve_pages(corpus, query, _MOST_RESULTS, documents)
    years = {one.fiscal_year for one in corpus.documents} - {None}
    return place.render(
        "search.html.j2",
        view="filings",
        asked=query,
        told=chosen,
        companies=sorted((companies.display_name(one), one.short_name) for one in companies),
        forms=sorted({one.form for one in corpus.documents}),
        years=sorted(years, reverse=True),
        within=None if documents is None else len(documents),
        found=[_result(corpus, query, page) for page in ranked],
    )


def _documents(corpus: Corpus, chosen: Parameters) -> list[str]:
    companies = known_companies(corpus)

    def passes(about: Metadata) -> bool:
        company = company_of(corpus, about) if chosen["company"] else None
        return (
            (
                not chosen["company"]
                or (company and companies.display_name(company)) == chosen["company"]
            )
            and chosen["form"] in ("", about.form)
            and chosen["year"] in ("", str(about.fiscal_year))
        )

    return [one.document_id for one in corpus.documents if passes(one)]


def _result(corpus: Corpus, query: str, ranked: RankedPage) -> SearchResult:
    page = corpus.page(ranked.document_id, ranked.page)
    chunks = element_chunks(page)
    chunk = chunks[ranked.chunk] if chunks else None
    text = chunk.text if chunk else page.text
    query_stems = frozenset(stems(query))
    hits = [one.span() for one in _WORD.finditer(text) if query_stems.intersection(stems(one[0]))]
    words = tuple(dict.fromkeys(text[begin:end].lower() for begin, end in hits))
    headings = chunk.headings if chunk else ()
    return SearchResult(
        about=corpus.entry(ranked.document_id).metadata,
        page=page.number,
        label=page.label,
        heading=headings[-1] if headings else "",
        pieces=tuple(_excerpt(text, hits)),
        address=filing_address(ranked.document_id, page.number, PageMark(words=words)),
    )


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
