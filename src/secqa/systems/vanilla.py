"""Vanilla RAG (SEC-QA paper, 4.1): the pages that fit the question, read once.

In: a question. Out: the one value that is read from the `k` best pages of the whole corpus.
It shows how far retrieval and reading go by themselves: nothing tells which documents are
meant but the question's own words, and nothing is calculated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.retrieval.rank import RankedPage, retrieve_pages
from secqa.systems.answer import Answer, refusal
from secqa.systems.engine import Engine
from secqa.systems.telling import answer_in_words


@dataclass(frozen=True)
class Vanilla:
    """See the module; `k` is the number of pages read."""

    corpus: Corpus
    engine: Engine
    k: int
    name: str = "vanilla"

    def answer(self, question: str) -> Answer:
        """Answer one question."""
        began = perf_counter()
        try:
            found = retrieve_pages(self.corpus, question, self.k)
            query = self.engine.told(question)
        except SecqaError as error:
            return refusal(question, error, began)
        if query is not None:
            told = answer_in_words(question, query, lambda _: found, self.engine.tell, began)
            return self.engine.explain(told)
        return read_pages(self.corpus, self.engine, question, found, began)


def read_pages(
    corpus: Corpus, engine: Engine, question: str, found: Sequence[RankedPage], began: float
) -> Answer:
    """The answer that one reading of the pages found gives."""
    pages = [
        (corpus.entry(page.document_id).metadata, corpus.page(page.document_id, page.page))
        for page in found
    ]
    reading = engine.answer(question, pages)
    return Answer(
        question=question,
        value=reading.value,
        unit=reading.unit,
        documents=tuple(dict.fromkeys(page.document_id for page in found)),
        pages=tuple((page.document_id, page.page) for page in found),
        readings=(reading,),
        confidence=reading.confidence,
        seconds=perf_counter() - began,
        error="" if reading.value is not None else reading.why,
    )
