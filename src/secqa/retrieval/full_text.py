"""Plain BM25 over whole pages: a question in, the pages that share its rarest words out.

Nothing is understood: no company, year or metric, only words. A page counts with its headings and
with what the SEC-QA paper's pages carry (its table 4): company, form, fiscal year, period end; what
is printed on a page hardly says whose it is. All pages are held in memory, so the first question of
a collection waits for them to be read, some milliseconds a page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Metadata
from secqa.retrieval.bm25 import Bm25
from secqa.retrieval.index import SEARCHED
from secqa.retrieval.pool import by_revision, page_index
from secqa.retrieval.rank import RankedPage, check_count
from secqa.retrieval.words import stems


@dataclass(frozen=True)
class _Pages:
    """All pages of a corpus; each sequence has an entry for each."""

    documents: np.ndarray[tuple[int], np.dtype[np.str_]]
    numbers: Sequence[int]
    words: Bm25


def bm25_pages(
    corpus: Corpus, question: str, k: int, documents: Sequence[str] | None = None
) -> tuple[RankedPage, ...]:
    """The `k` best pages, best first, out of some documents or all (None).

    Fewer than `k` where fewer pages have a word of the question. Raises `SecqaError` for a
    document that is not there, a question without a word, or an index that is not up to date.
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
    # Equal scores keep the order of documents and pages, whatever the order on disk.
    rows.sort(key=lambda row: (known[row["revision"]].document_id, row["page"]))
    documents = [known[row["revision"]] for row in rows]
    texts = [
        f"{_said_of(document)}\n{row[SEARCHED]}"
        for document, row in zip(documents, rows, strict=True)
    ]
    ids = np.array([document.document_id for document in documents], np.str_)
    return _Pages(ids, [row["page"] for row in rows], Bm25(texts))


def _said_of(document: Metadata) -> str:
    """What each page is told to belong to."""
    year = f"fiscal year {document.fiscal_year}" if document.fiscal_year else ""
    end = f"period end {document.period_end}" if document.period_end else ""
    told = (document.company, document.ticker, document.form, year, document.fiscal_period, end)
    return " ".join(filter(None, told))
