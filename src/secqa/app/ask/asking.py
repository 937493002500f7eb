"""A question as an address asks it in, its answer with how it was understood out.

An address stands for one answer: the question, what was changed of it, and who thinks. The same
again is answered from memory, for any number of tabs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from threading import BoundedSemaphore
from time import perf_counter

from secqa.app.addresses import number_in
from secqa.app.ask.choices import Choices
from secqa.app.ask.listed import can_grow
from secqa.app.ask.slots import AS_IT_IS, Edits, Slot, edited, edits_in, slots_of
from secqa.app.models import Models, from_cache
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Usage
from secqa.parsing.understand import LONGEST, Interpretation, understand
from secqa.query.query import Query
from secqa.retrieval.page_query import known_companies
from secqa.retrieval.retriever import OWN_RANKING, open_retriever
from secqa.retrieval.select import company_printing
from secqa.systems.answer import Answer, refusal
from secqa.systems.codegen import CodeGen
from secqa.systems.confidence import load_fit
from secqa.systems.engine import Engine, known_lines, make_engine
from secqa.systems.given_query import plan_of
from secqa.systems.planning.planner import Plan
from secqa.systems.thinking import OFFLINE, Thinking

_ANSWERS_KEPT = 256
_AT_ONCE = 4
"""Questions that are worked out side by side by rule, so that a slow one holds up nobody. Each
takes all that a core can do, so more would not be sooner."""
_PAGES = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an address asks."""

    question: str
    edits: Edits = AS_IT_IS
    reading: int = 0
    """Which reading of the question is meant: 0 for the likeliest."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what came of it."""

    wanted: Wanted
    answer: Answer
    query: Query | None = None
    """As it was understood, with what was changed; None where it was not understood."""
    slots: tuple[tuple[Slot, str], ...] = ()
    """What of the question's own query can be changed, and what each is now: as a query has it,
    "" for a company that is left out."""
    added: tuple[str, ...] = ()
    """Companies that it is asked of as well."""
    grows: bool = False
    """Whether companies can be added."""
    readings: tuple[Query, ...] = ()
    """What the words may mean, numbered from 0 as addresses count them; where that is hardly in
    doubt, one."""

    @property
    def question(self) -> str:
        """In the words of whoever asks."""
        return self.wanted.question

    @property
    def is_changed(self) -> bool:
        """Whether something else is answered than was understood of the words."""
        return self.query is not None and self.query != self.readings[0]


def wanted_in(parameters: Mapping[str, str]) -> Wanted | None:
    """What an address asks; None where it asks nothing."""
    question = " ".join(parameters.get("q", "").split())[:LONGEST]
    if not question:
        return None
    return Wanted(question, edits_in(parameters), number_in(parameters, "reading", 0))


class Asking:
    """Answers from one corpus. Any number of threads may ask."""

    def __init__(self, corpus: Corpus) -> None:
        """SecqaError where the page index is missing or not up to date."""
        self.corpus = corpus
        self.choices = Choices(corpus)
        self._thinking = BoundedSemaphore(_AT_ONCE)
        self.ask: Callable[[Wanted], Asked] = lru_cache(_ANSWERS_KEPT)(self._by_rule)
        """What is known already is answered at once, whatever else is being worked out."""
        self.recall: Callable[[Wanted, str, Models], Asked] = lru_cache(_ANSWERS_KEPT)(
            self._recalled
        )
        """What a model answers by replies that are known; `Unanswered` where one is not."""

    def understood(self, question: str) -> Interpretation:
        """What a question means by rule; CannotAnswer where that is nothing."""
        corpus, whose = self.corpus, partial(company_printing, self.corpus)
        known, lines = known_companies(corpus), known_lines(corpus)
        return understand(question, known, corpus.catalogue, lines, whose)

    def ask_model(self, wanted: Wanted, thinking: Thinking) -> Asked:
        """What a model answers; it waits for its replies, and holds up nobody.

        Raises `Stopped` where no model can be asked, `Unanswered` where a reply is none.
        """
        return self._answered(wanted, thinking)

    def _by_rule(self, wanted: Wanted) -> Asked:
        with self._thinking:
            return self._answered(wanted, OFFLINE)

    def _recalled(self, wanted: Wanted, name: str, models: Models) -> Asked:
        return self._answered(wanted, from_cache(models.named(name)))

    def _answered(self, wanted: Wanted, thinking: Thinking) -> Asked:
        began, spent = perf_counter(), Usage()
        engine = make_engine(self.corpus, thinking, spent)
        readings: tuple[Query, ...] = ()
        query = None
        try:
            readings, plan = self._meant(wanted.question, thinking, engine)
            query = readings[min(wanted.reading, len(readings) - 1)]
            query = edited(query, wanted.edits, self.choices)
            is_own = query == readings[0]
            made = plan() if is_own else plan_of(query, self.corpus)
            answer = self._worked_out(wanted.question if is_own else str(query), made, engine)
        except SecqaError as error:
            answer = refusal(wanted.question, error, began)
        took = replace(answer, calls=spent.calls, tokens=spent.tokens, cost=spent.known_cost)
        return _told(wanted, took, readings, query)

    def _meant(
        self, question: str, thinking: Thinking, engine: Engine
    ) -> tuple[tuple[Query, ...], Callable[[], Plan]]:
        """Readings of a question, the likeliest first, and what makes the plan of that one."""
        if thinking.model is not None:
            plan = engine.plan(question)
            return (plan.query,), lambda: plan
        understood = self.understood(question)
        doubtful = understood.probability < load_fit().threshold
        others = understood.others if doubtful else ()
        return (understood.query, *others), lambda: engine.plan(question)

    def _worked_out(self, question: str, plan: Plan, engine: Engine) -> Answer:
        planned = replace(engine, plan=lambda _question: plan)
        retrieve = open_retriever(OWN_RANKING, self.corpus)
        system = CodeGen(self.corpus, retrieve, planned, _PAGES, "codegen-docs", True)
        return system.answer(question)


def _told(
    wanted: Wanted, answer: Answer, readings: tuple[Query, ...], query: Query | None
) -> Asked:
    """What came of it, with what can be changed of the reading that was meant."""
    if not readings or not readings[0].outputs:
        return Asked(wanted, answer)
    own = readings[min(wanted.reading, len(readings) - 1)]
    changes = dict(wanted.edits.changes)
    return Asked(
        wanted,
        answer,
        query,
        tuple((slot, changes.get(slot, slot.value)) for slot in slots_of(own)),
        wanted.edits.added,
        can_grow(own),
        readings,
    )
