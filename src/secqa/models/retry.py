"""Asking again, only where the same request may succeed later; and asking no more."""

import random
import time
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from secqa.errors import SecqaError
from secqa.models.model import (
    Garbled,
    Model,
    Reply,
    Request,
    Stopped,
    Unanswered,
    Unavailable,
)

Asked = TypeVar("Asked")
Said = TypeVar("Said")

TRIES = 8
GARBLED_TRIES = 3
"""Of a request whose replies cannot be used: each may have been paid for, waiting helps little."""
REFUSALS = 5
_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0


def retried(
    model: Callable[[Asked], Said],
    tries: int = TRIES,
    wait: Callable[[float], object] = time.sleep,
) -> Callable[[Asked], Said]:
    """The model, or what else is asked, up to `tries` times while it is `Unavailable`; then
    `Stopped`.

    A request whose replies cannot be used is `Unanswered` after `GARBLED_TRIES` of them. Waits as
    long as the server says, otherwise about twice as long each time, so that many that wait for the
    same server do not come back at once. `wait` may return early.
    """

    def ask(request: Asked) -> Said:
        garbled = 0
        for attempt in range(tries):
            try:
                return model(request)
            except Unavailable as problem:
                garbled += isinstance(problem, Garbled)
                if garbled == GARBLED_TRIES:
                    raise Unanswered(f"{problem} ({garbled} times)") from None
                if attempt == tries - 1:
                    raise Stopped(f"{problem} ({tries} tries); go on later") from None
                wait(_seconds(attempt, problem.retry_after))
        raise AssertionError("the last try returns or raises")

    return ask


def whole(model: Model) -> Model:
    """The model, whose replies that were cut off are `Garbled`."""

    def ask(request: Request) -> Reply:
        reply = model(request)
        if reply.cut:
            raise Garbled(f"the reply was cut off after {reply.output_tokens:,} tokens")
        return reply

    return ask


def while_accepted(model: Callable[[Asked], Said], most: int = REFUSALS) -> Callable[[Asked], Said]:
    """The model, until `most` requests in a row are refused or `Unanswered`; then `Stopped`.

    One request may be too long or offend a filter. When all are refused, it is the setting that
    is wrong, and a run must not go on to collect refusals.
    """
    lock = Lock()
    refused = 0

    def ask(request: Asked) -> Said:
        nonlocal refused
        try:
            reply = model(request)
        except (SecqaError, Unanswered) as error:
            with lock:
                refused += 1
                if refused >= most:
                    raise Stopped(f"{error}; so went {refused} requests in a row") from None
            raise
        with lock:
            refused = 0
        return reply

    return ask


def _seconds(attempt: int, asked: float | None) -> float:
    if asked is not None:
        return min(asked, _LONGEST_WAIT)
    return min(_FIRST_WAIT * 2.0**attempt, _LONGEST_WAIT) * random.uniform(0.5, 1.0)
