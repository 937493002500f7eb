"""Open a model by name within the limits of a user."""

import os
from collections.abc import Callable
from dataclasses import dataclass

from secqa.errors import SecqaError
from secqa.models.batches import Waiting
from secqa.models.budget import at_once, within_budget, within_calls
from secqa.models.cache import Cache, cache_file
from secqa.models.client import connect, identity_of
from secqa.models.model import Model, Usage, counted
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
