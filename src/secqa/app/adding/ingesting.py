"""Files on this machine in, documents of the corpus out, as a job that tells what became of each.

One at a time writes into a corpus: who comes second waits, and may stop waiting.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from secqa.app.jobs import Job
from secqa.corpus.address import CorpusPath
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.ingest.sources import Source

LISTED = 300
"""Documents that an address can name."""
_LOOK_AGAIN = 0.5
"""Seconds between two looks at whether it is one's turn."""


@dataclass(frozen=True)
class Adding:
    """The way into a corpus, for one at a time."""

    added: Callable[[], None] = lambda: None
    """Told when there may be new documents."""
    _turn: Lock = field(default_factory=Lock)

    def add(
        self, job: Job, corpus: CorpusPath, paths: Sequence[Path], named: Callable[[Path], str]
    ) -> str:
        """Ingest files and folders; gives the address of the list of what was added.

        `named` is what a file is called towards whoever adds it. SecqaError where all is refused,
        or another command is writing into the corpus.
        """
        from secqa.ingest.pipeline import ingest

        def begun(files: int) -> None:
            job.of = job.done + files

        def became(source: "Source", outcome: str) -> None:
            job.done += 1
            job.tell(f"{named(source) if isinstance(source, Path) else source}: {outcome}")

        self._wait(job)
        try:
            summary = ingest(
                paths, corpus, on_start=begun, on_file=became, is_stopped=lambda: job.is_stopped
            )
        finally:
            self._turn.release()
        self.added()
        added = [entry.metadata.document_id for entry in summary.ingested]
        refused = sum(": refused: " in line for line in job.lines)
        job.look = refused > 0
        job.said = _summed_up(len(added), len(summary.already), refused)
        if refused and not added and not summary.already:
            raise SecqaError("nothing was added; the reasons are below")
        return list_of(added)

    def _wait(self, job: Job) -> None:
        if self._turn.acquire(blocking=False):
            return
        job.tell("waiting until what somebody else adds is there")
        while not self._turn.acquire(timeout=_LOOK_AGAIN):
            if job.is_stopped:
                raise SecqaError("stopped before its turn; nothing was added")


def list_of(documents: Sequence[str]) -> str:
    """The address of the list of some documents; of too many, of all. "" for none."""
    if not documents:
        return ""
    if len(documents) > LISTED:
        return "/filings"
    return f"/filings?{urlencode({'only': ','.join(documents)}, safe=',')}"


def _summed_up(added: int, already: int, refused: int) -> str:
    parts = [f"{added} {'filing' if added == 1 else 'filings'} added"]
    parts += [f"{already} already there"] if already else []
    parts += [f"{refused} refused"] if refused else []
    return ", ".join(parts)
