"""Words or a question in, the best pages of all filings out, each with what it says of it."""

import re
from dataclasses import dataclass

from secqa.app.addresses import Parameters, filing_address
from secqa.app.library.companies import company_of
from secqa.app.printed.marks import Mark
from secqa.app.workplace import Workplace
from secqa.corpus.store import Corpus
from secqa.filings.document import Metadata
from secqa.parsing.understand import LONGEST
from secqa.retrieval.indexing.chunking import element_chunks
from secqa.retrieval.page_query import known_companies
from secqa.retrieval.rank import RankedPage, retrieve_pages
from secqa.retrieval.terms import stems

_SHOWN = 20
_SNIPPET = 260
"""Letters of a page that are shown."""
_WORD = re.compile(r"\w[\w'’]*")


@dataclass(frozen=True, slots=True)
class Found:
    """A page."""

    about: Metadata
    page: int
    label: str
    heading: str
    pieces: tuple[tuple[str, bool], ...]
    """What it says, and which of it was looked for."""
    address: str


def search_page(place: Workplace, given: Parameters) -> str:
    """The best pages of the filings that are wanted."""
    corpus = place.corpus
    asked = " ".join(given.get("q", "").split())[:LONGEST]
    told = {name: given.get(name, "") for name in ("company", "form", "year")}
    companies = known_companies(corpus)
    documents = _documents(corpus, told) if any(told.values()) else None
    found: tuple[RankedPage, ...] = ()
    if stems(asked) and (documents is None or documents):
        found = retrieve_pages(corpus, asked, _SHOWN, documents)
    years = {one.fiscal_year for one in corpus.documents} - {None}
    return place.render(
        "search.html.j2",
        view="filings",
        asked=asked,
        told=told,
        companies=sorted((companies.display_name(one), one.short_name) for one in companies),
        forms=sorted({one.form for one in corpus.documents}),
        years=sorted(years, reverse=True),
        within=None if documents is None else len(documents),
        found=[_found(corpus, asked, page) for page in found],
    )


def _documents(corpus: Corpus, told: Parameters) -> list[str]:
    companies = known_companies(corpus)

    def is_wanted(about: Metadata) -> bool:
        company = company_of(corpus, about) if told["company"] else None
        return (
            (
                not told["company"]
                or (company and companies.display_name(company)) == told["company"]
            )
            and told["form"] in ("", about.form)
            and told["year"] in ("", str(about.fiscal_year))
        )

    return [one.document_id for one in corpus.documents if is_wanted(one)]


def _found(corpus: Corpus, asked: str, ranked: RankedPage) -> Found:
    page = corpus.page(ranked.document_id, ranked.page)
    chunks = element_chunks(page)
    chunk = chunks[ranked.chunk] if chunks else None
    text = chunk.text if chunk else page.text
    wanted = frozenset(stems(asked))
    hits = [one.span() for one in _WORD.finditer(text) if wanted.intersection(stems(one[0]))]
    words = tuple(dict.fromkeys(text[begin:end].lower() for begin, end in hits))
    headings = chunk.headings if chunk else ()
    return Found(
        about=corpus.entry(ranked.document_id).metadata,
        page=page.number,
        label=page.label,
        heading=headings[-1] if headings else "",
        pieces=tuple(_snippet(text, hits)),
        address=filing_address(ranked.document_id, page.number, Mark(words=words)),
    )


def _snippet(text: str, hits: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    """The stretch of a text with most hits, as pieces that are hits and pieces that are none."""
    starts = [begin for begin, _ in hits] or [0]
    best = max(starts, key=lambda at: sum(at <= begin < at + _SNIPPET for begin in starts))
    first = text.rfind(" ", 0, max(0, best - _SNIPPET // 4)) + 1
    last = first + _SNIPPET
    last = max(text.rfind(" ", first, last), first) if last < len(text) else len(text)
    pieces = [("… ", False)] if first else []
    at = first
    for begin, end in hits:
        if at <= begin and end <= last:
            pieces += [(text[at:begin], False), (text[begin:end], True)]
            at = end
    return [*pieces, (f"{text[at:last]}{' …' if last < len(text) else ''}", False)]
