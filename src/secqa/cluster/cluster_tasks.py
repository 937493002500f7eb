"""The address of a Ray cluster in, a connection to it out; or one line that says why there is none.

Ray itself tries an address where nothing answers for minutes, and ends the process then: whether
anything does is asked before.
"""

import faulthandler
import logging
import os
import re
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from secqa.errors import SecqaError

if TYPE_CHECKING:
    from ray import ObjectRef

_PLACE = re.compile(r"(?:ray://)?(?P<host>[^:/\s]+):(?P<port>\d{1,5})")
_FROM_OUTSIDE = "ray://"
_ANSWERED = 5.0
"""Seconds within which a machine answers that is there."""


@contextmanager
def cluster(address: str | None) -> Generator[int, None, None]:
    """Be connected to a Ray cluster; gives how many cores it has.

    `address` is `ray://host:port`, `host:port`, "auto" for the one of this machine, None for one
    that is started here and ends with this. A program that is connected stays so, whatever the
    address. SecqaError where Ray is missing or cannot be reached.
    """
    try:
        import ray
    except ImportError:
        raise SecqaError("--engine ray: needs its extra; pip install 'secqa[ray]'") from None
    if ray.is_initialized():
        yield _cores()
        return
    if address is not None:
        _check(address)
    # Ray warns of a setting that its next version changes; nothing here asks for accelerators.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        _connect(address or "local")
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise SecqaError(_no_cluster(address, str(error).partition("\n")[0])) from None
    try:
        yield _cores()
    finally:
        ray.shutdown()


def _connect(address: str) -> None:
    """Connect; from outside a cluster once more where that fails.

    There Ray forks a process for each client, which now and then dies at once.
    """
    import ray

    connect = partial(ray.init, address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        connect()
    except ConnectionError:
        if not address.startswith(_FROM_OUTSIDE):
            raise
        connect()


def _cores() -> int:
    import ray

    resources: dict[str, float] = ray.cluster_resources()
    return int(resources.get("CPU", 1))


def _check(address: str) -> None:
    """SecqaError for an address where nothing answers, or that is none."""
    if address == "auto":
        return
    place = _PLACE.fullmatch(address)
    if place is None:
        raise SecqaError(
            f"--address {address}: no address of a cluster; give auto, host:port or ray://host:port"
        )
    try:
        socket.create_connection((place["host"], int(place["port"])), _ANSWERED).close()
    except (OSError, OverflowError) as error:
        raise SecqaError(_no_cluster(address, str(error))) from None


def _no_cluster(address: str | None, reason: str) -> str:
    if address is None:
        return f"--engine ray: a cluster cannot be started here ({reason})"
    return (
        f"--address {address}: no Ray cluster there ({reason}); start one with "
        "`ray start --head`, or give none"
    )


T = TypeVar("T")
R = TypeVar("R")

AHEAD = 3
"""Tasks to give out a core: what is next is there when a core is free."""
_MOST_KILLS = 2
"""Workers that one task may end while their machines live on."""
_MOST_LOSSES = 20
"""Times a task is given out again as its machine was lost."""

_prepared = ""


def run_on_cluster(
    work: Callable[[T], R],
    tasks: Iterable[T],
    *,
    given_out: int,
    timeout: float | None = None,
    failed: Callable[[T, str], R],
    prepare: Callable[[], None] | None = None,
) -> Generator[tuple[T, R], None, None]:
    """Do `work` on every task, each within `timeout` seconds, and yield results in task order.

    `given_out` tasks are with the cluster at a time, each takes a core while it does not wait; a
    relative path means the same there as here. What raises, takes too long or ends its workers
    becomes `failed(task, reason)`. `prepare` runs once in every worker.
    """
    import ray

    # In a list, so that a worker fetches it once and not with every task.
    shared = [ray.put((os.getcwd(), prepare))]
    remote: Any = ray.remote(_do).options(max_retries=0, num_cpus=1)

    def give_out(task: T) -> _Assignment[T, R]:
        return _Assignment(task, lambda: remote.remote(work, task, shared, timeout), timeout)

    waiting: deque[_Assignment[T, R]] = deque()
    try:
        for task in tasks:
            waiting.append(give_out(task))
            while waiting and (len(waiting) >= given_out or waiting[0].is_done):
                yield waiting.popleft().result(failed)
        while waiting:
            yield waiting.popleft().result(failed)
    finally:
        for given in waiting:
            ray.cancel(given.ref, force=True)


def _do(
    work: Callable[[T], R], task: T, shared: "list[ObjectRef[Any]]", timeout: float | None
) -> R:
    """In a worker: the task, watched by a thread that ends the worker when it takes too long."""
    import ray

    global _prepared  # once a worker process
    if _prepared != shared[0].hex():
        folder, prepare = ray.get(shared[0])
        with suppress(OSError):  # a machine without it may do with full paths
            os.chdir(folder)
        if prepare is not None:
            prepare()
        _prepared = shared[0].hex()
    if timeout is None:
        return work(task)
    with open(os.devnull, "w") as nowhere:
        faulthandler.dump_traceback_later(timeout, exit=True, file=nowhere)
        try:
            return work(task)
        finally:
            faulthandler.cancel_dump_traceback_later()


@dataclass
class _Assignment(Generic[T, R]):
    """A task that was given out."""

    task: T
    again: Callable[[], "ObjectRef[R]"]
    timeout: float | None

    def __post_init__(self) -> None:
        self.ref = self.again()

    @property
    def is_done(self) -> bool:
        """Whether its worker is done with it, or lost."""
        import ray

        return bool(ray.wait([self.ref], timeout=0)[0])

    def result(self, failed: Callable[[T, str], R]) -> tuple[T, R]:
        """What came of it, after as many tries as it takes."""
        import ray
        from ray.exceptions import NodeDiedError, ObjectLostError, RayError, RayTaskError

        kills = losses = 0
        while True:
            try:
                return self.task, ray.get(self.ref)
            except RayTaskError as error:
                cause = error.cause
                return self.task, failed(self.task, f"went wrong ({type(cause).__name__}: {cause})")
            except (NodeDiedError, ObjectLostError) as error:
                losses += 1
                if losses > _MOST_LOSSES:
                    return self.task, failed(self.task, f"lost {losses} machines ({error})")
            except RayError:
                kills += 1
                if kills == _MOST_KILLS:
                    return self.task, failed(self.task, self._ended)
            self.ref = self.again()

    @property
    def _ended(self) -> str:
        slow = f", or took longer than {self.timeout:g} seconds" if self.timeout else ""
        return f"ended its worker {_MOST_KILLS} times{slow}"
