"""A model of this process in, the same model for all workers of a cluster out.

Workers put their requests on a desk, and this process answers them as it would its own: so there is
one cache, one budget and one count of what is under way, keys stay on this machine, and an
interrupt ends all of it. A worker that dies has been answered: who does its work again finds the
reply in the cache.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Thread
from typing import Any

from secqa.errors import SecqaError
from secqa.models.model import Model, Reply, Request, Stopped, Unanswered

Said = Reply | Exception
_MOST_WAITING = 100_000
"""Requests that may lie on the desk at a time; they take little."""


@contextmanager
def shared(model: Model, at_once: int) -> Iterator[Any]:
    """A desk at which workers ask the model, `at_once` requests at a time; see `asked_at`."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = ray.get_runtime_context().get_node_id()
    made: Any = ray.remote(_Desk).options(
        num_cpus=0,
        max_concurrency=_MOST_WAITING,
        # Not on a machine that may be lost while this one lives.
        scheduling_strategy=NodeAffinitySchedulingStrategy(here, soft=False),
    )
    desk = made.remote()
    for _ in range(at_once):
        Thread(target=_serve, args=(desk, model), daemon=True, name="desk").start()
    try:
        yield desk
    finally:
        ray.kill(desk)


def ask_driver(desk: Any) -> Model:
    """In a worker: the model that is asked at a desk; raises what the model itself does."""
    import ray

    def ask(request: Request) -> Reply:
        said: Said = ray.get(desk.ask.remote(request))
        if isinstance(said, Exception):
            raise said
        return said

    return ask


class _Desk:
    """Requests that wait to be taken, and who waits for the replies."""

    def __init__(self) -> None:
        self._requests: asyncio.Queue[tuple[int, Request]] = asyncio.Queue()
        self._replies: dict[int, asyncio.Future[Said]] = {}
        self._numbers = count()

    async def ask(self, request: Request) -> Said:
        number = next(self._numbers)
        self._replies[number] = asyncio.get_running_loop().create_future()
        await self._requests.put((number, request))
        return await self._replies[number]

    async def take(self) -> tuple[int, Request]:
        return await self._requests.get()

    async def give(self, number: int, said: Said) -> None:
        self._replies.pop(number).set_result(said)


def _serve(desk: Any, model: Model) -> None:
    """Take requests from a desk and answer them, until it is gone."""
    import ray
    from ray.exceptions import RayError

    while True:
        try:
            number, request = ray.get(desk.take.remote())
        except RayError:
            return
        desk.give.remote(number, _exception_of(model, request))


def _exception_of(model: Model, request: Request) -> Said:
    try:
        return model(request)
    except (SecqaError, Stopped, Unanswered) as reason:
        return reason
    except Exception as error:  # of any package: not all of them can be sent
        return RuntimeError(f"{type(error).__name__}: {error}")
