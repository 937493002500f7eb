"""Search by words, by vectors or by both, without parsing companies, years or metrics.

BM25 scores whole pages with their headings and, as in the SEC-QA paper (table 4), company, form,
fiscal year and period end, since pages rarely name their company. All pages are kept in memory, so
the first question to a corpus takes some milliseconds per page. With vectors, a page has the score
of its nearest chunk (4.1, appendix B).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Metadata
from secqa.retrieval.bm25 import Bm25
from secqa.retrieval.indexing.page_index import SEARCHED
from secqa.retrieval.pool import by_revision, page_index
from secqa.retrieval.rank import RankedPage, check_count
from secqa.retrieval.terms import stems
from secqa.retrieval.vectors.dense import DenseSearch
from secqa.retrieval.vectors.store import NearChunk


@dataclass(frozen=True)
class _Pages:
    """All pages of a corpus; each sequence has one entry per page."""

    documents: np.ndarray[tuple[int], np.dtype[np.str_]]
    numbers: Sequence[int]
    words: Bm25


def bm25_pages(
    corpus: Corpus, question: str, k: int, documents: Sequence[str] | None = None
) -> tuple[RankedPage, ...]:
    """The `k` best pages by BM25, best first, of these documents or all (None).

    Fewer than `k` if fewer pages contain a word of the question. Raises `SecqaError` for an unknown
    document, a question without a word, or an outdated index.
    """
    check_count(k)
    if not stems(question):
        raise SecqaError(f"{question!r}: nothing to search for; ask with at least one word")
    pages = _pages_of(corpus)
    scores = pages.words.scores(question)
    if documents is not None:
        wanted = [corpus.entry(one).metadata.document_id for one in documents]
        scores = np.where(np.isin(pages.documents, wanted), scores, 0.0)
    best = np.argsort(-scores, kind="stable")[:k]
    return tuple(
        RankedPage(str(pages.documents[place]), pages.numbers[place], score, {"bm25": score})
        for place in best
        if (score := round(float(scores[place]), 4))
    )


@lru_cache(maxsize=2)
def _pages_of(corpus: Corpus) -> _Pages:
    known = by_revision(corpus)
    table = page_index(corpus).rows(["revision", "page", SEARCHED])
    rows = [row for row in table.to_pylist() if row["revision"] in known]
    # Equal scores keep the order of documents and pages, independent of the order on disk.
    rows.sort(key=lambda row: (known[row["revision"]].document_id, row["page"]))
    documents = [known[row["revision"]] for row in rows]
    texts = [
        f"{_search_text(document)}\n{row[SEARCHED]}"
        for document, row in zip(documents, rows, strict=True)
    ]
    ids = np.array([document.document_id for document in documents], np.str_)
    return _Pages(ids, [row["page"] for row in rows], Bm25(texts))


def _search_text(document: Metadata) -> str:
    """The company, form and period that are prepended to each page."""
    year = f"fiscal year {document.fiscal_year}" if document.fiscal_year else ""
    end = f"period end {document.period_end}" if document.period_end else ""
    parts = (document.company, document.ticker, document.form, year, document.fiscal_period, end)
    return " ".join(filter(None, parts))


_CHUNKS_PER_PAGE = 8
"""Chunks requested initially per page; doubled until there are enough pages."""


def dense_pages(
    corpus: Corpus,
    dense: DenseSearch,
    question: str,
    k: int,
    documents: Sequence[str] | None = None,
) -> tuple[RankedPage, ...]:
    """The `k` best pages by vectors, best first, of these documents or all (None)."""
    check_count(k)
    revisions = corpus.revisions(documents)
    if revisions == []:
        return ()
    limit = k * _CHUNKS_PER_PAGE
    while True:
        near = dense.near(question, revisions, limit)
        pages = _pages(corpus, near)
        if len(pages) >= k or len(near) < limit:
            return pages[:k]
        limit *= 2


def _pages(corpus: Corpus, near: Sequence[NearChunk]) -> tuple[RankedPage, ...]:
    """The pages of chunks, in the order of their first chunks; removed documents are skipped."""
    known = by_revision(corpus)
    first: dict[tuple[str, int], NearChunk] = {}
    for one in near:
        first.setdefault((one.revision, one.page), one)
    return tuple(
        RankedPage(
            document_id=known[one.revision].document_id,
            page=one.page,
            score=round(one.similarity, 4),
            signals={"meaning": round(one.similarity, 4)},
            chunk=one.chunk,
        )
        for one in first.values()
        if one.revision in known
    )


_RANK_OFFSET = 60
"""Constant of reciprocal rank fusion, as in the paper."""


def fuse(rankings: Sequence[Sequence[RankedPage]]) -> tuple[RankedPage, ...]:
    """Merge rankings by reciprocal rank fusion; a page keeps the signals of its first ranking."""
    worth: defaultdict[tuple[str, int], float] = defaultdict(float)
    first: dict[tuple[str, int], RankedPage] = {}
    for ranking in rankings:
        for rank, page in enumerate(ranking, 1):
            key = (page.document_id, page.page)
            worth[key] += 1 / (_RANK_OFFSET + rank)
            first.setdefault(key, page)
    return tuple(first[key] for key in sorted(worth, key=lambda key: -worth[key]))
