"""Manage the interpreter's worker processes and the limits of programs.

Workers start on demand, are reused, and are replaced if they die. The interpreter's messages about
limits are unclear (much printing counts as memory), so they are rewritten: a model needs to know
the limit and the remedy.
"""

import atexit
import os
import re
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from secqa.files import bundled_text
from secqa.systems.sandbox.rewrite import rewritten

_GROWTH = 4
"""Maximum factor by which rewriting lengthens a program."""


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """The limits of a program."""

    seconds: float = 2.0
    """Running time, without waiting for the functions."""
    memory: int = 64 * 1024 * 1024
    """Bytes."""
    depth: int = 200
    calls: int = 1000
    """Calls of functions and writes."""
    output: int = 64 * 1024
    """Characters of the answer, and of the printed text."""
    source: int = 32_000
    """Characters of the program, which the interpreter parses in one to three seconds."""


def checked_source(source: str, names: Collection[str], limits: ProgramLimits) -> str:
    """Rewrite a program; raises ValueError if it is too long before or after."""
    if len(source) > limits.source:
        raise ValueError(f"the program has {len(source):,} characters; at most {limits.source:,}")
    program = rewritten(source, names)
    if len(program) > _GROWTH * limits.source:
        raise ValueError("the program is too long where methods stand as values; call them instead")
    return program


def passed_limit(error: str, limits: ProgramLimits) -> str:
    """Explain the error of a program that exceeded a limit; other errors stay unchanged."""
    printed = re.search(r"memory limit exceeded: \d+ bytes > (\d+)", error)
    if printed and int(printed[1]) == limits.output:
        return f"the program printed over {limits.output:,} bytes; print less"
    if error.startswith("MemoryError"):
        return f"the program used over {limits.memory >> 20:,} MB of memory; keep less at once"
    if "time limit exceeded" in error:
        return f"the program ran for over {limits.seconds:g} seconds; loop over less"
    if "suspension limit" in error:
        return f"the program made over {limits.calls:,} calls and writes; make fewer"
    if error.startswith("RecursionError"):
        return f"functions call each other over {limits.depth:,} deep; use a loop"
    return error


if TYPE_CHECKING:
    from pydantic_monty import Monty, MontySession


@contextmanager
def prepared_session(limits: ProgramLimits, module: Any) -> "Iterator[MontySession]":
    """A session for a program; skips workers that have died."""
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


_NOW = datetime.now(UTC)
"""The time that programs see, at which their clocks stand."""


def session_for(limits: ProgramLimits, module: Any) -> "MontySession":
    return _pool().checkout(
        script_name="program.py",
        external_modules={"functions": module},
        limits={
            "max_feed_duration_secs": limits.seconds,
            "max_memory": limits.memory,
            "max_recursion_depth": limits.depth,
            "max_suspensions": limits.calls,
        },
        # Programs are deterministic and cannot wait; so what changes an answer is a figure.
        os_policy={"sleep": "zero", "random_start": {"seed": 0}, "datetime": _NOW},
    )


_MOST_WORKERS = 32
"""Maximum workers; most wait, since a program keeps its worker while a model reads."""
_LONGEST_TURN = 20.0
"""Maximum seconds between two calls of a program; includes parsing."""
_lock = Lock()
_workers: "Monty | None" = None


def _pool() -> "Monty":
    """The workers, started on first use and reused, so that a run takes a millisecond."""
    global _workers
    with _lock:
        if _workers is None:
            from pydantic_monty import Monty

            _workers = Monty(max_processes=_MOST_WORKERS, request_timeout=_LONGEST_TURN).__enter__()
            atexit.register(_workers.__exit__, None, None, None)
        return _workers


def _forget_pool() -> None:
    # A forked child has the pool object without its threads.
    global _workers, _lock
    _workers, _lock = None, Lock()


os.register_at_fork(after_in_child=_forget_pool)
