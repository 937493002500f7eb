"""Retry requests that may succeed later, and stop when further requests are pointless."""

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

AnyRequest = TypeVar("AnyRequest")
AnyReply = TypeVar("AnyReply")

TRIES = 8
GARBLED_TRIES = 3
"""Attempts while replies are unusable: each may cost money, and waiting helps little."""
REFUSALS = 5
_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0


def with_retries(
    model: Callable[[AnyRequest], AnyReply],
    tries: int = TRIES,
    wait: Callable[[float], object] = time.sleep,
) -> Callable[[AnyRequest], AnyReply]:
    """Wrap a model to try up to `tries` times while it raises `Unavailable`, then raise `Stopped`.

    After `GARBLED_TRIES` unusable replies it raises `Unanswered`. Waits as long as the server says,
    otherwise with exponential backoff and jitter. `wait` takes seconds and may return early.
    """

    def ask(request: AnyRequest) -> AnyReply:
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


def reject_cut_replies(model: Model) -> Model:
    """Wrap a model to raise `Garbled` for replies that were cut off."""

    def ask(request: Request) -> Reply:
        reply = model(request)
        if reply.cut:
            raise Garbled(f"the reply was cut off after {reply.output_tokens:,} tokens")
        return reply

    return ask


def stop_after_refusals(
    model: Callable[[AnyRequest], AnyReply], most: int = REFUSALS
) -> Callable[[AnyRequest], AnyReply]:
    """Wrap a model to raise `Stopped` after `most` consecutive refusals or `Unanswered` requests.

    One request may be too long or offend a filter. If all are refused, the configuration is wrong,
    and a run must not continue to collect refusals.
    """
    lock = Lock()
    refused = 0

    def ask(request: AnyRequest) -> AnyReply:
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


def _seconds(attempt: int, retry_after: float | None) -> float:
    if retry_after is not None:
        return min(retry_after, _LONGEST_WAIT)
    return min(_FIRST_WAIT * 2.0**attempt, _LONGEST_WAIT) * random.uniform(0.5, 1.0)
