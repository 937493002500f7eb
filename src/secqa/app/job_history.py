"""What came of long work, kept beside the corpus: a restarted server still knows it.

A line is written when work begins and when it ends. Work that has begun and not ended was cut off
with its server. Where the folder cannot be written, the history lasts as long as the server.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock

from secqa.errors import SecqaError
from secqa.files import append, cut_unfinished_line, utc_now

FILE = "jobs.jsonl"
CUT_OFF = "the server stopped before this was done; start it again"


@dataclass(frozen=True, slots=True)
class JobRecord:
    """Work as it is kept."""

    id: str
    title: str
    started: str = field(default_factory=utc_now)
    ended: str = ""
    summary: str = ""
    error: str = ""
    result: str = ""


class JobHistory:
    """The records of a corpus, the latest of each job."""

    def __init__(self, folder: Path | None) -> None:
        """Without a folder, for a corpus in an object store, nothing outlasts the server."""
        self._path = folder / FILE if folder else None
        self._lock = Lock()
        self._records = {record.id: record for record in self._read()}

    def keep(self, record: JobRecord) -> None:
        """Add a record, or replace that of the same job."""
        with self._lock:
            self._records[record.id] = record
            if self._path is not None:
                with suppress(SecqaError):
                    append(self._path, json.dumps(asdict(record)) + "\n", "")

    def find(self, job_id: str) -> JobRecord | None:
        """The record of a job."""
        return self._records.get(job_id)

    @property
    def latest(self) -> list[JobRecord]:
        """All records, the latest first."""
        return sorted(self._records.values(), key=lambda one: one.started, reverse=True)

    def _read(self) -> Iterator[JobRecord]:
        if self._path is None or not self._path.exists():
            return
        with suppress(SecqaError):
            cut_unfinished_line(self._path)
        for line in self._path.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError, TypeError):
                record = JobRecord(**json.loads(line))
                ended = record.ended or record.started
                yield (
                    record
                    if record.ended
                    else JobRecord(record.id, record.title, record.started, ended, error=CUT_OFF)
                )
