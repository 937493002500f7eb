"""Questions of addresses and their answers, kept in memory.

An address stands for one answer: the question, the changes to its query, and the model. The same
address is answered from memory, for any number of tabs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import BoundedSemaphore
from time import perf_counter
from urllib.parse import urlencode

from secqa.app.addresses import number_in
from secqa.app.ask.name_choices import NameChoices
from secqa.app.models import OFFLINE, Models, from_cache
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Usage
from secqa.parsing.understand import LONGEST, Interpretation, understand
from secqa.query.edit import (
    SLOT_KINDS,
    Slot,
    add_companies,
    can_add_companies,
    change_slots,
    query_slots,
    remove_companies,
)
from secqa.query.query import Query
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.retriever import OWN_RANKING, open_retriever
from secqa.systems.answer import Answer, refusal
from secqa.systems.confidence import load_fit
from secqa.systems.engine import Engine, company_lines, make_engine
from secqa.systems.make import plan_of
from secqa.systems.paper_systems import CodeGen
from secqa.systems.planning.planner import NOTHING, Plan
from secqa.systems.thinking import OFFLINE as BY_RULE
from secqa.systems.thinking import Thinking

_ADDED = "add:"
"""Prefix of the parameters that add companies."""


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question, and what an address changes of its query."""

    question: str
    changes: tuple[tuple[Slot, str], ...] = ()
    """New values of slots; "" for a company that is left out."""
    added: tuple[str, ...] = ()
    """Companies that are added."""
    reading: int = 0
    """Which reading of the question is meant: 0 for the likeliest."""

    def edit(self, query: Query, choices: NameChoices) -> Query:
        """The query as changed.

        SecqaError for an unknown name or period, and where no company is left.
        """
        changes = {
            slot: choices.typed(slot.kind, to)
            for slot, to in self.changes
            if to and to != choices.label(slot.kind, slot.value)
        }
        removed = {slot.value for slot, to in self.changes if not to}
        added = [choices.typed("company", name) for name in self.added]
        # To put another company in the place of the only one, it is added before that is removed.
        return remove_companies(add_companies(change_slots(query, changes), added), removed)


def parse_request(parameters: Mapping[str, str]) -> AskRequest | None:
    """The question of an address; None without one. A slot with its old value is no change."""
    question = " ".join(parameters.get("q", "").split())[:LONGEST]
    if not question:
        return None
    changes: dict[Slot, str] = {}
    added: dict[str, None] = {}
    for key, given in parameters.items():
        to = " ".join(given.split())
        if key.startswith(_ADDED) and to:
            added[to] = None
        for kind in SLOT_KINDS:
            value = key.removeprefix(f"{kind}:")
            if value != key and to != value and (to or kind == "company"):
                changes[Slot(kind, value)] = to
    in_order = tuple(sorted(changes.items(), key=str))
    return AskRequest(question, in_order, tuple(added), number_in(parameters, "reading", 0))


def model_in(parameters: Mapping[str, str]) -> str:
    """The model of an address; "" for the offline rules."""
    name = parameters.get("model", "")
    return "" if name == OFFLINE else name


def ask_address(parameters: Mapping[str, str]) -> str:
    """The address of the answer that a form asks for, without its empty fields; an empty company
    stays, since it removes the company."""
    kept = {
        name: text
        for name, text in parameters.items()
        if (text or name.startswith("company:")) and (name, text) != ("model", OFFLINE)
    }
    return f"/ask?{urlencode(kept)}"


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
    can_add: bool = False
    """Whether companies can be added."""
    readings: tuple[Query, ...] = ()
    """What the words may mean, as addresses number it from 0; one unless that is in doubt."""
    grounded: Query = NOTHING
    """The query with concrete companies and periods, as it was answered."""

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
            lambda request, name, models: self._answered(request, from_cache(models.find(name)))
        )
        """Answers of a model from kept replies; `Unanswered` where one is missing."""

    def interpret(self, question: str) -> Interpretation:
        """Parse a question by rule; CannotAnswer where it means nothing."""
        known, lines = corpus_companies(self.corpus), company_lines(self.corpus)
        return understand(question, known, self.corpus.catalogue, lines)

    def ask_model(self, request: AskRequest, thinking: Thinking) -> QuestionAnswer:
        """Ask a model, without delaying other questions.

        Raises `Stopped` where no model can be asked, `Unanswered` where a reply is unusable.
        """
        return self._answered(request, thinking)

    def _by_rule(self, request: AskRequest) -> QuestionAnswer:
        with self._running:
            return self._answered(request, BY_RULE)

    def _answered(self, request: AskRequest, thinking: Thinking) -> QuestionAnswer:
        began, spent = perf_counter(), Usage()
        engine = make_engine(self.corpus, thinking, spent)
        readings: tuple[Query, ...] = ()
        query, grounded = None, NOTHING
        try:
            readings, plan = self._readings(request.question, thinking, engine)
            query = readings[min(request.reading, len(readings) - 1)]
            query = request.edit(query, self.choices)
            is_own = query == readings[0]
            made = plan() if is_own else plan_of(query, self.corpus)
            grounded = made.query
            answer = self._answer_plan(request.question if is_own else str(query), made, engine)
        except SecqaError as error:
            answer = refusal(request.question, error, began)
        took = replace(answer, calls=spent.calls, tokens=spent.tokens, cost=spent.full_cost)
        return replace(_with_slots(request, took, readings, query), grounded=grounded)

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
    changes = dict(request.changes)
    return QuestionAnswer(
        request,
        answer,
        query,
        tuple((slot, changes.get(slot, slot.value)) for slot in query_slots(own)),
        can_add_companies(own),
        readings,
    )
