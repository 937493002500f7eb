"""Share this process's language model with the workers of a cluster.

Workers queue requests at a desk (a Ray actor) and this process answers them. So all share one
cache, budget and concurrency limit; keys stay on this machine, and an interrupt ends everything. If
a worker dies after its request was answered, its successor finds the reply in the cache.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Thread
from typing import Any

from secqa.errors import SecqaError
from secqa.models.model import Model, Reply, Request, Stopped, Unanswered

Response = Reply | Exception
_MOST_WAITING = 100_000
"""Maximum number of waiting requests; each takes little memory."""


@contextmanager
def shared(model: Model, at_once: int) -> Iterator[Any]:
    """Open a desk for `ask_driver` that answers up to `at_once` requests in parallel."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = ray.get_runtime_context().get_node_id()
    made: Any = ray.remote(_Desk).options(
        num_cpus=0,
        max_concurrency=_MOST_WAITING,
        # On this machine, because another one may fail first.
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
    """The model behind a desk, for use in a worker; raises the same exceptions."""
    import ray

    def ask(request: Request) -> Reply:
        response: Response = ray.get(desk.ask.remote(request))
        if isinstance(response, Exception):
            raise response
        return response

    return ask


class _Desk:
    """Queue of requests for the driver, and of workers that wait for replies."""

    def __init__(self) -> None:
        self._requests: asyncio.Queue[tuple[int, Request]] = asyncio.Queue()
        self._replies: dict[int, asyncio.Future[Response]] = {}
        self._numbers = count()

    async def ask(self, request: Request) -> Response:
        number = next(self._numbers)
        self._replies[number] = asyncio.get_running_loop().create_future()
        await self._requests.put((number, request))
        return await self._replies[number]

    async def take(self) -> tuple[int, Request]:
        return await self._requests.get()

    async def give(self, number: int, response: Response) -> None:
        self._replies.pop(number).set_result(response)


def _serve(desk: Any, model: Model) -> None:
    """Take requests from a desk and answer them, until the desk ends."""
    import ray
    from ray.exceptions import RayError

    while True:
        try:
            number, request = ray.get(desk.take.remote())
        except RayError:
            return
        desk.give.remote(number, _respond(model, request))


def _respond(model: Model, request: Request) -> Response:
    try:
        return model(request)
    except (SecqaError, Stopped, Unanswered) as reason:
        return reason
    except Exception as error:  # exceptions of other packages may not be serializable
        return RuntimeError(f"{type(error).__name__}: {error}")
