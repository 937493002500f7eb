"""Vanilla RAG (SEC-QA paper, 4.1): the pages that fit the question, and an answer from them.

In: a question. Out: what the `k` best pages of the whole collection give, found by the question as
it stands and nothing else. It shows how far one retrieval goes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from secqa.errors import SecqaError
from secqa.retrieval.rank import RankedPage
from secqa.retrieval.retriever import Retriever
from secqa.systems.answer import Answer, refusal
from secqa.systems.engine import Engine
from secqa.systems.narratives import answer_in_words


@dataclass(frozen=True)
class Vanilla:
    """See the module; `k` is the number of pages read."""

    retrieve: Retriever
    engine: Engine
    k: int
    name: str = "vanilla"

    def answer(self, question: str) -> Answer:
        """Answer one question."""
        began = perf_counter()
        try:
            found = self.retrieve(question, self.k)
        except SecqaError as error:
            return refusal(question, error, began)
        return answer_from(found, question, self.engine, began)


def answer_from(found: Sequence[RankedPage], question: str, engine: Engine, began: float) -> Answer:
    """The answer to a whole question, in words or figures, from the pages found alone."""
    query = engine.told(question)
    if query is not None:
        told = answer_in_words(question, query, lambda _: found, engine.tell, began)
        return engine.explain(told)
    return replace(
        engine.answer(question, found),
        documents=tuple(dict.fromkeys(page.document_id for page in found)),
        pages=tuple((page.document_id, page.page) for page in found),
        seconds=perf_counter() - began,
    )
