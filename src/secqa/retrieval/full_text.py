"""Plain BM25 over whole pages: a question in, the pages that share its rarest words out.

Nothing is understood: no company, year or metric, only words. It is what retrieval in general is
compared with, by the full-text index that the corpus keeps, so that a large collection needs no
more memory than a small one.
"""

from collections.abc import Sequence

import numpy as np

from secqa.corpus.store import Corpus
from secqa.corpus.tables import SCORE, quoted
from secqa.errors import SecqaError
from secqa.retrieval.matches import Matches, terms_of
from secqa.retrieval.pool import COLUMNS, page_index, pool_from
from secqa.retrieval.rank import RankedPage, check_count
from secqa.retrieval.words import stems

_TEXT = "text"
"""The column of the index that holds what is printed on a page."""


def bm25_pages(
    corpus: Corpus, question: str, k: int, documents: Sequence[str] | None = None
) -> tuple[RankedPage, ...]:
    """The `k` best pages, best first, out of some documents or all (None).

    Fewer than `k` where fewer pages have a word of the question. Raises `SecqaError` for a
    question without a word, or a corpus whose page index is not up to date.
    """
    check_count(k)
    words = np.unique(terms_of(stems(question)))
    if not len(words):
        raise SecqaError(f"{question!r}: nothing to search for; ask with at least one word")
    revisions = corpus.revisions(documents)
    where = "" if revisions is None else f"revision IN ({quoted(revisions)})"
    found = page_index(corpus).search(question, (_TEXT,), k, where, COLUMNS, complete=True)
    places = zip(*(found.column(name).to_pylist() for name in ("revision", "page")), strict=True)
    scores = dict(zip(places, found.column(SCORE).to_pylist(), strict=True))
    pool = pool_from(corpus, found)
    matches = Matches(pool, words)
    chunks = pool.best_chunk(matches.chunk_scores(matches.weights(words)))
    return tuple(
        RankedPage(document.document_id, place[1], score, {"bm25": score}, int(chunk))
        for document, place, chunk in zip(pool.documents, pool.places, chunks, strict=True)
        if (score := round(scores[place], 4))
    )
