"""Serve the offline engine over OpenAI's protocol: a local server, and batch files.

`/v1/chat/completions` answers with a `Model`. With a system, POST {"question": …} to `/v1/answer`
returns a record of `systems/outside/answer_record.py`. The server requires no key, so it listens on
the loopback address only and checks the host name.
"""

import json
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Self

from secqa.errors import SecqaError
from secqa.files import read_text, write_file
from secqa.filings.decoding import whole_number
from secqa.models.model import Model
from secqa.serving.chat_protocol import (
    BadRequest,
    completion,
    error_body,
    read_chat,
    read_question,
)
from secqa.systems.answer import System
from secqa.systems.outside.answer_record import record_of

HOST = "127.0.0.1"
_CHAT, _ANSWER = "/v1/chat/completions", "/v1/answer"
_NO_HEADERS: Mapping[str, str] = {}
_LARGEST_BODY = 32 * 1024 * 1024
_IDLE_SECONDS = 120


class OfflineServer:
    """A server, used as a context manager or with `serve`."""

    def __init__(self, think: Model, port: int = 0, system: System | None = None) -> None:
        """Port 0 chooses a free one. Raises SecqaError if the port cannot be used."""
        self.think = think
        self.system = system
        self.thinking = Lock()
        try:
            self._http = _Http((HOST, port), ChatHandler)
        except OSError as error:
            raise SecqaError(
                f"--port {port}: cannot be used ({error.strerror}); choose another, or 0 for any"
            ) from None
        self._http.owner = self

    @property
    def url(self) -> str:
        """The base URL for clients."""
        return f"http://{HOST}:{self._http.server_address[1]}/v1"

    def reply(self, handler: "ChatHandler", body: bytes, path: str) -> None:
        """Reply to a request; servers that test clients override it to wait or to fail."""
        handler.answer(body, path)

    def serve(self) -> None:
        """Answer requests until interrupted."""
        with self._http:
            self._http.serve_forever()

    def __enter__(self) -> Self:
        Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._http.shutdown()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    owner: OfflineServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log nothing: clients may go away."""


class ChatHandler(BaseHTTPRequestHandler):
    """Checks and answers one request."""

    protocol_version = "HTTP/1.1"
    # Send bodies immediately: waiting for the client to acknowledge the headers takes 40 ms.
    disable_nagle_algorithm = True
    timeout = _IDLE_SECONDS
    server: _Http

    def parse_request(self) -> bool:
        """Reject other host names, which web pages could use for DNS rebinding."""
        if not super().parse_request():
            return False
        host = self.headers.get("host", HOST).rpartition(":")[0] or self.headers.get("host", HOST)
        if host in (HOST, "localhost"):
            return True
        self.close_connection = True
        self.refuse(403, f"not served under the name {host[:100]!r}")
        return False

    def do_POST(self) -> None:
        body, owner = self._body(), self.server.owner
        if body is None:
            return
        path = self.path.partition("?")[0].rstrip("/")
        if path != _CHAT and (path != _ANSWER or owner.system is None):
            self.refuse(404, f"{self.path}: not here; POST {_CHAT}")
            return
        owner.reply(self, body, path)

    def answer(self, body: bytes, path: str) -> None:
        """Answer a chat or a question."""
        owner = self.server.owner
        try:
            if path == _ANSWER and owner.system is not None:
                question = read_question(body)
                with owner.thinking:
                    content = record_of(owner.system.answer(question))
            else:
                chat = read_chat(body)
                with owner.thinking:
                    content = completion(chat, owner.think(chat.request))
        except (BadRequest, SecqaError) as error:
            self.refuse(400, str(error))
        else:
            self.send(200, content)

    def _body(self) -> bytes | None:
        length = whole_number(self.headers.get("content-length", ""))
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if length is None or length < 0:
            refusal = 411, "content-length: must be given"
        elif length > _LARGEST_BODY:
            refusal = 413, f"the body is larger than {_LARGEST_BODY} bytes"
        elif kind != "application/json":
            # Web pages of other origins can post forms to this address, but not JSON.
            refusal = 415, "content-type: must be application/json"
        else:
            return self.rfile.read(length)
        self.close_connection = True
        self.refuse(*refusal)
        return None

    def refuse(self, status: int, message: str, headers: Mapping[str, str] = _NO_HEADERS) -> None:
        """Send an error in OpenAI's format."""
        self.send(status, error_body(message, status), headers)

    def send(self, status: int, content: object, headers: Mapping[str, str] = _NO_HEADERS) -> None:
        """Send bytes, or an object as JSON."""
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.head(status, {**headers, "content-length": str(len(data))})
        self.wfile.write(data)

    def head(self, status: int, headers: Mapping[str, str]) -> None:
        """Send the status and the headers."""
        self.send_response(status)
        for name, value in {"content-type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


def answer_batch(think: Model, requests: Path, out: Path) -> int:
    """Answer the requests of a batch file from `secqa run --requests-out`, and write the results.

    Returns their number. An invalid request gets an error as its result. Raises SecqaError for
    another file format or if `out` cannot be written.
    """
    lines = [line for line in read_text(requests, "give a file of requests").split("\n") if line]
    results = [_result(think, line, f"{requests} line {n}") for n, line in enumerate(lines, 1)]
    write_file(out, "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in results).encode())
    return len(results)


def _result(think: Model, line: str, place: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
        name, body = request["custom_id"], json.dumps(request["body"]).encode()
    except (ValueError, TypeError, KeyError):
        raise SecqaError(
            f"{place}: not a request of a batch; give what --requests-out wrote"
        ) from None
    try:
        chat = read_chat(body)
        reply = think(chat.request)
        status, content = 200, completion(chat, reply)
    except (BadRequest, SecqaError) as error:
        status, content = 400, error_body(str(error), 400)
    response = {"status_code": status, "body": content}
    return {"custom_id": name, "response": response, "error": None}
