"""Connect to a Ray cluster, and run tasks on it.

Ray retries a silent address for minutes and then ends the process, so `cluster` first checks that
the address answers.
"""

import faulthandler
import logging
import os
import re
import socket
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from secqa.errors import SecqaError

if TYPE_CHECKING:
    from ray import ObjectRef

_PLACE = re.compile(r"(?:ray://)?(?P<host>[^:/\s]+):(?P<port>\d{1,5})")
_FROM_OUTSIDE = "ray://"
_ANSWER_SECONDS = 5.0
"""Seconds to wait for a machine to answer."""


@contextmanager
def cluster(address: str | None) -> Generator[int, None, None]:
    """Connect to a Ray cluster, and yield its number of cores.

    `address` is `ray://host:port`, `host:port`, "auto" for the cluster of this machine, or None to
    start a temporary one here. An existing connection is used regardless of the address. Raises
    SecqaError if Ray is not installed or the cluster cannot be reached.
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
    # Silences a warning about accelerators, which are not used here.
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
    """Connect to a cluster, with one retry from outside it.

    Ray forks a process for each outside client, which sometimes dies at once.
    """
    import ray

    connect = partial(ray.init, address, log_to_driver=False, logging_level=logging.ERROR)
    with warnings.catch_warnings():
        # A fork that starts another program at once, as Ray's, does not run lance.
        warnings.filterwarnings("ignore", "lance is not fork-safe")
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
    """Raise SecqaError for an address that is invalid or does not answer."""
    if address == "auto":
        return
    match = _PLACE.fullmatch(address)
    if match is None:
        raise SecqaError(
            f"--address {address}: not an address of a cluster; give auto, host:port or ray://host:port"
        )
    try:
        socket.create_connection((match["host"], int(match["port"])), _ANSWER_SECONDS).close()
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
"""Tasks scheduled per core, so that a free core finds the next one ready."""
_RETRIES = 1
"""Tries after one whose worker or machine was lost, before the task fails."""

_prepared = ""


def run_on_cluster(
    work: Callable[[T], R],
    tasks: Iterable[T],
    *,
    scheduled: int,
    timeout: float | None = None,
    failed: Callable[[T, str], R],
    prepare: Callable[[], None] | None = None,
) -> Generator[tuple[T, R], None, None]:
    """Do `work` on every task, each within `timeout` seconds, and yield results in task order.

    At most `scheduled` tasks are scheduled at a time, each on one core; relative paths have the
    same meaning as here. A task that raises, takes too long or kills its workers yields
    `failed(task, reason)`. `prepare` runs once in every worker.
    """
    import ray
    from ray.exceptions import RayError, RayTaskError

    # In a list, so that a worker fetches it once and not with every task.
    shared = [ray.put((os.getcwd(), prepare))]
    remote: Any = ray.remote(_do).options(max_retries=_RETRIES, num_cpus=1)

    def result() -> tuple[T, R]:
        task, ref = waiting.popleft()
        try:
            return task, ray.get(ref)
        except RayTaskError as error:
            cause = error.cause
            return task, failed(task, f"went wrong ({type(cause).__name__}: {cause})")
        except RayError:
            slow = f", or took longer than {timeout:g} seconds" if timeout else ""
            return task, failed(task, f"ended its worker {_RETRIES + 1} times{slow}")

    waiting: deque[tuple[T, ObjectRef[R]]] = deque()
    try:
        for task in tasks:
            waiting.append((task, remote.remote(work, task, shared, timeout)))
            while waiting and (
                len(waiting) >= scheduled or ray.wait([waiting[0][1]], timeout=0)[0]
            ):
                yield result()
        while waiting:
            yield result()
    finally:
        for _, ref in waiting:
            ray.cancel(ref, force=True)


def _do(
    work: Callable[[T], R], task: T, shared: "list[ObjectRef[Any]]", timeout: float | None
) -> R:
    """Do the task in a worker, while a thread ends the worker after the timeout."""
    import ray

    global _prepared  # set once per worker process
    if _prepared != shared[0].hex():
        folder, prepare = ray.get(shared[0])
        with suppress(OSError):  # full paths still work on a machine without this folder
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
