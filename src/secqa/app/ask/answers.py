"""Answers to questions of addresses, kept in memory, with how each question was understood.

An address stands for one answer: the question, what was changed of it, and the model. The same
address is answered from memory, for any number of tabs.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from threading import BoundedSemaphore
from time import perf_counter

from secqa.app.ask.ask_request import AskRequest
from secqa.app.ask.name_choices import NameChoices
from secqa.app.models import Models, from_cache
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Usage
from secqa.parsing.understand import Interpretation, understand
from secqa.query.edit import Slot, can_add_companies, query_slots
from secqa.query.query import Query
from secqa.retrieval.page_query import known_companies
from secqa.retrieval.retriever import OWN_RANKING, open_retriever
from secqa.retrieval.select import company_printing
from secqa.systems.answer import Answer, refusal
from secqa.systems.confidence import load_fit
from secqa.systems.engine import Engine, known_lines, make_engine
from secqa.systems.make import plan_of
from secqa.systems.paper_systems import CodeGen
from secqa.systems.planning.planner import Plan
from secqa.systems.thinking import OFFLINE, Thinking

_ANSWERS_KEPT = 256
_CONCURRENT = 4
"""Questions that are answered side by side by rule, so that a slow one delays nobody. Each takes
a whole core, so more would not be faster."""
_PAGES = 8


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """A question with its answer."""

    request: AskRequest
    answer: Answer
    query: Query | None = None
    """As it was understood and changed; None where it was not understood."""
    slots: tuple[tuple[Slot, str], ...] = ()
    """What of the question's own query can be changed, each with its present value; "" for a
    company that is left out."""
    added: tuple[str, ...] = ()
    """Companies that were added."""
    can_add: bool = False
    """Whether companies can be added."""
    readings: tuple[Query, ...] = ()
    """What the words may mean, as addresses number it from 0; one unless that is in doubt."""

    @property
    def question(self) -> str:
        """In the user's words."""
        return self.request.question

    @property
    def is_changed(self) -> bool:
        """Whether another query is answered than the likeliest reading of the words."""
        return self.query is not None and self.query != self.readings[0]


class AnswerService:
    """Answers from one corpus. Any number of threads may ask."""

    def __init__(self, corpus: Corpus) -> None:
        """SecqaError where the page index is missing or out of date."""
        self.corpus = corpus
        self.choices = NameChoices(corpus)
        self._running = BoundedSemaphore(_CONCURRENT)
        self.ask: Callable[[AskRequest], QuestionAnswer] = lru_cache(_ANSWERS_KEPT)(self._by_rule)
        """Answers by rule; a known answer comes at once, whatever else is under way."""
        self.recall: Callable[[AskRequest, str, Models], QuestionAnswer] = lru_cache(_ANSWERS_KEPT)(
            self._recalled
        )
        """Answers of a model from kept replies; `Unanswered` where one is missing."""

    def interpret(self, question: str) -> Interpretation:
        """Parse a question by rule; CannotAnswer where it means nothing."""
        corpus, owner_of = self.corpus, partial(company_printing, self.corpus)
        known, lines = known_companies(corpus), known_lines(corpus)
        return understand(question, known, corpus.catalogue, lines, owner_of)

    def ask_model(self, request: AskRequest, thinking: Thinking) -> QuestionAnswer:
        """Ask a model, without delaying other questions.

        Raises `Stopped` where no model can be asked, `Unanswered` where a reply is unusable.
        """
        return self._answered(request, thinking)

    def _by_rule(self, request: AskRequest) -> QuestionAnswer:
        with self._running:
            return self._answered(request, OFFLINE)

    def _recalled(self, request: AskRequest, name: str, models: Models) -> QuestionAnswer:
        return self._answered(request, from_cache(models.find(name)))

    def _answered(self, request: AskRequest, thinking: Thinking) -> QuestionAnswer:
        began, spent = perf_counter(), Usage()
        engine = make_engine(self.corpus, thinking, spent)
        readings: tuple[Query, ...] = ()
        query = None
        try:
            readings, plan = self._readings(request.question, thinking, engine)
            query = readings[min(request.reading, len(readings) - 1)]
            query = request.edits.apply(query, self.choices)
            is_own = query == readings[0]
            made = plan() if is_own else plan_of(query, self.corpus)
            answer = self._answer_plan(request.question if is_own else str(query), made, engine)
        except SecqaError as error:
            answer = refusal(request.question, error, began)
        took = replace(answer, calls=spent.calls, tokens=spent.tokens, cost=spent.known_cost)
        return _with_slots(request, took, readings, query)

    def _readings(
        self, question: str, thinking: Thinking, engine: Engine
    ) -> tuple[tuple[Query, ...], Callable[[], Plan]]:
        """Readings of a question, the likeliest first, and a function that plans that one."""
        if thinking.model is not None:
            plan = engine.plan(question)
            return (plan.query,), lambda: plan
        understood = self.interpret(question)
        doubtful = understood.probability < load_fit().threshold
        others = understood.others if doubtful else ()
        return (understood.query, *others), lambda: engine.plan(question)

    def _answer_plan(self, question: str, plan: Plan, engine: Engine) -> Answer:
        planned = replace(engine, plan=lambda _question: plan)
        retrieve = open_retriever(OWN_RANKING, self.corpus)
        system = CodeGen(self.corpus, retrieve, planned, _PAGES, "codegen-docs", True)
        return system.answer(question)


def _with_slots(
    request: AskRequest, answer: Answer, readings: tuple[Query, ...], query: Query | None
) -> QuestionAnswer:
    """The answer, with what can be changed of the reading that was meant."""
    if not readings or not readings[0].outputs:
        return QuestionAnswer(request, answer)
    own = readings[min(request.reading, len(readings) - 1)]
    changes = dict(request.edits.changes)
    return QuestionAnswer(
        request,
        answer,
        query,
        tuple((slot, changes.get(slot, slot.value)) for slot in query_slots(own)),
        request.edits.added,
        can_add_companies(own),
        readings,
    )
