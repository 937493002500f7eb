"""An object store on this machine that counts what is asked of it: moto's S3 server on loopback.

A process of its own, whose traffic, slowness and refusals are in memory that it shares with who
started it. moto has no latency to speak of, lets everybody in and is always there; a real store is
further away, which `latency` stands for, refuses, as `forbidding`, and is cut off, as `hanging_up`.
"""

import io
import os
import random
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen
from xml.etree import ElementTree

SECRET = "not-to-be-told-4242"
"""The secret key that it is asked with; it takes any."""
_BUCKET = "corpora"
_SIGNED = "AWS4-HMAC-SHA256 Credential=someone/20260101/us-east-1/s3/aws4_request"
"""How requests begin to be signed: moto asks for no more."""
_WILLING, _FORBIDDING, _HANGING_UP, _UNRELIABLE = range(4)
_FAULTY, _LATE = 0.1, 0.2
"""Share of the requests of an unreliable store that meet each fault, and seconds of a delay."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """What went to a store and came from it."""

    requests: int
    received: int
    """Bytes that were sent to it."""
    sent: int
    """Bytes that it sent."""

    def __sub__(self, before: "Traffic") -> "Traffic":
        return Traffic(
            self.requests - before.requests,
            self.received - before.received,
            self.sent - before.sent,
        )


class StoreServer:
    """A store with one bucket; a context manager, which is gone when it is left."""

    def __init__(self, latency: float = 0.0) -> None:
        context = get_context("spawn")
        self._counts = context.Array("q", 3)
        self._latency = context.Value("d", latency)
        self._mood = context.Value("b", _WILLING)
        self._pipe, there = context.Pipe()
        shared = (there, self._counts, self._latency, self._mood)
        self._process = context.Process(target=_serve, args=shared, daemon=True)
        self._process.start()
        there.close()
        self.address = f"http://127.0.0.1:{self._pipe.recv()}"
        self.folder = f"s3://{_BUCKET}"
        """The address of the bucket, for corpora in it."""

    def __enter__(self) -> "StoreServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Be gone, with all that was kept."""
        self._process.kill()
        self._process.join()

    @property
    def variables(self) -> dict[str, str]:
        """What must stand in the environment to use it."""
        return {
            "AWS_ACCESS_KEY_ID": "someone",
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_ENDPOINT_URL": self.address,
            "AWS_ALLOW_HTTP": "true",
            "AWS_REGION": "us-east-1",
        }

    @property
    def traffic(self) -> Traffic:
        """All of it so far."""
        return Traffic(*self._counts[:])

    def kept(self, folder: str) -> Iterator[tuple[str, bytes]]:
        """Name and content of all that is in a folder of the bucket."""
        last = ""
        while names := self._names_after(last, folder):
            for name in names:
                yield name, self._got(quote(name))
            last = names[-1]

    def _names_after(self, last: str, folder: str) -> list[str]:
        asked = f"?list-type=2&prefix={quote(folder)}/&start-after={quote(last)}"
        told = ElementTree.fromstring(self._got(asked))
        return [key.text or "" for key in told.iterfind("{*}Contents/{*}Key")]

    def _got(self, what: str) -> bytes:
        asked = Request(f"{self.address}/{_BUCKET}/{what}", headers={"authorization": _SIGNED})
        with urlopen(asked) as answer:
            data: bytes = answer.read()
        return data

    def forbidding(self) -> AbstractContextManager[None]:
        """Nobody may do anything meanwhile."""
        return self._in_mood(_FORBIDDING)

    def hanging_up(self) -> AbstractContextManager[None]:
        """Nobody is answered meanwhile."""
        return self._in_mood(_HANGING_UP)

    def unreliable(self) -> AbstractContextManager[None]:
        """Of ten requests meanwhile one is lost, one done without an answer, one done twice and one
        late."""
        return self._in_mood(_UNRELIABLE)

    @contextmanager
    def _in_mood(self, mood: int) -> Iterator[None]:
        self._mood.value = mood
        try:
            yield
        finally:
            self._mood.value = _WILLING


def _serve(there: Connection, counts: Any, latency: Any, mood: Any) -> None:
    """In its process: tell the port, and answer until killed."""
    os.environ.update(AWS_ACCESS_KEY_ID="server", AWS_SECRET_ACCESS_KEY="server")
    import logging

    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from moto.s3.models import s3_backends
    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    s3_backends["123456789012"]["aws"].create_bucket(_BUCKET, "us-east-1")
    app = _Counting(DomainDispatcherApplication(create_backend_app), counts, latency, mood)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    there.send(server.port)
    Thread(target=_end_with, args=(there,), daemon=True).start()
    server.serve_forever()


def _end_with(there: Connection) -> None:
    """Be gone when who started it is, however that ended."""
    with suppress(EOFError):
        there.recv()
    os._exit(0)


class _Counting:
    """A web application that counts, waits and refuses before another one answers."""

    def __init__(self, app: Any, counts: Any, latency: Any, mood: Any) -> None:
        self._app, self._counts, self._latency, self._mood = app, counts, latency, mood
        self._writing = Lock()

    def __call__(self, asked: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        time.sleep(self._latency.value)
        received = int(asked.get("CONTENT_LENGTH") or 0)
        content = asked["wsgi.input"].read(received)
        fault = int(random.random() / _FAULTY) if self._mood.value == _UNRELIABLE else None
        if self._mood.value == _HANGING_UP or fault == 0:
            _hang_up(asked)
        if fault == 3:
            time.sleep(_LATE)
        if self._mood.value == _FORBIDDING:
            start("403 Forbidden", [("content-type", "application/xml")])
            answer = b"<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"
        else:
            # The answer of one that was done twice is that of the first time.
            if fault in (1, 2):
                again = asked | {"wsgi.input": io.BytesIO(content)}
                answer = self._answer(again, _ignore if fault == 1 else start)
            if fault == 1:
                _hang_up(asked)
            asked["wsgi.input"] = io.BytesIO(content)
            second = self._answer(asked, _ignore if fault == 2 else start)
            answer = answer if fault == 2 else second
        with self._counts.get_lock():
            for place, more in enumerate((1, received, len(answer))):
                self._counts[place] += more
        return [answer]

    def _answer(self, asked: dict[str, Any], start: Callable[..., Any]) -> bytes:
        if asked["REQUEST_METHOD"] != "PUT":
            return b"".join(self._app(asked, start))
        # moto looks whether there is one of that name and then writes: of two at the same moment a
        # real store lets one.
        with self._writing:
            return b"".join(self._app(asked, start))


def _ignore(*_: object) -> None:
    """For an answer that nobody gets."""


def _hang_up(asked: dict[str, Any]) -> None:
    asked["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
    raise ConnectionAbortedError
