"""Score the chunks and pages of a pool by each kind of match with a query.

The kinds are BM25 of words and of printed names, words in titles and headings, parts of the report,
and whole row labels. Postings are looked up once for all kinds.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from secqa.retrieval.bm25 import Scores, length_norms, rarity, saturated
from secqa.retrieval.page_query import PageQuery
from secqa.retrieval.pool import Pool
from secqa.retrieval.terms import (
    HEADING,
    PART,
    ROW,
    TITLE,
    Codes,
    bigrams,
    codes,
    distinct,
    label_key,
    stems,
)


class Matches:
    """The postings of a pool that match the terms of a query."""

    def __init__(self, pool: Pool, query_terms: Codes) -> None:
        self.pool = pool
        self.query_terms = query_terms
        places = [_which_are(part, query_terms) for part in pool.postings]
        hits = np.concatenate([part[at] for part, at in zip(pool.postings, places, strict=True)])
        before = np.cumsum([0, *map(len, pool.postings)])
        place = np.concatenate([at + n for at, n in zip(places, before, strict=False)])
        first = np.cumsum(pool.chunks_of_page) - pool.chunks_of_page
        self.term = np.searchsorted(query_terms, hits["term"])
        self.page = np.searchsorted(np.cumsum(pool.postings_of_page), place, side="right")
        self.chunk = first[self.page] + hits["chunk"]
        self.count = hits["count"].astype(np.float64)

    @classmethod
    def of(cls, query: PageQuery, pool: Pool) -> "Matches":
        lines = [label_key(name) for names in query.lines for name in names]
        fields = (
            terms_of(query.words),
            phrase_terms(query.phrases),
            codes(query.words, TITLE),
            codes(query.parts, PART),
            codes(distinct(stem for one in query.sections for stem in stems(one)), HEADING),
            codes(lines, ROW),
        )
        return cls(pool, np.unique(np.concatenate(fields)))

    def weights(self, terms: Codes) -> Scores:
        """1 for each query term in `terms`, 0 for others."""
        return np.isin(self.query_terms, terms).astype(np.float64)

    def chunk_scores(self, weights: Scores) -> Scores:
        """BM25 of every chunk."""
        lengths = self.pool.lengths
        tf = saturated(self.count, length_norms(lengths)[self.chunk])
        return self._sum_by_chunk((weights * self._rarity())[self.term] * tf)

    def presence_scores(self, terms: Codes) -> Scores:
        """The summed rarity of the terms that occur in each chunk."""
        return self._sum_by_chunk((self.weights(terms) * self._rarity())[self.term])

    def part_scores(self, parts: Collection[str]) -> Scores:
        """1 for each chunk in one of these parts of the report."""
        return self._sum_by_chunk(self.weights(codes(parts, PART))[self.term])

    def section_scores(self, sections: Sequence[str]) -> Scores:
        """For each chunk, the rarity of the best section that its headings name completely."""
        best = np.zeros(len(self.pool.lengths))
        weights = self._rarity()
        for section in sections:
            name = self.weights(codes(set(stems(section)), HEADING))
            complete = self._sum_by_chunk(name[self.term]) >= name.sum()
            np.maximum(best, complete * (name @ weights), out=best)
        return best

    def page_scores(self, weights: Scores) -> Scores:
        """BM25 of every page as one text."""
        weighed = weights > 0
        pages, terms = len(self.pool.pages), int(weighed.sum())
        column, kept = np.cumsum(weighed) - 1, weighed[self.term]
        cell = self.page[kept] * terms + column[self.term[kept]]
        counts = np.bincount(cell, self.count[kept], minlength=pages * terms).reshape(pages, terms)
        tf = saturated(counts, length_norms(self.pool.page_lengths)[:, None])
        worth = weights[weighed] * rarity((counts > 0).sum(axis=0), pages)
        return np.asarray(tf @ worth, np.float64)

    def _sum_by_chunk(self, values: Scores) -> Scores:
        sums = np.bincount(self.chunk, values, minlength=len(self.pool.lengths))
        return sums.astype(np.float64, copy=False)

    def _rarity(self) -> Scores:
        containing = np.bincount(self.term, minlength=len(self.query_terms))
        return rarity(containing, len(self.pool.lengths))

    def row_scores(self, lines: Sequence[Sequence[str]]) -> Scores:
        """For each page, the number of line items with a row labelled by one of their names."""
        total = np.zeros(len(self.pool.pages))
        for names in lines:
            named = self.weights(codes(map(label_key, names), ROW)) > 0
            total[np.unique(self.page[named[self.term]])] += 1
        return total


def _which_are(postings: NDArray[np.void], query_terms: Codes) -> NDArray[np.int64]:
    """Positions of the query terms; a test of the low 16 bits excludes most postings quickly."""
    marked = np.zeros(1 << 16, bool)
    marked[query_terms & 0xFFFF] = True
    places = np.flatnonzero(marked[postings["term"] & 0xFFFF])
    return places[np.isin(postings["term"][places], query_terms)]


@lru_cache(maxsize=16384)
def _phrase(phrase: str) -> Codes:
    return terms_of(stems(phrase))


def terms_of(words: Sequence[str]) -> Codes:
    """Codes of the words and of adjacent pairs."""
    single = codes(words)
    return np.concatenate((single, bigrams(single)))


def phrase_terms(phrases: Sequence[str]) -> Codes:
    """Codes of the stems and pairs of stems of all phrases."""
    return np.concatenate([np.empty(0, np.uint32), *map(_phrase, phrases)])
