"""Allow one writer of a corpus at a time.

On this machine a file lock is enough; the system releases it when the process ends. Object stores
have no locks, so a table of one row stores the writer and the time until which its lease is valid.
Lance updates a row only at its current version, so only one of two writers succeeds. A live writer
keeps extending the time; after a dead one, others wait until it.
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
from secqa.corpus.lance_tables import dataset_in, quoted
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from lance import LanceDataset

LOCK = "writer.lock"
LEASE = "lease"

_SECONDS = 60.0
"""Seconds until the lease of a silent writer expires; clocks of machines differ by less."""
_RENEWED = 15.0
_SCHEMA = pa.schema([("holder", pa.string()), ("until", pa.float64())])


class Lease(Protocol):
    """The exclusive right to write to a corpus."""

    def check(self) -> None:
        """Raise SecqaError if another writer may hold the lease."""

    def give_back(self) -> None:
        """Release the lease."""


def take_lease(path: CorpusPath) -> Lease:
    """Take the lease of a corpus; raises SecqaError if another writer has it."""
    return _FileLock(path) if isinstance(path, Path) else _StoreLease(path)


@contextmanager
def lease(path: CorpusPath) -> Iterator[Lease]:
    """Hold the lease of a corpus during the block."""
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
                f"{path}: another process is writing here; wait until it has ended"
            ) from error

    def check(self) -> None:
        """A file lock cannot be lost."""

    def give_back(self) -> None:
        self._file.close()


class _StoreLease:
    def __init__(self, path: CorpusPath) -> None:
        self._path = path
        self._holder = f"{socket.gethostname()} {os.getpid()} {os.urandom(4).hex()}"
        self._table = _lease_table(path)
        self._renewed = time.monotonic()
        if not self._set(time.time() + _SECONDS, f"until < {time.time()}"):
            raise SecqaError(self._lease_error())
        self._ended = Event()
        Thread(target=self._renew, daemon=True, name="lease").start()

    def check(self) -> None:
        # A recent renewal rules out another writer.
        if time.monotonic() - self._renewed > 2 * _RENEWED and not self._extend():
            raise SecqaError(
                f"{self._path}: another ingest took over, as this one was not heard of for "
                f"{_SECONDS:.0f} seconds; what was written before is sound, run it again"
            )

    def give_back(self) -> None:
        self._ended.set()
        # If the store cannot be reached, the lease expires.
        with suppress(Exception):
            self._set(0.0, f"holder = '{self._holder}'")

    def _renew(self) -> None:
        while not self._ended.wait(_RENEWED):
            with suppress(Exception):
                self._extend()

    def _extend(self) -> bool:
        start = time.monotonic()
        renewed = self._set(time.time() + _SECONDS, f"holder = '{self._holder}'")
        if renewed:
            self._renewed = start
        return renewed

    def _set(self, until: float, where: str) -> bool:
        """Update the row if it meets the condition, and return whether it did."""
        self._table.checkout_latest()  # type: ignore[no-untyped-call]
        updates = {"holder": quoted([self._holder]), "until": str(until)}
        return bool(self._table.update(updates, where)["num_rows_updated"])

    def _lease_error(self) -> str:
        row = self._table.to_table().to_pylist()[0]
        left = max(1, round(row["until"] - time.time()))
        machine, process, _ = row["holder"].split()
        return (
            f"{self._path}: another ingest is writing here (process {process} on {machine}); wait "
            f"until it has ended, or {left} seconds if it was killed"
        )


def _lease_table(path: CorpusPath) -> "LanceDataset":
    """The table of one row, created if it is missing."""
    from lance import LanceDataset, LanceOperation
    from lance.fragment import write_fragments

    if (table := dataset_in(path, LEASE)) is not None:
        return table
    free = pa.Table.from_pylist([{"holder": "", "until": 0.0}], schema=_SCHEMA)
    address = f"{path}/{LEASE}.lance"
    # If two writers create it at once, one commit fails and that writer opens the other's table.
    with suppress(OSError):
        first = LanceOperation.Overwrite(_SCHEMA, write_fragments(free, address))
        LanceDataset.commit(address, first, read_version=0, max_retries=0)
    return LanceDataset(address)
