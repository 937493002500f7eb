"""A model server that keeps its requests and fails by a script, to test clients.

A script is a list, repeated without end. An entry is "ok" for a normal reply, or the fields of
a `Fault`.
"""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from math import ceil
from threading import Lock
from typing import Any

from secqa.models.model import Model
from secqa.serving.chat_protocol import completion, read_chat
from secqa.serving.offline_server import ChatHandler, OfflineServer
from secqa.systems.answer import System


@dataclass(frozen=True, slots=True)
class Fault:
    """The fault of one request; a normal reply by default."""

    status: int = 200
    retry_after: float | None = None
    """Seconds that the client shall wait, with an error."""
    drop: bool = False
    """Close the connection without a reply."""
    body: str | None = None
    """The body of a reply with status 200."""
    cut: bool = False
    """Send half of the reply."""
    delay: float = 0.0
    """Seconds before the reply."""
    megabytes: int = 0
    """Size of a text that replaces the reply; 0 for none."""


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """A request that the server received."""

    fingerprint: str
    """Hash of its body."""
    status: int
    """HTTP status of the reply; 0 if the connection was closed."""


class FaultyServer(OfflineServer):
    """The offline server with the faults of a script; `seen` has all requests."""

    def __init__(
        self, think: Model, script: Sequence[Any] = ("ok",), system: System | None = None
    ) -> None:
        super().__init__(think, system=system)
        self.seen: list[ServedRequest] = []
        self._faults = cycle([Fault() if entry == "ok" else Fault(**entry) for entry in script])
        self._turn = Lock()

    def reply(self, handler: ChatHandler, body: bytes, path: str) -> None:
        with self._turn:
            fault = next(self._faults)
        fingerprint = hashlib.sha256(body).hexdigest()[:16]
        self.seen.append(ServedRequest(fingerprint, 0 if fault.drop else fault.status))
        time.sleep(fault.delay)
        if fault.drop:
            handler.close_connection = True
        elif fault.status != 200:
            wait = fault.retry_after
            headers = (
                {}
                if wait is None
                else {"retry-after": str(ceil(wait)), "retry-after-ms": str(round(wait * 1000))}
            )
            handler.refuse(fault.status, "a fault of the script", headers)
        elif fault.body is not None:
            handler.send(200, fault.body.encode())
        elif fault.megabytes:
            handler.head(200, {"connection": "close"})
            handler.close_connection = True
            handler.wfile.write(b'{"choices": [{"message": {"role": "assistant", "content": "')
            for _ in range(fault.megabytes):
                handler.wfile.write(b"x" * 1_000_000)
        elif fault.cut:
            handler.send(200, self._half(body))
        else:
            super().reply(handler, body, path)

    def _half(self, body: bytes) -> dict[str, Any]:
        chat = read_chat(body)
        with self.thinking:
            whole = self.think(chat.request)
        half = completion(chat, replace(whole, text=whole.text[: len(whole.text) // 2]))
        half["choices"][0]["finish_reason"] = "length"
        return half
