"""A server that speaks as much of MongoDB's wire protocol as our records need.

Written from the public description of OP_MSG and of the commands hello, ping, find and update, with
BSON by the client's own package; the client under test is the real one. Documents are in memory.
"""

import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

import bson

_OP_REPLY, _OP_QUERY, _OP_MSG = 1, 2004, 2013
_HEADER = struct.Struct("<iiii")
_HELLO = {
    "isWritablePrimary": True,
    "ismaster": True,
    "helloOk": True,
    "maxBsonObjectSize": 16 << 20,
    "maxMessageSizeBytes": 48_000_000,
    "maxWriteBatchSize": 100_000,
    "minWireVersion": 0,
    "maxWireVersion": 21,
    "ok": 1.0,
}


class WireServer(ThreadingTCPServer):
    """The documents of collections `database.collection`; commands in `refused` are not allowed."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.documents: dict[str, dict[str, Any]] = {}
        self.refused: set[str] = set()

    @property
    def address(self) -> str:
        return f"mongodb://127.0.0.1:{self.server_address[1]}/finance"

    def answer(self, command: dict[str, Any]) -> dict[str, Any]:
        """The reply to a command, whose first key is its name."""
        name = next(iter(command))
        if name in self.refused:
            return {"ok": 0.0, "errmsg": f"not authorized to {name}", "code": 13}
        held = self.documents.setdefault(f"{command['$db']}.{command[name]}", {})
        match name.lower():
            case "hello" | "ismaster":
                return _HELLO
            case "ping" | "endsessions":
                return {"ok": 1.0}
            case "update":
                return {"ok": 1.0, **_updated(held, command["updates"])}
            case "find":
                found = [one for one in held.values() if _fits(one, command["filter"])]
                found.sort(key=lambda one: str(one["_id"]))
                kept = found[: command.get("limit", 0) or None]
                names = [name for name, wanted in command.get("projection", {}).items() if wanted]
                batch = [{name: one[name] for name in names or one} for one in kept]
                space = f"{command['$db']}.{command[name]}"
                return {"ok": 1.0, "cursor": {"firstBatch": batch, "id": 0, "ns": space}}
        return {"ok": 0.0, "errmsg": f"no such command: {name}", "code": 59}


@contextmanager
def wire_server() -> Iterator[WireServer]:
    """The server, until the block ends."""
    with WireServer() as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


def _updated(held: dict[str, Any], updates: list[dict[str, Any]]) -> dict[str, Any]:
    """Replace or add each document by its id."""
    new = []
    for index, update in enumerate(updates):
        document = update["u"]
        assert update["upsert"]
        assert update["q"] == {"_id": document["_id"]}
        if document["_id"] not in held:
            new.append({"index": index, "_id": document["_id"]})
        held[document["_id"]] = document
    return {"n": len(updates), "nModified": len(updates) - len(new), "upserted": new}


def _fits(document: dict[str, Any], wanted: dict[str, Any]) -> bool:
    for name, value in wanted.items():
        if name == "$and":
            if not all(_fits(document, part) for part in value):
                return False
        elif isinstance(value, dict):
            if not re.search(value["$regex"], document[name]):
                return False
        elif document[name] != value:
            return False
    return True


class _Connection(BaseRequestHandler):
    """Messages of one client, one after the other."""

    server: WireServer

    def handle(self) -> None:
        while head := self._take(_HEADER.size):
            length, request, _, kind = _HEADER.unpack(head)
            body = self._take(length - _HEADER.size)
            assert kind in (_OP_MSG, _OP_QUERY)
            reply = bson.encode(self.server.answer(_command(kind, body)))
            if kind == _OP_MSG:
                self._send(request, _OP_MSG, struct.pack("<ib", 0, 0) + reply)
            else:
                self._send(request, _OP_REPLY, struct.pack("<iqii", 8, 0, 0, 1) + reply)

    def _take(self, size: int) -> bytes:
        taken = b""
        while len(taken) < size:
            more = self.request.recv(size - len(taken))
            if not more:
                return b""
            taken += more
        return taken

    def _send(self, request: int, kind: int, body: bytes) -> None:
        self.request.sendall(_HEADER.pack(_HEADER.size + len(body), 0, request, kind) + body)


def _command(kind: int, body: bytes) -> dict[str, Any]:
    """The command of a message; sequences of documents become lists by their names."""
    if kind == _OP_QUERY:
        start = body.index(b"\0", 4) + 1 + 8
        return {**bson.decode(body[start:]), "$db": "admin"}
    command: dict[str, Any] = {}
    sequences: dict[str, Any] = {}
    place = 4
    while place < len(body):
        section, place = body[place], place + 1
        (size,) = struct.unpack_from("<i", body, place)
        if section == 0:
            command = bson.decode(body[place : place + size])
        else:
            name, _, documents = body[place + 4 : place + size].partition(b"\0")
            sequences[name.decode()] = bson.decode_all(documents)
        place += size
    return {**command, **sequences}
