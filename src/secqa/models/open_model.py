"""Open a model by name within the limits of a user: of money, calls and simultaneous calls."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock

from secqa.errors import SecqaError
from secqa.models.batches import Waiting
from secqa.models.cache import Cache, cache_file
from secqa.models.client import connect, identity_of
from secqa.models.model import Model, Reply, Request, Stopped, Usage, counted, estimated_input
from secqa.models.prices import Price, dollars, price_of
from secqa.models.retry import TRIES, retried, while_accepted, whole


@dataclass(frozen=True, slots=True)
class ModelLimits:
    """What a model may use."""

    budget: float | None = None
    """US dollars."""
    max_calls: int | None = None
    concurrency: int = 8
    """Requests under way at once."""
    tries: int = TRIES
    """Of a request whose server is not there, or busy."""


@dataclass(frozen=True, slots=True)
class OpenModel:
    """A model, ready to be asked."""

    name: str
    ask: Model
    cache: Cache | None
    """None: nothing of it is kept."""
    price: Price | None
    spent: Usage
    """What was asked of the model itself, not of the cache."""
    close: Callable[[], None]
    """Ends what is under way, and every later request, with `Stopped`."""

    @property
    def usage_line(self) -> str:
        """What was asked of the model and what that cost, in words."""
        spent, cached = self.spent, self.cache.hits if self.cache else 0
        return (
            f"{self.name}: {spent.calls:,} calls, {cached:,} more from the cache; "
            f"{spent.input_tokens:,} tokens in, {spent.output_tokens:,} out; "
            f"{dollars(spent.full_cost)}"
        )


_OPENAI = "https://api.openai.com/v1"


def open_model(name: str, limits: ModelLimits | None = None) -> OpenModel:
    """The model of a `provider:model`, cached, within its limits, asked again where that helps.

    Raises SecqaError for an unknown model, a missing key, or a budget that cannot be held.
    """
    limits = limits or ModelLimits()
    if limits.concurrency < 1:
        raise SecqaError(f"--concurrency {limits.concurrency}: must be at least 1")
    connection = connect(name)
    spent = Usage()
    # Money is counted by reply, also of those that are cut off and asked for again.
    ask = counted(connection.ask, spent)
    if limits.budget is not None:
        ask = within_budget(ask, limits.budget, connection.price, name)
    ask = while_accepted(retried(whole(ask), limits.tries, connection.closed.wait))
    if limits.max_calls is not None:
        ask = within_calls(ask, limits.max_calls)
    ask = at_once(ask, limits.concurrency)
    cache = Cache(cache_file(), connection.identity)
    return OpenModel(name, cache.wrap(ask), cache, connection.price, spent, connection.close)


def open_batch(name: str) -> tuple[OpenModel, Waiting]:
    """The model of an `openai:model` as far as its replies are there; and what it was asked beyond.

    Nothing is sent, and no key is needed. The replies are those of the same model when it is asked
    over the network, at `OPENAI_BASE_URL` where that is set. SecqaError for another provider.
    """
    provider, _, model = name.partition(":")
    if provider != "openai" or not model:
        raise SecqaError(
            f"{name}: batches are in OpenAI's format; give openai:MODEL, "
            "and another server's address in OPENAI_BASE_URL"
        )
    address = os.environ.get("OPENAI_BASE_URL", _OPENAI).rstrip("/") + "/"
    cache = Cache(cache_file(), identity_of(name, address))
    waiting = Waiting(model, cache)
    price = price_of(name, address)
    opened = OpenModel(name, cache.wrap(waiting.ask), cache, price, Usage(), lambda: None)
    return opened, waiting


def within_calls(model: Model, most: int) -> Model:
    """The model, which stops before request number `most` + 1."""
    lock = Lock()
    asked = 0

    def ask(request: Request) -> Reply:
        nonlocal asked
        with lock:
            if asked >= most:
                raise Stopped(f"{most} calls made, as many as --max-calls allows")
            asked += 1
        return model(request)

    return ask


def within_budget(model: Model, dollars: float, price: Price | None, name: str) -> Model:
    """The model, which stops before a request that would go over `dollars`.

    The tokens of a request are estimated before it goes out, and counted when its reply is
    there; only the length of replies under way is not foreseen.

    Raises SecqaError when the model's price is unknown.
    """
    if price is None:
        raise SecqaError(
            f"--budget: the price of {name} is not known; name a file of prices in "
            "SECQA_PRICES, or limit --max-calls instead"
        )
    lock = Lock()
    promised = 0.0

    def ask(request: Request) -> Reply:
        nonlocal promised
        expected = price(estimated_input(request), 0)
        with lock:
            if promised + expected > dollars:
                raise Stopped(f"${promised:.2f} spent, the next call would pass --budget {dollars}")
            promised += expected
        paid = 0.0
        try:
            reply = model(request)
            paid = price(reply.input_tokens, reply.output_tokens)
            return reply
        finally:
            with lock:
                promised += paid - expected

    return ask


def at_once(model: Model, most: int) -> Model:
    """The model, with at most `most` requests under way."""
    places = BoundedSemaphore(most)

    def ask(request: Request) -> Reply:
        with places:
            return model(request)

    return ask
