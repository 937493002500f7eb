"""Cache model replies by content, so that no request is sent twice.

One SQLite file stores the replies of all models. The key covers everything that determines a reply:
the model with its address and settings, and the request. Several processes may use the file at the
same time; within one process a second equal request waits for the first.
"""

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock

from secqa.errors import SecqaError
from secqa.models.model import Model, Reply, Request

_SECONDS_FOR_A_LOCK = 30.0


@dataclass
class Cache:
    """The cached replies of one model, with counts of hits and misses."""

    path: Path
    identity: str
    """The model's name, address and settings."""
    hits: int = 0
    misses: int = 0
    _under_way: dict[str, Lock] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._database() as database:
                database.execute("PRAGMA journal_mode=WAL")
                database.execute(
                    "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL)"
                )
        except (OSError, sqlite3.Error) as error:
            raise SecqaError(
                f"{self.path}: cannot keep answers there ({error}); set SECQA_CACHE to another file"
            ) from None

    def wrap(self, model: Model) -> Model:
        """Wrap a model to send only requests without a cached reply."""

        def ask(request: Request) -> Reply:
            key = self.key(request)
            with self._locked(key):
                known = self._read(key)
                with self._lock:
                    self.hits += known is not None
                    self.misses += known is None
                if known is not None:
                    return known
                reply = model(request)
                self.keep(key, reply)
                return reply

        return ask

    def get(self, request: Request) -> Reply | None:
        """The cached reply of a request, or None."""
        return self._read(self.key(request))

    def key(self, request: Request) -> str:
        """The cache key of a request: 64 hexadecimal digits."""
        content = json.dumps([self.identity, asdict(request)], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode()).hexdigest()

    def _read(self, key: str) -> Reply | None:
        with self._database() as database:
            row = database.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return Reply(**json.loads(row[0])) if row else None

    def keep(self, key: str, reply: Reply) -> None:
        """Store the reply to the request with this key."""
        text = json.dumps(asdict(reply), ensure_ascii=False)
        with self._database() as database:
            database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, text))

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        # A connection belongs to its thread, and opening one takes a fraction of a millisecond.
        with (
            closing(sqlite3.connect(self.path, timeout=_SECONDS_FOR_A_LOCK)) as connection,
            connection,
        ):
            yield connection

    @contextmanager
    def _locked(self, key: str) -> Iterator[None]:
        with self._lock:
            lock = self._under_way.setdefault(key, Lock())
        with lock:
            yield


def cache_file() -> Path:
    """The path in `SECQA_CACHE`, or `secqa/replies.sqlite` in the user's cache folder."""
    if setting := os.environ.get("SECQA_CACHE"):
        return Path(setting)
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "secqa" / "replies.sqlite"
