"""A conversation of an address in, each of its turns with what it got out.

The same questions in the same order get the same answers, so what was worked out once is kept: to
open an address again, to undo and to edit cost only what is new.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from secqa.app.chat.talk import Asked, Talk
from secqa.app.chat.thinkers import Thinker
from secqa.conversation.chat_session import Session, TurnReply
from secqa.conversation.records.conversation_record import Record
from secqa.conversation.records.record_store import Records
from secqa.errors import SecqaError
from secqa.models.model import Stopped, Unanswered

_TURNS_KEPT = 4_096


@dataclass(frozen=True, slots=True)
class Held:
    """A turn that got something."""

    asked: Asked
    first: TurnReply
    """What the question got by itself."""
    reply: TurnReply
    """What it got with the reading that was chosen; the same where none was."""

    @property
    def is_chosen(self) -> bool:
        """Whether the reading that the address names was there to be chosen."""
        return self.first is not self.reply

    @property
    def misses(self) -> bool:
        """Whether the address names a reading that is not offered, nor what it got by itself."""
        choice = self.asked.choice
        return bool(choice) and not self.is_chosen and choice != self.first.program


@dataclass(frozen=True, slots=True)
class Conversation:
    """The turns of a conversation as far as they got something."""

    turns: tuple[Held, ...]
    stopped: str = ""
    """Why the next one got nothing; "" where none is left."""

    @property
    def replies(self) -> tuple[TurnReply, ...]:
        """What the turns got."""
        return tuple(held.reply for held in self.turns)


class Talking:
    """What conversations are held with, and what they came to."""

    def __init__(self, thinkers: Sequence[Thinker], records: Records | None = None) -> None:
        self.thinkers = {one.name: one for one in thinkers}
        self.records = records
        """Beside the pages of the corpus."""
        self._kept = lru_cache(maxsize=_TURNS_KEPT)(self._turn)
        self._thinking = Lock()

    def thinker(self, name: str) -> Thinker:
        """A generator by name; SecqaError where it is not offered."""
        try:
            return self.thinkers[name]
        except KeyError:
            raise SecqaError(
                f"{name}: not offered here; start `secqa app` with --generator {name}"
            ) from None

    def hold(self, talk: Talk, record: Record, may_ask: bool = False) -> Conversation:
        """A conversation about its record; a model is asked only where that is allowed.

        SecqaError for a generator that is not offered.
        """
        thinker = self.thinker(talk.by)
        turns: tuple[Held, ...] = ()
        for asked in talk.turns:
            before = tuple(held.reply for held in turns)
            try:
                held = self._kept(record, thinker.name, before, asked, may_ask)
            except (Unanswered, Stopped, SecqaError) as error:
                return Conversation(turns, str(error))
            turns = (*turns, held)
        return Conversation(turns)

    def session(self, talk: Talk, record: Record) -> Session:
        """A conversation as other commands know it, with the turns that got something."""
        thinker = self.thinker(talk.by)
        return Session(record, thinker.recall, self.hold(talk, record).replies)

    def _turn(
        self, record: Record, name: str, before: tuple[TurnReply, ...], asked: Asked, may_ask: bool
    ) -> Held:
        thinker = self.thinkers[name]
        session = Session(record, thinker.ask if may_ask else thinker.recall, before)
        if thinker.model is None:
            # One at a time: what is worked out here takes all that a core can do.
            with self._thinking:
                first = session.ask(asked.question)
        else:
            first = session.ask(asked.question)
        programs = [choice.program for choice in first.choices]
        if asked.choice not in programs:
            return Held(asked, first, first)
        return Held(asked, first, session.choose(programs.index(asked.choice) + 1))
