"""A question as an address asks it in, its answer with how it was understood out.

An address stands for one answer: the question and what was changed of it. The same again is
answered from memory, for any number of tabs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from secqa.app.ask.slots import Slot, changed, changes_in, slots_of
from secqa.corpus.store import Corpus
from secqa.errors import CannotAnswer, SecqaError
from secqa.language.query import Query
from secqa.language.understand import understand
from secqa.retrieval.query import known_companies
from secqa.systems.answer import Answer
from secqa.systems.engine import known_lines
from secqa.systems.given_query import answer_query
from secqa.systems.make import make_system

_ANSWERS_KEPT = 256


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what came of it."""

    question: str
    answer: Answer
    query: Query | None = None
    """As it was understood, with what was changed; None where it was not understood."""
    slots: tuple[tuple[Slot, str], ...] = ()
    """What of the question's own query can be changed, and what each is now."""

    @property
    def is_changed(self) -> bool:
        """Whether something else is answered than was asked in words."""
        return any(now != slot.value for slot, now in self.slots)


class Asking:
    """Answers from one corpus, by rule."""

    def __init__(self, corpus: Corpus) -> None:
        """SecqaError where the page index is missing or not up to date."""
        self._corpus = corpus
        self._system = make_system("codegen-docs", corpus)
        self._thinking = Lock()
        self._kept = lru_cache(maxsize=_ANSWERS_KEPT)(self._answered)

    def ask(self, question: str, parameters: Mapping[str, str]) -> Asked:
        """The answer to a question with the changes that some parameters of an address name."""
        changes = changes_in(parameters)
        # One at a time: an answer takes all that a core can do.
        with self._thinking:
            return self._kept(question, tuple(sorted(changes.items(), key=str)))

    def _answered(self, question: str, changes: tuple[tuple[Slot, str], ...]) -> Asked:
        corpus = self._corpus
        try:
            query = understand(
                question, known_companies(corpus), corpus.catalogue, known_lines(corpus)
            ).query
        except CannotAnswer:
            return Asked(question, self._system.answer(question))
        given = dict(changes)
        slots = tuple((slot, given.get(slot, slot.value)) for slot in slots_of(query))
        if not any(slot in given for slot, _ in slots):
            return Asked(question, self._system.answer(question), query, slots)
        try:
            query = changed(query, given)
            answer = answer_query(query, corpus)
        except SecqaError as error:
            answer = Answer(question, None, error=str(error))
        return Asked(question, answer, query, slots)
