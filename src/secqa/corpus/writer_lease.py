"""One writer at a time: a folder in, the sole right to write there out, until it is given back.

On this machine the system keeps a lock, and lets it go when the process ends, however it ends. An
object store has no locks. There a table of one row says who writes and until when: Lance changes a
row only as it is now, so of two who want it one gets it, and a writer that lives keeps moving the
time on. One that died is waited for as long as that.
"""

import fcntl
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Protocol

import pyarrow as pa

from secqa.corpus.corpus_address import CorpusPath
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from lancedb.table import Table as LanceTable

LOCK = "writer.lock"
LEASE = "lease"

_SECONDS = 60.0
"""How long a writer that is not heard of keeps the right; clocks of machines differ by less."""
_RENEWED = 15.0
_SCHEMA = pa.schema([("holder", pa.string()), ("until", pa.float64())])


class Lease(Protocol):
    """The right to write, while it is held."""

    def check(self) -> None:
        """Raise SecqaError where it was lost, and somebody else may be writing."""

    def give_back(self) -> None:
        """Let others write."""


def take_lease(path: CorpusPath) -> Lease:
    """The right to write to a corpus; SecqaError where another writer has it."""
    return _FileLock(path) if isinstance(path, Path) else _StoreLease(path)


@contextmanager
def lease(path: CorpusPath) -> Iterator[Lease]:
    """The right to write to a corpus for as long as the block takes."""
    lease = take_lease(path)
    try:
        yield lease
    finally:
        lease.give_back()


class _FileLock:
    def __init__(self, path: Path) -> None:
        try:
            self._file = (path / LOCK).open("w")
        except OSError as error:
            raise SecqaError(
                f"{path}: cannot be written ({error.strerror}); give another folder"
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise SecqaError(
                f"{path}: another ingest is writing here; wait until it has ended"
            ) from error

    def check(self) -> None:
        """The system never takes it back."""

    def give_back(self) -> None:
        self._file.close()


class _StoreLease:
    def __init__(self, path: CorpusPath) -> None:
        self._path = path
        self._holder = f"{socket.gethostname()} {os.getpid()} {os.urandom(4).hex()}"
        self._table = _lease_table(path)
        self._heard = time.monotonic()
        if not self._set(time.time() + _SECONDS, f"until < {time.time()}"):
            raise SecqaError(self._lease_error())
        self._ended = Event()
        Thread(target=self._renew, daemon=True, name="lease").start()

    def check(self) -> None:
        # Heard of a moment ago, nobody else can have taken it since.
        if time.monotonic() - self._heard > 2 * _RENEWED and not self._move_on():
            raise SecqaError(
                f"{self._path}: another ingest took over, as this one was not heard of for "
                f"{_SECONDS:.0f} seconds; what was written before is sound, run it again"
            )

    def give_back(self) -> None:
        self._ended.set()
        # Where the store cannot be reached any more, the right ends by itself.
        with suppress(Exception):
            self._set(0.0, f"holder = '{self._holder}'")

    def _renew(self) -> None:
        while not self._ended.wait(_RENEWED):
            with suppress(Exception):
                self._move_on()

    def _move_on(self) -> bool:
        asked = time.monotonic()
        kept = self._set(time.time() + _SECONDS, f"holder = '{self._holder}'")
        if kept:
            self._heard = asked
        return kept

    def _set(self, until: float, where: str) -> bool:
        """Take the row, if it is as told; whether that was so."""
        self._table.checkout_latest()  # type: ignore[no-untyped-call]
        done = self._table.update(where=where, values={"holder": self._holder, "until": until})
        return bool(done.rows_updated)

    def _lease_error(self) -> str:
        row = self._table.to_arrow().to_pylist()[0]
        left = max(1, round(row["until"] - time.time()))
        machine, process, _ = row["holder"].split()
        return (
            f"{self._path}: another ingest is writing here (process {process} on {machine}); wait "
            f"until it has ended, or {left} seconds if it was killed"
        )


def _lease_table(path: CorpusPath) -> "LanceTable":
    """The table of the one row, made where there is none."""
    import lancedb
    from lance import LanceDataset, LanceOperation
    from lance.fragment import write_fragments

    database = lancedb.connect(str(path))
    with suppress(ValueError):
        return database.open_table(LEASE)
    free = pa.Table.from_pylist([{"holder": "", "until": 0.0}], schema=_SCHEMA)
    address = f"{path}/{LEASE}.lance"
    # Of two who make it at the same moment the store lets one, and the other opens that one's.
    # LanceDB would put the other's in its place, and the right that was taken would be free again;
    # a commit that must be the first does not.
    with suppress(OSError):
        first = LanceOperation.Overwrite(_SCHEMA, write_fragments(free, address))
        LanceDataset.commit(address, first, read_version=0, max_retries=0)
    return database.open_table(LEASE)
