"""Run tasks in worker processes so that one bad file never stops the others.

A task that takes too long is given up, one that kills its worker is reported, and the rest go on.
Workers are spawned, not forked, because the parent runs LanceDB's threads.
"""

import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import TimeoutError as TooLong
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.popen_spawn_posix import Popen
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""Tasks scheduled per worker; results wait for their turn at no cost."""


def run_each(
    work: Callable[[T], R],
    tasks: Iterable[T],
    *,
    workers: int,
    timeout: float,
    failed: Callable[[T, str], R],
    prepare: Callable[[], None] | None = None,
) -> Generator[tuple[T, R], None, None]:
    """Do `work` on every task, each within `timeout` seconds, and yield results in task order.

    A ready result does not wait for a slow iterator of tasks. A task that raises, takes too long or
    dies gives `failed(task, reason)`. `prepare` runs once in every worker. Closing the generator
    ends all workers.
    """
    with ProcessPool(
        max_workers=workers,
        context=_Spawning(),
        initializer=prepare,
    ) as pool:
        try:
            waiting: deque[tuple[T, ProcessFuture[R]]] = deque()
            for task in tasks:
                with _without_interrupts():
                    waiting.append((task, pool.schedule(work, args=(task,), timeout=timeout)))
                while waiting and (len(waiting) >= workers * _AHEAD or waiting[0][1].done()):
                    yield _result(waiting.popleft(), timeout, failed)
            while waiting:
                yield _result(waiting.popleft(), timeout, failed)
        except BaseException:
            pool.stop()  # type: ignore[no-untyped-call]
            raise


class _Worker(SpawnProcess):
    """A process that does not run the user's script again; it only needs modules of this
    package."""

    @staticmethod
    def _Popen(process_obj: BaseProcess) -> Any:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return Popen(process_obj)
        finally:
            sys.modules["__main__"] = script


class _Spawning(SpawnContext):
    Process = _Worker


@contextmanager
def _without_interrupts() -> Generator[None, None, None]:
    """Block interrupts in threads and processes started within: only the parent handles them.

    The pool starts its threads with the first task, and workers inherit their blocked signals.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _result(
    assignment: tuple[T, ProcessFuture[R]], timeout: float, failed: Callable[[T, str], R]
) -> tuple[T, R]:
    task, future = assignment
    try:
        return task, future.result()
    except TooLong:
        return task, failed(task, f"took longer than {timeout:g} seconds")
    except ProcessExpired as error:
        return task, failed(task, f"ended its worker (exit code {error.exitcode})")
    except Exception as error:
        return task, failed(task, f"went wrong ({type(error).__name__}: {error})")
