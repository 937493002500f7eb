"""Pages found -> the same pages in the order of a cross-encoder.

In: a question, the pages that the ranking found, a reranker. Out: the best `k` of them. Its
scores replace the order alone: what the signals added stays, so that both can be read.
"""

from collections.abc import Sequence
from dataclasses import replace

from secqa.corpus.store import Corpus
from secqa.retrieval.context import context_of
from secqa.retrieval.embedding.reranker import Reranker
from secqa.retrieval.rank import RankedPage


def rerank(
    corpus: Corpus, question: str, found: Sequence[RankedPage], k: int, reranker: Reranker
) -> tuple[RankedPage, ...]:
    """The `k` pages whose passages fit best; the signal "reranked" tells the new score."""
    if not found:
        return ()
    scores = reranker.scores(question, [context_of(corpus, page) for page in found])
    order = sorted(range(len(found)), key=lambda place: -scores[place])[:k]
    return tuple(
        replace(
            found[place],
            signals=found[place].signals | {"reranked": round(float(scores[place]), 4)},
        )
        for place in order
    )
