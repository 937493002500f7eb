"""Define the four systems of the SEC-QA paper (4.1), which differ in how they find pages.

`vanilla` searches once with the question, `multi-query` once per figure. `codegen` computes the
answer from figures that it searches in the whole corpus (the paper's CodeGen+PageR); `codegen-docs`
first selects documents by company, form and year (CodeGen+DocS+PageR).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer, SecqaError
from secqa.parsing.figure_question import Question
from secqa.query.leaves import Narrative
from secqa.retrieval.plain_search import fuse
from secqa.retrieval.rank import RankedPage
from secqa.retrieval.retriever import Retriever
from secqa.systems.ahead import read_once, search_once
from secqa.systems.answer import Answer, refusal
from secqa.systems.engine import Engine
from secqa.systems.explaining.statement_moves import with_moves
from secqa.systems.narratives import (
    PAGES,
    PAGES_EACH,
    PAGES_OF_SECTION,
    answer_in_words,
    narrative_documents,
    sentence_of,
    with_words,
)
from secqa.systems.page_source import Tools
from secqa.systems.planning.planner import Plan
from secqa.systems.program_answer import answer_of, work_out


@dataclass(frozen=True)
class CodeGen:
    """Plans a question and computes it; each retrieval returns `k` pages."""

    corpus: Corpus
    retrieve: Retriever
    engine: Engine
    k: int
    name: str
    selects_documents: bool

    def answer(self, question: str) -> Answer:
        """Answer one question."""
        began = perf_counter()
        engine = self.engine
        try:
            plan = engine.plan(question)
        except SecqaError as error:
            return refusal(question, error, began)
        query = plan.query
        if not query.narratives:
            return self._figures(question, plan, began)
        figures = refusal(question, CannotAnswer("no figure is asked for"), began)
        if query.figures.outputs:
            figures = self._figures(question, replace(plan, query=query.figures), began)
        figures, moves = with_moves(figures, query, self.corpus)
        words = answer_in_words(question, query, self._pages, engine.tell, began, moves)
        words = engine.explain(replace(words, confidence=plan.probability * words.confidence))
        return with_words(figures, words)

    def _figures(self, question: str, plan: Plan, began: float) -> Answer:
        engine = self.engine
        search, read = search_once(self.retrieve, self.k), read_once(engine.read)
        tools = Tools(self.corpus, search, read, self.selects_documents)
        result = work_out(plan, tools, engine.waits, engine.executes)
        if result.error and (mended := engine.mend(question, plan, result.error)):
            plan = mended
            result = work_out(plan, tools, engine.waits, engine.executes)
        answer = answer_of(question, plan, result, tools)
        return replace(answer, seconds=perf_counter() - began)

    def _pages(
        self, tellings: Sequence[Narrative], newest: bool
    ) -> Sequence[tuple[RankedPage, ...]]:
        """The pages for each narrative; several periods of one topic share a search."""
        k = max(self.k, PAGES)
        if not self.selects_documents:
            return [self.retrieve(sentence_of(one), k, None) for one in tellings]
        documents = [narrative_documents(self.corpus, one, newest) for one in tellings]
        found: list[tuple[RankedPage, ...]] = []
        searches: dict[str, tuple[RankedPage, ...]] = {}
        for telling, own in zip(tellings, documents, strict=True):
            of_section = PAGES_OF_SECTION if telling.asks in ("list", "changes") else 0
            if own is None:
                found.append(self.retrieve(sentence_of(telling), k, None))
            elif not telling.topic:
                # Without a topic, the answer is the beginning of the document.
                found.append(tuple(RankedPage(one, 1, 0.0, {}) for one in own))
            elif len(tellings) == 1:
                found.append(self.retrieve(telling.topic, of_section or k, own))
            else:
                if telling.topic not in searches:
                    every = [one for ids in documents for one in ids or ()]
                    searches[telling.topic] = self.retrieve(
                        telling.topic, sum(self.corpus.entry(one).pages for one in every), every
                    )
                of_these = [one for one in searches[telling.topic] if one.document_id in own]
                found.append(tuple(of_these[: max(self.k, PAGES_EACH, of_section)]))
        return found


@dataclass(frozen=True)
class AtOnce:
    """Reads the pages of all its searches together; each returns `k` pages."""

    retrieve: Retriever
    engine: Engine
    k: int
    name: str
    searches: Callable[[str], Sequence[Question]]
    """Splits a question into searches."""

    def answer(self, question: str) -> Answer:
        """Answer one question."""
        began = perf_counter()
        try:
            found = fuse([self.retrieve(one, self.k) for one in self.searches(question)])
        except SecqaError as error:
            return refusal(question, error, began)
        return answer_from(found, question, self.engine, began)


def answer_from(found: Sequence[RankedPage], question: str, engine: Engine, began: float) -> Answer:
    """Answer a whole question, in words or figures, from the given pages alone."""
    query = engine.narrative_query(question)
    if query is not None:
        narrative = answer_in_words(
            question, query, lambda tellings, _newest: [found] * len(tellings), engine.tell, began
        )
        return engine.explain(narrative)
    return replace(
        engine.answer(question, found),
        documents=tuple(dict.fromkeys(page.document_id for page in found)),
        pages=tuple((page.document_id, page.page) for page in found),
        seconds=perf_counter() - began,
    )
