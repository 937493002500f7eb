"""Open a model by name, within the user's limits on cost, calls and concurrency."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock

from secqa.errors import SecqaError
from secqa.models.batches import Waiting
from secqa.models.cache import Cache, cache_file
from secqa.models.client import connect, identity_of
from secqa.models.model import Model, Reply, Request, Stopped, Usage, count_usage, estimated_input
from secqa.models.prices import Price, dollars, price_of
from secqa.models.retry import TRIES, reject_cut_replies, stop_after_refusals, with_retries


@dataclass(frozen=True, slots=True)
class ModelLimits:
    """Limits on the use of a model."""

    budget: float | None = None
    """US dollars."""
    max_calls: int | None = None
    """A model that may not be called (0) needs no key."""
    concurrency: int = 8
    """Simultaneous requests."""
    tries: int = TRIES
    """Attempts at a request while the server is busy or unreachable."""


@dataclass(frozen=True, slots=True)
class OpenModel:
    """A model with its cache, price and usage, ready for requests."""

    name: str
    ask: Model
    cache: Cache | None
    """None: replies are not stored."""
    price: Price | None
    spent: Usage
    """Usage of the model itself, without replies from the cache."""
    close: Callable[[], None]
    """Cancels open requests; these and all later ones raise `Stopped`."""

    @property
    def usage_line(self) -> str:
        """Calls, tokens and cost so far, as one line for the user."""
        spent, cached = self.spent, self.cache.hits if self.cache else 0
        return (
            f"{self.name}: {spent.calls:,} calls, {cached:,} more from the cache; "
            f"{spent.input_tokens:,} tokens in, {spent.output_tokens:,} out; "
            f"{dollars(spent.full_cost)}"
        )


_OPENAI = "https://api.openai.com/v1"


def open_model(name: str, limits: ModelLimits | None = None) -> OpenModel:
    """Open a `provider:model` with cache, limits and retries.

    Raises SecqaError for an unknown model, a missing key, or a budget without a known price.
    """
    limits = limits or ModelLimits()
    if limits.concurrency < 1:
        raise SecqaError(f"--concurrency {limits.concurrency}: must be at least 1")
    connection = connect(name, needs_key=limits.max_calls != 0)
    spent = Usage()
    # Innermost, because replies that are cut off and requested again also cost money.
    ask = count_usage(connection.ask, spent)
    if limits.budget is not None:
        ask = limit_budget(ask, limits.budget, connection.price, name)
    ask = stop_after_refusals(
        with_retries(reject_cut_replies(ask), limits.tries, connection.closed.wait)
    )
    if limits.max_calls is not None:
        ask = limit_calls(ask, limits.max_calls)
    ask = limit_concurrency(ask, limits.concurrency)
    cache = Cache(cache_file(), connection.identity)
    return OpenModel(name, cache.wrap(ask), cache, connection.price, spent, connection.close)


def open_batch(name: str) -> tuple[OpenModel, Waiting]:
    """Open an `openai:model` that answers from the cache, and the collector of other requests.

    Nothing is sent, and no key is needed. The cache is shared with direct requests to the same
    model (at `OPENAI_BASE_URL` if set). Raises SecqaError for another provider.
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


def limit_calls(model: Model, most: int) -> Model:
    """Wrap a model to raise `Stopped` after `most` requests."""
    lock = Lock()
    calls = 0

    def ask(request: Request) -> Reply:
        nonlocal calls
        with lock:
            if calls >= most:
                raise Stopped(f"{most} calls made, as many as --max-calls allows")
            calls += 1
        return model(request)

    return ask


def limit_budget(model: Model, dollars: float, price: Price | None, name: str) -> Model:
    """Wrap a model to raise `Stopped` before a request that would exceed `dollars`.

    The input tokens of a request are estimated before it is sent and replaced by the actual cost of
    its reply; only the output of open requests is not anticipated.

    Raises SecqaError if the model's price is unknown.
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


def limit_concurrency(model: Model, most: int) -> Model:
    """Wrap a model to send at most `most` requests at the same time."""
    places = BoundedSemaphore(most)

    def ask(request: Request) -> Reply:
        with places:
            return model(request)

    return ask
