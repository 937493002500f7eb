"""Multi Query RAG (SEC-QA paper, 4.1): a question in parts, each searched for, and one answer.

In: a question. Out: what the pages give that were found for the figures it needs, one query a
company, period and metric. Each query gives `k` pages and all of them are read, as the retriever
does that the paper used: it takes the union.
"""

from dataclasses import dataclass
from time import perf_counter

from secqa.errors import SecqaError
from secqa.retrieval.plain_search import fuse
from secqa.retrieval.retriever import Retriever
from secqa.systems.answer import Answer, refusal
from secqa.systems.engine import Engine
from secqa.systems.vanilla import answer_from


@dataclass(frozen=True)
class MultiQuery:
    """See the module; each query gives `k` pages."""

    retrieve: Retriever
    engine: Engine
    k: int
    name: str = "multi-query"

    def answer(self, question: str) -> Answer:
        """Answer one question."""
        began = perf_counter()
        try:
            found = fuse([self.retrieve(one, self.k) for one in self.engine.queries(question)])
        except SecqaError as error:
            return refusal(question, error, began)
        return answer_from(found, question, self.engine, began)
