"""Plain search by meaning: a question in, the pages whose nearest chunk is nearest out.

As the SEC-QA paper retrieves (4.1, appendix B), with any embedder. A store gives chunks, of which
a page has many, so chunks are asked for until there are pages enough.
"""

from collections.abc import Sequence

from secqa.corpus.store import Corpus
from secqa.retrieval.pool import by_revision
from secqa.retrieval.rank import RankedPage, check_count
from secqa.retrieval.vectors.dense import Dense
from secqa.retrieval.vectors.store import Near

_CHUNKS_A_PAGE = 8
"""Asked for at first; twice as many each time that pages are lacking."""


def dense_pages(
    corpus: Corpus, dense: Dense, question: str, k: int, documents: Sequence[str] | None = None
) -> tuple[RankedPage, ...]:
    """The `k` best pages, best first, out of some documents or all (None)."""
    check_count(k)
    revisions = corpus.revisions(documents)
    if revisions == []:
        return ()
    limit = k * _CHUNKS_A_PAGE
    while True:
        near = dense.near(question, revisions, limit)
        pages = _pages(corpus, near)
        if len(pages) >= k or len(near) < limit:
            return pages[:k]
        limit *= 2


def _pages(corpus: Corpus, near: Sequence[Near]) -> tuple[RankedPage, ...]:
    """The pages of chunks, each where its first chunk stands; those of documents that are gone
    are left out."""
    known = by_revision(corpus)
    first: dict[tuple[str, int], Near] = {}
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
