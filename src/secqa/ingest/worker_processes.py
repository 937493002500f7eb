"""Files -> results, over worker processes, such that one bad file never stops the others.

A file that takes too long is given up, one that kills its worker is reported, and the rest
go on. Workers are spawned, not forked: the parent holds LanceDB's threads.
"""

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import TimeoutError as TooLong
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""Tasks given out a worker: what waits costs nothing, what is done waits for its turn."""


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

    Tasks may take time to come: results that are there are not kept waiting for more of them. What
    raises, takes too long or dies becomes `failed(task, reason)`. `prepare` runs once in
    every worker. When the iteration is left early, all workers are ended.
    """
    with ProcessPool(
        max_workers=workers,
        context=get_context("spawn"),
        initializer=prepare,
    ) as pool:
        try:
            waiting: deque[tuple[T, ProcessFuture[R]]] = deque()
            for task in tasks:
                with _deaf_to_interrupts():
                    waiting.append((task, pool.schedule(work, args=(task,), timeout=timeout)))
                while waiting and (len(waiting) >= workers * _AHEAD or waiting[0][1].done()):
                    yield _finished(waiting.popleft(), timeout, failed)
            while waiting:
                yield _finished(waiting.popleft(), timeout, failed)
        except BaseException:
            pool.stop()  # type: ignore[no-untyped-call]
            raise


@contextmanager
def _deaf_to_interrupts() -> Generator[None, None, None]:
    """Threads and processes started within never get an interrupt: it is the parent's.

    The pool starts its threads with the first task; workers inherit what those threads block.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _finished(
    given: tuple[T, ProcessFuture[R]], timeout: float, failed: Callable[[T, str], R]
) -> tuple[T, R]:
    task, future = given
    try:
        return task, future.result()
    except TooLong:
        return task, failed(task, f"took longer than {timeout:g} seconds")
    except ProcessExpired as error:
        return task, failed(task, f"ended its worker (exit code {error.exitcode})")
    except Exception as error:
        return task, failed(task, f"went wrong ({type(error).__name__}: {error})")
