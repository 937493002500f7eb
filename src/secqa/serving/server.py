"""A server on this machine that speaks OpenAI's chat protocol and answers with a `Model`.

With a system it also answers at `/v1/answer`: POST of {"question": …} gives a record as
`systems/outside/record.py` has it, so that it can be measured as any system behind HTTP.
It listens on the loopback address only, since it asks nobody for a key. Every request is
written down in `seen`, so that a test can say what was asked how often, and a script of faults
makes it fail as real servers do.
"""

import hashlib
import json
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import ceil
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Self

from secqa.errors import SecqaError
from secqa.models.model import Model
from secqa.serving.faults import Script
from secqa.serving.protocol import (
    BadRequest,
    completion,
    error_body,
    events,
    model,
    models,
    read_chat,
    read_question,
)
from secqa.systems.answer import System
from secqa.systems.outside.answer_record import record_of

HOST = "127.0.0.1"
_CHAT, _ANSWER = "/v1/chat/completions", "/v1/answer"
_LARGEST_BODY = 32 * 1024 * 1024
_IDLE_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Seen:
    """One request for an answer, and what became of it."""

    fingerprint: str
    """Of its body: equal for equal requests."""
    status: int
    """0: the connection was closed."""


class OfflineServer:
    """See the module. Use it in a `with` statement, or call `serve`."""

    def __init__(
        self,
        think: Model,
        port: int = 0,
        script: Script | None = None,
        system: System | None = None,
    ) -> None:
        """Port 0 takes a free one. SecqaError where the port is taken."""
        self.seen: list[Seen] = []
        self.think = think
        self.system = system
        self.script = script or Script()
        self.thinking = Lock()
        try:
            self._http = _Http((HOST, port), _Handler)
        except OSError as error:
            raise SecqaError(
                f"--port {port}: cannot be used ({error.strerror}); choose another, or 0 for any"
            ) from None
        self._http.owner = self

    @property
    def url(self) -> str:
        """The base URL for clients."""
        return f"http://{HOST}:{self._http.server_address[1]}/v1"

    def serve(self) -> None:
        """Answer requests until interrupted."""
        with self._http:
            self._http.serve_forever()

    def __enter__(self) -> Self:
        Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.shutdown()
        self._http.server_close()


def _wait(seconds: float | None) -> dict[str, str]:
    """The headers that ask a client to wait: one in whole seconds, one that is exact."""
    if seconds is None:
        return {}
    return {"retry-after": str(ceil(seconds)), "retry-after-ms": str(round(seconds * 1000))}


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    owner: OfflineServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that goes away is no fault of the server."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A body is sent without waiting until the client has told that it has the headers: 40 ms.
    disable_nagle_algorithm = True
    timeout = _IDLE_SECONDS
    server: _Http

    def do_GET(self) -> None:
        """The models that there are."""
        path = self.path.partition("?")[0].rstrip("/")
        if path == "/v1/models":
            self._send(200, models())
        elif path.startswith("/v1/models/"):
            self._send(200, model())
        else:
            self._refuse(404, f"{path}: not here; POST {_CHAT}")

    def do_POST(self) -> None:
        """One answer."""
        body = self._body()
        if body is None:
            return
        path = self.path.partition("?")[0].rstrip("/")
        answers = {_CHAT: self._chat, _ANSWER: self._record}
        if path not in answers or (path == _ANSWER and self.server.owner.system is None):
            self._refuse(404, f"{self.path}: not here; POST {_CHAT}")
            return
        fault = self.server.owner.script.next()
        status = 0 if fault.drop else fault.status
        fingerprint = hashlib.sha256(body).hexdigest()[:16]
        self.server.owner.seen.append(Seen(fingerprint, status))
        time.sleep(fault.delay)
        if fault.drop:
            self.close_connection = True
        elif fault.status != 200:
            self._refuse(fault.status, "a fault of the script", _wait(fault.retry_after))
        elif fault.body is not None:
            self._write(200, fault.body.encode(), "application/json", {})
        else:
            answers[path](body, fault.cut)

    def _record(self, body: bytes, _cut: bool) -> None:
        owner = self.server.owner
        assert owner.system is not None
        try:
            question = read_question(body)
            with owner.thinking:
                answer = owner.system.answer(question)
        except (BadRequest, SecqaError) as error:
            self._refuse(400, str(error))
            return
        self._send(200, record_of(answer))

    def _chat(self, body: bytes, cut: bool) -> None:
        owner = self.server.owner
        try:
            chat = read_chat(body)
            with owner.thinking:
                reply = owner.think(chat.request)
        except (BadRequest, SecqaError) as error:
            self._refuse(400, str(error))
            return
        # A plain question may come with tools that are of no use for it.
        call_tool = bool(chat.tool) and reply.text.startswith("{")
        if not chat.stream:
            self._send(200, completion(chat, reply, call_tool, cut))
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("cache-control", "no-cache")
        self.send_header("connection", "close")
        self.end_headers()
        for event in events(chat, reply, call_tool):
            self.wfile.write(event.encode())
            self.wfile.flush()
        self.close_connection = True

    def _body(self) -> bytes | None:
        length = self.headers.get("content-length", "")
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if not length.isdecimal():
            self.close_connection = True
            self._refuse(411, "content-length: must be given")
        elif int(length) > _LARGEST_BODY:
            self.close_connection = True
            self._refuse(413, f"the body is larger than {_LARGEST_BODY} bytes")
        elif kind != "application/json":
            # Pages of the web can post plain forms to this address, but no JSON.
            self.close_connection = True
            self._refuse(415, "content-type: must be application/json")
        else:
            return self.rfile.read(int(length))
        return None

    def _refuse(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        self._send(status, error_body(message, status), headers or {})

    def _send(
        self, status: int, content: dict[str, Any], headers: dict[str, str] | None = None
    ) -> None:
        self._write(status, json.dumps(content).encode(), "application/json", headers or {})

    def _write(self, status: int, data: bytes, kind: str, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "content-type": kind}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing; `seen` holds what was asked."""
