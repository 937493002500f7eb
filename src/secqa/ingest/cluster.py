"""Files -> results, over the machines of a Ray cluster, such that none that dies loses any.

The same as `engine.run_each`, with Ray in place of processes of this machine: results come in the
order of the tasks, each once. A task whose worker dies is given out again: once, when it may have
killed the worker itself, and as often as a whole machine is lost with it.
"""

import faulthandler
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from secqa.errors import SecqaError

if TYPE_CHECKING:
    from ray import ObjectRef

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 3
"""Tasks given out a core: what is read next is there when a core is free."""
_MOST_KILLS = 2
"""Workers that one task may end while their machines live on."""
_MOST_LOSSES = 20
"""Times a task is given out again as its machine was lost."""
_NOTICED = 10.0
"""Seconds within which a cluster notices that a machine is gone."""

_prepared: object = None


@contextmanager
def cluster(address: str | None) -> Generator[int, None, None]:
    """Be connected to a Ray cluster; gives how many cores it has.

    `address` is `ray://host:port`, `host:port`, "auto" for the one of this machine, None for one
    that is started here and ends with this. SecqaError where Ray is missing or cannot be reached.
    """
    try:
        import ray
    except ImportError:
        raise SecqaError("--engine ray: needs its extra; `pip install 'secqa[ray]'`") from None
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise SecqaError(
            f"--address {address}: no Ray cluster there ({reason}); start one with "
            "`ray start --head`, or give none"
        ) from None
    try:
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        yield int(resources.get("CPU", 1))
    finally:
        ray.shutdown()


def run_on_cluster(
    work: Callable[[T], R],
    tasks: Sequence[T],
    *,
    cores: int,
    timeout: float,
    failed: Callable[[T, str], R],
    prepare: Callable[..., None] | None = None,
    arguments: tuple[object, ...] = (),
) -> Generator[tuple[T, R], None, None]:
    """Do `work` on every task, each within `timeout` seconds, and yield results in task order.

    What raises, takes too long or ends its workers becomes `failed(task, reason)`.
    `prepare(*arguments)` runs once in every worker.
    """
    import ray

    shared = ray.put((prepare, arguments))
    remote: Any = ray.remote(_do).options(max_retries=0, num_cpus=1)

    def give_out(task: T) -> _Given[T, R]:
        return _Given(task, lambda: remote.remote(work, task, shared, timeout), timeout)

    waiting: deque[_Given[T, R]] = deque()
    try:
        for task in tasks:
            waiting.append(give_out(task))
            if len(waiting) >= cores * _AHEAD:
                yield waiting.popleft().result(failed)
        while waiting:
            yield waiting.popleft().result(failed)
    finally:
        for given in waiting:
            ray.cancel(given.ref, force=True)


def _do(
    work: Callable[[T], R],
    task: T,
    shared: tuple[Callable[..., None] | None, tuple[object, ...]],
    timeout: float,
) -> R:
    """In a worker: the task, watched by a thread that ends the worker when it takes too long."""
    global _prepared  # once a worker process
    prepare, arguments = shared
    if prepare is not None and _prepared != arguments:
        prepare(*arguments)
        _prepared = arguments
    with open(os.devnull, "w") as nowhere:
        faulthandler.dump_traceback_later(timeout, exit=True, file=nowhere)
        try:
            return work(task)
        finally:
            faulthandler.cancel_dump_traceback_later()


@dataclass
class _Given(Generic[T, R]):
    """A task that was given out."""

    task: T
    again: Callable[[], "ObjectRef[R]"]
    timeout: float

    def __post_init__(self) -> None:
        self._lost = _lost_machines()
        self.ref = self.again()

    def result(self, failed: Callable[[T, str], R]) -> tuple[T, R]:
        """What came of it, after as many tries as it takes."""
        import ray
        from ray.exceptions import RayError, RayTaskError

        kills = losses = 0
        while True:
            try:
                return self.task, ray.get(self.ref)
            except RayTaskError as error:
                cause = error.cause
                return self.task, failed(
                    self.task, f"could not be read ({type(cause).__name__}: {cause})"
                )
            except RayError:
                if (lost := _lost_after(self._lost)) > self._lost and losses < _MOST_LOSSES:
                    self._lost, losses = lost, losses + 1
                elif (kills := kills + 1) >= _MOST_KILLS:
                    return self.task, failed(
                        self.task,
                        f"ended its worker twice, or took longer than {self.timeout:g} seconds",
                    )
                self.ref = self.again()


def _lost_after(before: int) -> int:
    """How many machines have been lost, once that is more than before or must have been seen."""
    end = time.monotonic() + _NOTICED
    while (lost := _lost_machines()) <= before and time.monotonic() < end:
        time.sleep(0.2)
    return lost


def _lost_machines() -> int:
    """How many machines the cluster has lost so far."""
    import ray

    nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
    return sum(not node["Alive"] for node in nodes)
