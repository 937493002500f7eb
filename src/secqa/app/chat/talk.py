"""A conversation as an address: what it is about, who answers, and all that was asked, in order.

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
class Asked:
    """A question of a conversation."""

    question: str
    choice: str = ""
    """The program of the reading that was chosen; "" where none was."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation, as an address has it."""

    about: str
    """The id of a record: `ACME-10-K-2024#3` is a page of a filing."""
    by: str = OFFLINE
    """The generator that answers."""
    turns: tuple[Asked, ...] = ()
    at: int = 0
    """The turn whose figures are marked, from 1; 0 for the last."""

    @property
    def parameters(self) -> tuple[tuple[str, str], ...]:
        """Of its address, without the turn that is marked."""
        given = [("about", self.about)]
        if self.by != OFFLINE:
            given.append(("by", self.by))
        for turn in self.turns:
            given.append(("q", turn.question))
            if turn.choice:
                given.append(("choose", turn.choice))
        return tuple(given)

    @property
    def address(self) -> str:
        """Where it is shown."""
        marked = (("at", str(self.at)),) if self.at else ()
        return f"{PATH}?{urlencode((*self.parameters, *marked))}"

    @property
    def file(self) -> str:
        """Where it is taken away."""
        return f"{PATH}.json?{urlencode(self.parameters)}"

    @property
    def next(self) -> str:
        """Where questions to go on with are."""
        return f"{PATH}/next?{urlencode(self.parameters)}"

    def asking(self, question: str) -> "Talk":
        """With one more question."""
        return replace(self, turns=(*self.turns, Asked(question)), at=0)

    def until(self, number: int) -> "Talk":
        """As it was before turn `number`, from 1."""
        return replace(self, turns=self.turns[: number - 1], at=0)

    def choosing(self, number: int, program: str) -> "Talk":
        """With another reading of turn `number`; "" for the one that is taken by itself."""
        chosen = Asked(self.turns[number - 1].question, program)
        turns = (*self.turns[: number - 1], chosen, *self.turns[number:])
        return replace(self, turns=turns, at=0)

    def marking(self, number: int) -> "Talk":
        """With the figures of another turn marked."""
        return replace(self, at=number)


def talk_in(given: Iterable[tuple[str, str]]) -> Talk | None:
    """The conversation of an address or form; None where it is about nothing.

    Questions without a word are left out. SecqaError where there are too many.
    """
    about, by, at = "", OFFLINE, ""
    turns: list[Asked] = []
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
                turns.append(Asked(text))
            case "choose" if turns and text:
                turns[-1] = Asked(turns[-1].question, text)
    if len(turns) > _MOST:
        raise SecqaError(f"more than {_MOST} questions in one chat; start a new one on {about}")
    marked = int(at) if at.isascii() and at.isdecimal() and len(at) < 4 else 0
    return Talk(about, by, tuple(turns), marked if marked <= len(turns) else 0) if about else None
