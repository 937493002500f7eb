"""A model's name and the user's limits in, a model that keeps them out."""

from collections.abc import Callable
from dataclasses import dataclass

from secqa.errors import SecqaError
from secqa.models.budget import at_once, within_budget, within_calls
from secqa.models.cache import Cache, cache_file
from secqa.models.client import connect
from secqa.models.model import Model, Spent, counted
from secqa.models.prices import Price
from secqa.models.retry import retried, while_accepted


@dataclass(frozen=True, slots=True)
class Limits:
    """What a model may use."""

    budget: float | None = None
    """US dollars."""
    max_calls: int | None = None
    concurrency: int = 8
    """Requests under way at once."""


@dataclass(frozen=True, slots=True)
class OpenModel:
    """A model, ready to be asked."""

    name: str
    ask: Model
    cache: Cache
    price: Price | None
    spent: Spent
    """What was asked of the model itself, not of the cache."""
    close: Callable[[], None]
    """Ends what is under way, and every later request, with `Stopped`."""


def open_model(name: str, limits: Limits | None = None) -> OpenModel:
    """The model of a `provider:model`, cached, within its limits, asked again where that helps.

    Raises SecqaError for an unknown model, a missing key, or a budget that cannot be held.
    """
    limits = limits or Limits()
    if limits.concurrency < 1:
        raise SecqaError(f"--concurrency {limits.concurrency}: must be at least 1")
    connection = connect(name)
    spent = Spent()
    ask = counted(while_accepted(retried(connection.ask, wait=connection.closed.wait)), spent)
    if limits.max_calls is not None:
        ask = within_calls(ask, limits.max_calls)
    if limits.budget is not None:
        ask = within_budget(ask, limits.budget, connection.price, name)
    ask = at_once(ask, limits.concurrency)
    cache = Cache(cache_file(), connection.identity)
    return OpenModel(name, cache.wrap(ask), cache, connection.price, spent, connection.close)
