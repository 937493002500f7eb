"""The best pages for some words, each with an excerpt in which they are marked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from secqa.app.addresses import filing_address
from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Metadata
from secqa.filings.rendering.marks import PageMark
from secqa.retrieval.indexing.chunking import element_chunks
from secqa.retrieval.rank import RankedPage, retrieve_pages
from secqa.retrieval.terms import stems

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


def search_pages(
    corpus: Corpus, words: str, count: int, documents: Sequence[str] | None = None
) -> list[SearchResult]:
    """The pages that fit some words best, of these documents alone where they are given."""
    if not stems(words) or (documents is not None and not documents):
        return []
    return [
        _result(corpus, words, page) for page in retrieve_pages(corpus, words, count, documents)
    ]


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
