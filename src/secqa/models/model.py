"""A language model is a function from a request to a reply.

Cache, budget, retries and usage counting each wrap a model in another model, so that each can be
read, tested and omitted alone. `open_model.py` combines them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class ReplyForm:
    """The required form of a reply: a JSON object with these fields."""

    name: str
    description: str
    schema: dict[str, Any]
    """JSON schema of the object."""


@dataclass(frozen=True, slots=True)
class Request:
    """The complete input of a model; equal requests share a cached reply."""

    instructions: str
    """System message: the task, constant for one kind of request."""
    prompt: str
    """User message: the question and the pages."""
    form: ReplyForm | None = None
    """None: free text."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's output, with its tokens and cost."""

    text: str
    """Free text, or the JSON object that the request's form requires."""
    input_tokens: int
    output_tokens: int
    cost: float | None = None
    """US dollars; None if the price is unknown."""
    cut: bool = False
    """Whether the reply hit the token limit: it is unusable but was paid for."""


Model = Callable[[Request], Reply]
"""May raise `Unavailable`, `Unanswered`, `Stopped`, or `SecqaError` for a request it refuses."""


class Unavailable(Exception):
    """The model cannot answer now; the same request may succeed later."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds that the server asks to wait."""


class Garbled(Unavailable):
    """A reply is unusable: not JSON of the protocol, empty, or cut off.

    This says nothing about the question or the server; other requests may succeed.
    """


class Unanswered(Exception):
    """This request has no reply yet and can be sent again later; other requests may have replies.

    Not a `SecqaError`: it says nothing about the question, so it must not become its answer.
    """


class Stopped(Exception):
    """No further request can be answered: a spent budget, a wrong key, or a silent server.

    Not a `SecqaError`: it says nothing about the question, so it must not become its answer.
    """


@dataclass(slots=True)
class Usage:
    """Total calls, tokens and cost; several threads may add to it."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0
    """Calls whose price is unknown."""
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
        """Count one rule-based plan or reading, which uses no tokens and costs nothing."""
        with self._lock:
            self.calls += 1

    @property
    def tokens(self) -> int:
        """Input and output tokens."""
        return self.input_tokens + self.output_tokens

    @property
    def full_cost(self) -> float | None:
        """US dollars; None if the price of any call is unknown."""
        return None if self.unpriced else self.cost


def count_usage(model: Model, spent: Usage) -> Model:
    """Wrap a model to add every reply to `spent`."""

    def ask(request: Request) -> Reply:
        reply = model(request)
        spent.add(reply)
        return reply

    return ask


def estimated_tokens(text: str) -> int:
    """Estimate the tokens of a text as four characters each."""
    return -(-len(text) // _CHARACTERS_PER_TOKEN)


def estimated_input(request: Request) -> int:
    """Estimate the input tokens of a request."""
    form = str(request.form.schema) + request.form.description if request.form else ""
    return estimated_tokens(request.instructions + request.prompt + form)
