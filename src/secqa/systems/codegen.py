"""CodeGen (SEC-QA paper, 4.1): a program is written for the question and run in the sandbox.

In: a question. Out: what the program writes, with the program, and the documents, pages and
readings that its calls went through. `codegen-docs` is the paper's CodeGen+DocS+PageR, where
documents are selected by company, form and year before pages are retrieved; `codegen` is
CodeGen+PageR, whose programs search the whole collection.
"""

from dataclasses import dataclass, replace
from time import perf_counter

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.query.query import Narrative
from secqa.retrieval.rank import RankedPage
from secqa.retrieval.retriever import Retriever
from secqa.systems.answer import Answer, refusal
from secqa.systems.engine import Engine
from secqa.systems.narrative_documents import documents_told
from secqa.systems.narratives import PAGES, answer_in_words, sentence_of
from secqa.systems.page_source import Tools, read_once, search_once
from secqa.systems.program_answer import answer_of, work_out


@dataclass(frozen=True)
class CodeGen:
    """See the module; each retrieval gives `k` pages."""

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
        if plan.query.narratives:
            told = answer_in_words(question, plan.query, self._pages, engine.tell, began)
            told = replace(told, confidence=plan.probability * told.confidence)
            return engine.explain(told)
        search, read = search_once(self.retrieve, self.k), read_once(engine.read)
        tools = Tools(self.corpus, search, read, self.selects_documents)
        result = work_out(plan, tools, engine.waits, engine.executes)
        if result.error and (mended := engine.mend(question, plan, result.error)):
            plan = mended
            result = work_out(plan, tools, engine.waits, engine.executes)
        answer = answer_of(question, plan, result, tools)
        return replace(answer, seconds=perf_counter() - began)

    def _pages(self, telling: Narrative) -> tuple[RankedPage, ...]:
        documents = documents_told(self.corpus, telling) if self.selects_documents else None
        if documents is not None and not telling.topic:
            # Nothing is searched for: what they tell first is told.
            return tuple(RankedPage(one, 1, 0.0, {}) for one in documents)
        return self.retrieve(sentence_of(telling), max(self.k, PAGES), documents)
