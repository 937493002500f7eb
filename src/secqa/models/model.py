"""A language model is a function from a request to a reply.

A cache, a budget, retries and counting are functions from a model to a model, so that each can be
read, tested and omitted alone. `open_model.py` combines them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

_CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class ReplyForm:
    """What a reply must look like: the fields of one object."""

    name: str
    description: str
    schema: dict[str, Any]
    """JSON schema of the object."""


@dataclass(frozen=True, slots=True)
class Request:
    """Everything that a model is told; two equal requests have the same answer."""

    instructions: str
    """The system's part: what to do, always the same for one kind of request."""
    prompt: str
    """The user's part: the question, the pages."""
    form: ReplyForm | None = None
    """None: free text."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said, and what it took."""

    text: str
    """Free text, or the JSON of the object asked for."""
    input_tokens: int
    output_tokens: int
    cost: float | None = None
    """US dollars; None where the price is not known."""
    cut: bool = False
    """It was cut off: what is there has been paid for, and cannot be used."""


Model = Callable[[Request], Reply]
"""May raise `Unavailable`, `Unanswered`, `Stopped`, or `SecqaError` for a request it refuses."""


class Unavailable(Exception):
    """The model cannot answer now; the same request may succeed later."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds that the server asks to wait."""


class Garbled(Unavailable):
    """A reply came that is none: no JSON of the protocol, empty, cut off.

    It says nothing about the question, nor that the server is gone: other requests may do well.
    """


class Unanswered(Exception):
    """This request has no reply yet, others may have one. To be asked again another time.

    Not a `SecqaError`: it says nothing about the question, so it must not become its answer.
    """


class Stopped(Exception):
    """No request can be answered any more: a budget is spent, a key is wrong, nothing replies.

    Not a `SecqaError`: it says nothing about the question, so it must not become its answer.
    """


@dataclass(slots=True)
class Usage:
    """What was used, added up; safe to add to from several threads."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0
    """Calls whose price is not known."""
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)

    def add(self, reply: Reply) -> None:
        """Count one reply."""
        with self._lock:
            self.calls += 1
            self.input_tokens += reply.input_tokens
            self.output_tokens += reply.output_tokens
            self.cost += reply.cost or 0.0
            self.unpriced += reply.cost is None

    def add_call(self) -> None:
        """Count one plan or reading of the rules, which take no tokens and cost nothing."""
        with self._lock:
            self.calls += 1

    @property
    def tokens(self) -> int:
        """Of both ways."""
        return self.input_tokens + self.output_tokens

    @property
    def full_cost(self) -> float | None:
        """US dollars; None when the price of any call is not known."""
        return None if self.unpriced else self.cost


def counted(model: Model, spent: Usage) -> Model:
    """The model, with every reply added to `spent`."""

    def ask(request: Request) -> Reply:
        reply = model(request)
        spent.add(reply)
        return reply

    return ask


def estimated_tokens(text: str) -> int:
    """About how many tokens a text takes, where nobody has counted: four characters each."""
    return -(-len(text) // _CHARACTERS_A_TOKEN)


def estimated_input(request: Request) -> int:
    """About how many tokens a request takes."""
    form = str(request.form.schema) + request.form.description if request.form else ""
    return estimated_tokens(request.instructions + request.prompt + form)
