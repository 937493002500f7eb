"""Asking again: only where the same request may succeed later, and ever more slowly."""

import random
import time
from collections.abc import Callable

from secqa.models.model import Model, Reply, Request, Stopped, Unavailable

TRIES = 8
_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0


def retried(
    model: Model, tries: int = TRIES, wait: Callable[[float], object] = time.sleep
) -> Model:
    """The model, asked up to `tries` times while it is `Unavailable`; then `Stopped`.

    Waits as long as the server says, otherwise about twice as long each time, so that many
    that wait for the same server do not come back at once. `wait` may return early.
    """

    def ask(request: Request) -> Reply:
        for attempt in range(tries):
            try:
                return model(request)
            except Unavailable as problem:
                if attempt == tries - 1:
                    raise Stopped(f"{problem} ({tries} tries); go on later") from None
                wait(_seconds(attempt, problem.retry_after))
        raise AssertionError("the last try returns or raises")

    return ask


def _seconds(attempt: int, asked: float | None) -> float:
    if asked is not None:
        return min(asked, _LONGEST_WAIT)
    return min(_FIRST_WAIT * 2.0**attempt, _LONGEST_WAIT) * random.uniform(0.5, 1.0)
