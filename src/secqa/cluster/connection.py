"""The address of a Ray cluster in, a connection to it out; or one line that says why there is none.

Ray itself tries an address where nothing answers for minutes, and ends the process then: whether
anything does is asked before.
"""

import logging
import os
import re
import socket
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial

from secqa.errors import SecqaError

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
        raise SecqaError(_none_there(address, str(error).partition("\n")[0])) from None
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
        raise SecqaError(_none_there(address, str(error))) from None


def _none_there(address: str | None, reason: str) -> str:
    if address is None:
        return f"--engine ray: a cluster cannot be started here ({reason})"
    return (
        f"--address {address}: no Ray cluster there ({reason}); start one with "
        "`ray start --head`, or give none"
    )
