"""The interpreter's worker processes: started as they are needed, kept, replaced when they die."""

import atexit
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from secqa.files import bundled_text
from secqa.systems.sandbox.program_limits import ProgramLimits

if TYPE_CHECKING:
    from pydantic_monty import Monty, MontySession


@contextmanager
def prepared_session(limits: ProgramLimits, module: Any) -> "Iterator[MontySession]":
    """A session ready for a program; workers that died while they waited are passed over."""
    from pydantic_monty import MontyCrashedError

    for attempt in range(_MOST_WORKERS + 1):
        with ExitStack() as stack:
            try:
                session = stack.enter_context(session_for(limits, module))
                session.feed_run(_prelude())
            except MontyCrashedError:
                if attempt == _MOST_WORKERS:
                    raise
                continue
            yield session
            return


@lru_cache
def _prelude() -> str:
    return bundled_text("secqa.systems.sandbox", "prelude.txt")


def session_for(limits: ProgramLimits, module: Any, check: bool = False) -> "MontySession":
    return _pool().checkout(
        script_name="program.py",
        type_check=check,
        type_check_format="concise",
        external_modules={"functions": module},
        limits={
            "max_feed_duration_secs": limits.seconds,
            "max_memory": limits.memory,
            "max_recursion_depth": limits.depth,
            "max_suspensions": limits.calls,
        },
        # The same program does the same twice, and cannot wait.
        os_policy={"sleep": "zero", "random_start": {"seed": 0}},
    )


_MOST_WORKERS = 32
"""Started as they are needed. Most wait: a program that reads by a model holds its worker."""
_LONGEST_TURN = 20.0
"""Seconds from one call of a program to its next; reading a program counts here alone."""
_lock = Lock()
_workers: "Monty | None" = None


def _pool() -> "Monty":
    """The workers, started when first needed and kept: a run then costs a millisecond."""
    global _workers
    with _lock:
        if _workers is None:
            from pydantic_monty import Monty

            _workers = Monty(max_processes=_MOST_WORKERS, request_timeout=_LONGEST_TURN).__enter__()
            atexit.register(_workers.__exit__, None, None, None)
        return _workers


def _forget_pool() -> None:
    # A forked child has the pool's object but not its threads.
    global _workers, _lock
    _workers, _lock = None, Lock()


os.register_at_fork(after_in_child=_forget_pool)
