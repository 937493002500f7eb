"""A conversation as an address: its page or record, who answers, and all questions in order.

    /chat?about=ACME-10-K-2024%233&q=What+was+revenue+in+2024%3F&q=and+in+2023%3F&choose=1000

`choose` is the reading that was chosen of the question before it. An address is all there is of a
conversation: to undo or edit is to go to another address, and tabs do not know of each other.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from secqa.app.models import OFFLINE
from secqa.errors import SecqaError
from secqa.parsing.understand import LONGEST

PATH = "/chat"
_MOST = 60
"""Questions of one conversation: its address must not grow too long for browsers."""


@dataclass(frozen=True, slots=True)
class ChatQuestion:
    """A question of a conversation."""

    text: str
    choice: str = ""
    """The program of the reading that was chosen; "" where none was."""


@dataclass(frozen=True, slots=True)
class ChatAddress:
    """A conversation, as an address has it."""

    about: str
    """The id of a record: `ACME-10-K-2024#3` is a page of a filing."""
    by: str = OFFLINE
    """Name of the generator that answers."""
    turns: tuple[ChatQuestion, ...] = ()
    at: int = 0
    """The turn whose figures are marked, from 1; 0 for the last."""

    @property
    def parameters(self) -> tuple[tuple[str, str], ...]:
        """Parameters of its address, without the marked turn."""
        given = [("about", self.about)]
        if self.by != OFFLINE:
            given.append(("by", self.by))
        for turn in self.turns:
            given.append(("q", turn.text))
            if turn.choice:
                given.append(("choose", turn.choice))
        return tuple(given)

    @property
    def address(self) -> str:
        """Its page."""
        marked = (("at", str(self.at)),) if self.at else ()
        return f"{PATH}?{urlencode((*self.parameters, *marked))}"

    @property
    def file_address(self) -> str:
        """Its file."""
        return f"{PATH}.json?{urlencode(self.parameters)}"

    def with_question(self, question: str) -> "ChatAddress":
        """The conversation with one more question."""
        return replace(self, turns=(*self.turns, ChatQuestion(question)), at=0)

    def cut_at(self, number: int) -> "ChatAddress":
        """The conversation up to the turn before `number`, from 1."""
        return replace(self, turns=self.turns[: number - 1], at=0)

    def with_choice(self, number: int, program: str) -> "ChatAddress":
        """The conversation with another reading of turn `number`; "" for the likeliest."""
        chosen = ChatQuestion(self.turns[number - 1].text, program)
        turns = (*self.turns[: number - 1], chosen, *self.turns[number:])
        return replace(self, turns=turns, at=0)

    def with_mark(self, number: int) -> "ChatAddress":
        """The conversation with the figures of another turn marked."""
        return replace(self, at=number)


def parse_chat(given: Iterable[tuple[str, str]]) -> ChatAddress | None:
    """The conversation of an address or form; None where it names no page or record.

    Empty questions are left out. SecqaError where there are too many.
    """
    about, by, at = "", OFFLINE, ""
    turns: list[ChatQuestion] = []
    for name, value in given:
        text = " ".join(value.split())[:LONGEST]
        match name:
            case "about":
                about = text
            case "by":
                by = text or OFFLINE
            case "at":
                at = text
            case "q" if text:
                turns.append(ChatQuestion(text))
            case "choose" if turns and text:
                turns[-1] = ChatQuestion(turns[-1].text, text)
    if len(turns) > _MOST:
        raise SecqaError(f"more than {_MOST} questions in one chat; start a new one on {about}")
    marked = int(at) if at.isascii() and at.isdecimal() and len(at) < 4 else 0
    return (
        ChatAddress(about, by, tuple(turns), marked if marked <= len(turns) else 0)
        if about
        else None
    )
