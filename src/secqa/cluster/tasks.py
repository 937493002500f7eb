"""Tasks -> results, over the machines of a Ray cluster, such that none that dies loses any.

The same as `ingest.engine.run_each`, with Ray in place of processes of this machine: results come
in the order of the tasks, each once. A task whose worker dies is given out again: once, when it may
have killed the worker itself, and as often as a whole machine is lost with it.
"""

import faulthandler
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from ray import ObjectRef

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
    prepare: Callable[..., None] | None = None,
    arguments: tuple[object, ...] = (),
) -> Generator[tuple[T, R], None, None]:
    """Do `work` on every task, each within `timeout` seconds, and yield results in task order.

    `given_out` tasks are with the cluster at a time, each takes a core while it does not wait; a
    relative path means the same there as here. What raises, takes too long or ends its workers
    becomes `failed(task, reason)`. `prepare(*arguments)` runs once in every worker.
    """
    import ray

    # In a list, so that a worker fetches it once and not with every task.
    shared = [ray.put((os.getcwd(), prepare, arguments))]
    remote: Any = ray.remote(_do).options(max_retries=0, num_cpus=1)

    def give_out(task: T) -> _Given[T, R]:
        return _Given(task, lambda: remote.remote(work, task, shared, timeout), timeout)

    waiting: deque[_Given[T, R]] = deque()
    try:
        for task in tasks:
            waiting.append(give_out(task))
            while waiting and (len(waiting) >= given_out or waiting[0].is_there):
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
        folder, prepare, arguments = ray.get(shared[0])
        with suppress(OSError):  # a machine without it may do with full paths
            os.chdir(folder)
        if prepare is not None:
            prepare(*arguments)
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
class _Given(Generic[T, R]):
    """A task that was given out."""

    task: T
    again: Callable[[], "ObjectRef[R]"]
    timeout: float | None

    def __post_init__(self) -> None:
        self.ref = self.again()

    @property
    def is_there(self) -> bool:
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
