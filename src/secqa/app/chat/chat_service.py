"""Conversations answered by the generators on offer.

The same questions in the same order get the same answers. A model is asked only by a form that is
sent: an opened address shows kept replies.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from secqa.app.chat.chat_address import ChatAddress, ChatQuestion
from secqa.app.models import OFFLINE, recalled
from secqa.conversation.chat_session import Session
from secqa.conversation.generators.model_generators import make_generator
from secqa.conversation.page_chat.follow_ups import FollowUps
from secqa.conversation.programs.generator import Exchange, Generator
from secqa.conversation.records.conversation_record import Record
from secqa.conversation.records.record_store import Records
from secqa.errors import SecqaError
from secqa.models.model import Stopped, Unanswered
from secqa.models.open_model import OpenModel, open_model

_TURNS_KEPT = 4_096


@dataclass(frozen=True, slots=True)
class ChatGenerator:
    """A generator that can be chosen."""

    name: str
    ask: Generator
    recall: Generator
    """The same from kept replies; raises `Unanswered` where one is missing."""
    model: OpenModel | None = None
    """The language model behind it; None for the offline rules."""

    @property
    def usage(self) -> str:
        """Calls and cost of its model since the app was started; "" without one."""
        return self.model.usage_line if self.model else ""


def chat_generators(
    names: Sequence[str] = (), opened: Callable[[str], OpenModel] = open_model
) -> tuple[ChatGenerator, ...]:
    """The generators of some names, after the offline one.

    `opened` opens a model within its limits; generators of the same model share it. SecqaError for
    an unknown one.
    """
    models: dict[str, OpenModel] = {}

    def once(name: str) -> OpenModel:
        if name not in models:
            models[name] = opened(name)
        return models[name]

    offline = FollowUps(make_generator(OFFLINE))
    generators = [ChatGenerator(OFFLINE, offline, offline)]
    for name in dict.fromkeys(names):
        if name != OFFLINE:
            asking = make_generator(name, opened=once)
            recalling = make_generator(name, opened=lambda model: recalled(once(model)))
            generators.append(ChatGenerator(name, asking, recalling, once(name.partition(":")[2])))
    return tuple(generators)


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A question with its reply."""

    question: ChatQuestion
    first: Exchange
    """The reply of the likeliest reading."""
    reply: Exchange
    """The reply of the chosen reading; `first` without a choice."""

    @property
    def is_chosen(self) -> bool:
        """Whether another reading than the likeliest was chosen."""
        return self.first is not self.reply

    @property
    def misses_choice(self) -> bool:
        """Whether the address names a reading that is not offered."""
        choice = self.question.choice
        return bool(choice) and not self.is_chosen and choice != self.first.program


@dataclass(frozen=True, slots=True)
class ChatHistory:
    """The answered turns of a conversation."""

    turns: tuple[ChatTurn, ...]
    stopped: str = ""
    """Why the next turn has no reply; "" after the last."""

    @property
    def replies(self) -> tuple[Exchange, ...]:
        """The replies of all turns."""
        return tuple(turn.reply for turn in self.turns)


class ChatService:
    """Answers conversations, and keeps answered turns.

    To open an address again, to undo and to edit costs only what is new.
    """

    def __init__(self, generators: Sequence[ChatGenerator], records: Records | None = None) -> None:
        self.generators = {one.name: one for one in generators}
        self.records = records
        """Beside the pages of the corpus."""
        self._kept = lru_cache(maxsize=_TURNS_KEPT)(self._turn)
        self._running = Lock()

    def generator(self, name: str) -> ChatGenerator:
        """A generator by name; SecqaError if it is not offered."""
        try:
            return self.generators[name]
        except KeyError:
            raise SecqaError(f"{name}: not offered here; choose another to answer") from None

    def history(self, chat: ChatAddress, record: Record, may_ask: bool = False) -> ChatHistory:
        """The replies of a conversation; a model is asked only where `may_ask`.

        SecqaError for a generator that is not offered.
        """
        generator = self.generator(chat.by)
        turns: tuple[ChatTurn, ...] = ()
        for question in chat.turns:
            earlier = tuple(turn.reply for turn in turns)
            try:
                turn = self._kept(record, generator.name, earlier, question, may_ask)
            except (Unanswered, Stopped, SecqaError) as error:
                return ChatHistory(turns, str(error))
            turns = (*turns, turn)
        return ChatHistory(turns)

    def session(self, chat: ChatAddress, record: Record) -> Session:
        """The answered turns as a session, which other commands can resume."""
        generator = self.generator(chat.by)
        return Session(record, generator.recall, self.history(chat, record).replies)

    def _turn(
        self,
        record: Record,
        name: str,
        earlier: tuple[Exchange, ...],
        question: ChatQuestion,
        may_ask: bool,
    ) -> ChatTurn:
        generator = self.generators[name]
        ask = generator.ask if may_ask else generator.recall
        session = Session(record, ask, earlier)
        if generator.model is None:
            # One at a time: each answer by rule takes a whole core.
            with self._running:
                first = session.ask(question.text)
        else:
            first = session.ask(question.text)
        programs = [choice.program for choice in first.choices]
        if question.choice not in programs:
            return ChatTurn(question, first, first)
        return ChatTurn(question, first, session.choose(programs.index(question.choice) + 1))
