"""Multi Query RAG (SEC-QA paper, 4.1): vanilla, searched in several wordings.

In: a question. Out: the one value that is read from the `k` pages that the question and its
rewritten forms agree on most. The lists are merged by reciprocal rank.
"""

from collections import defaultdict
from dataclasses import dataclass
from time import perf_counter

from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.retrieval.rank import RankedPage, retrieve_pages
from secqa.systems.answer import Answer, refusal
from secqa.systems.engine import Engine
from secqa.systems.telling import answer_in_words
from secqa.systems.vanilla import read_pages

_RANK_OFFSET = 60
"""As usual in reciprocal rank fusion: how little the first ranks differ."""


@dataclass(frozen=True)
class MultiQuery:
    """See the module; `k` is the number of pages read."""

    corpus: Corpus
    engine: Engine
    k: int
    name: str = "multi-query"

    def answer(self, question: str) -> Answer:
        """Answer one question."""
        began = perf_counter()
        try:
            wordings = self.engine.rewrite(question)
            lists = [retrieve_pages(self.corpus, wording, self.k) for wording in wordings]
            query = self.engine.told(question)
        except SecqaError as error:
            return refusal(question, error, began)
        found = merge(lists, self.k)
        if query is not None:
            told = answer_in_words(question, query, lambda _: found, self.engine.tell, began)
            return self.engine.explain(told)
        return read_pages(self.corpus, self.engine, question, found, began)


def merge(lists: list[tuple[RankedPage, ...]], k: int) -> tuple[RankedPage, ...]:
    """The `k` pages that stand highest in most lists."""
    worth: defaultdict[tuple[str, int], float] = defaultdict(float)
    first: dict[tuple[str, int], RankedPage] = {}
    for ranked in lists:
        for rank, page in enumerate(ranked):
            key = (page.document_id, page.page)
            worth[key] += 1 / (_RANK_OFFSET + rank)
            first.setdefault(key, page)
    best = sorted(worth, key=lambda key: -worth[key])[:k]
    return tuple(first[key] for key in best)
