"""Jobs that add filings to the corpus: from uploads, from a folder of this machine, or from EDGAR.

One job at a time writes into a corpus. A second one waits for its turn, and may be stopped then."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.datastructures import FormData, UploadFile

from secqa.app.adding.edgar_form import FORMS, EdgarRequest, fetch_into, missing
from secqa.app.adding.uploads import Upload, refusals, store
from secqa.app.jobs import Job, Jobs
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_address import CorpusPath
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.ingest.sources import Source

MOST_LISTED = 300
"""Documents that an address can name."""
_LOOK_AGAIN = 0.5
"""Seconds between two looks at whether a job was stopped while it waits."""


@dataclass(frozen=True)
class CorpusQueue:
    """Ingests files into a corpus, for one job at a time."""

    added: Callable[[], None] = lambda: None
    """Called when there may be new documents."""
    _turn: Lock = field(default_factory=Lock)

    def add(
        self, job: Job, corpus: CorpusPath, paths: Sequence[Path], name_of: Callable[[Path], str]
    ) -> str:
        """Ingest files and folders; returns the address of the list of new documents.

        `name_of` gives the name of a file that the user knows. SecqaError where all is refused, or
        another command is writing into the corpus.
        """
        from secqa.ingest.ingest_pipeline import IngestProgress, ingest

        def begun(files: int) -> None:
            job.of = job.done + files

        def became(source: "Source", outcome: str) -> None:
            job.done += 1
            job.tell(f"{name_of(source) if isinstance(source, Path) else source}: {outcome}")

        self._wait(job)
        try:
            progress = IngestProgress(became, begun, lambda: job.is_stopped)
            summary = ingest(paths, corpus, progress=progress)
        finally:
            self._turn.release()
        self.added()
        added = [entry.metadata.document_id for entry in summary.ingested]
        refused = sum(": refused: " in line for line in job.lines)
        job.needs_attention = refused > 0
        job.summary = _summary(len(added), len(summary.already), refused)
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
    """The address of the list of these documents; of all where they are many, "" for none."""
    if not documents:
        return ""
    if len(documents) > MOST_LISTED:
        return "/filings"
    return f"/filings?{urlencode({'only': ','.join(documents)}, safe=',')}"


def _summary(added: int, already: int, refused: int) -> str:
    parts = [f"{added} {'filing' if added == 1 else 'filings'} added"]
    parts += [f"{already} already there"] if already else []
    parts += [f"{refused} refused"] if refused else []
    return ", ".join(parts)


_PREFIX = "secqa-"
"""Of temporary folders that exist while a job runs."""


@dataclass(frozen=True)
class AddingJobs:
    """The ways to add filings, a form each; SecqaError for a form that asks for nothing."""

    jobs: Jobs
    by_path: bool
    """Whether folders of this machine are taken by their paths."""
    queue: CorpusQueue

    def files(self, place: Workplace, form: FormData) -> Job:
        """Files that were sent with the form."""
        uploads = _uploads(form)
        folder = TemporaryDirectory(prefix=_PREFIX)
        try:
            stored = store(uploads, Path(folder.name))
        except BaseException:
            folder.cleanup()
            raise
        lines = refusals(uploads, stored)

        def work(job: Job) -> str:
            with folder:
                for line in lines:
                    job.tell(line)
                if not stored:
                    raise SecqaError("nothing was added; the reasons are below")
                found = [Path(folder.name)]
                return self.queue.add(job, place.corpus.path, found, stored.__getitem__)

        return self.jobs.start("Adding filings", work)

    def folder(self, place: Workplace, form: FormData) -> Job:
        """A folder or file of this machine, named by its path."""
        if not self.by_path:
            raise SecqaError("folders of this machine can be added by whoever sits at it alone")
        path = Path(_text(form, "folder")).expanduser()
        if not path.is_absolute() or not path.exists():
            raise SecqaError(f"{path}: no such folder on this machine; give its whole path")

        def name_of(file: Path) -> str:
            return file.name if file == path else str(file.relative_to(path))

        def work(job: Job) -> str:
            return self.queue.add(job, place.corpus.path, [path], name_of)

        return self.jobs.start(f"Adding {path}", work)

    def edgar(self, place: Workplace, form: FormData) -> Job:
        """Filings of companies, from EDGAR."""
        if lacks := missing():
            raise SecqaError(lacks)
        chosen = {str(one) for one in form.getlist("forms")}
        forms = tuple(one for one in FORMS if one in chosen)
        request = EdgarRequest(_text(form, "companies"), forms, _text(form, "years"))
        known = {entry.metadata.accession for entry in place.corpus.entries}

        def work(job: Job) -> str:
            with TemporaryDirectory(prefix=_PREFIX) as folder:
                fetched = fetch_into(Path(folder), job, request, known)
                if not fetched:
                    job.summary = "nothing was fetched"
                    return ""
                return self.queue.add(
                    job, place.corpus.path, list(fetched), lambda file: fetched[file.parent]
                )

        return self.jobs.start(f"Fetching {request.companies} from EDGAR", work)


def _uploads(form: FormData) -> Sequence[Upload]:
    sent = (one for one in form.getlist("files") if isinstance(one, UploadFile))
    return [Upload(one.filename, one.size or 0, one.file) for one in sent if one.filename]


def _text(form: FormData, name: str) -> str:
    return str(form.get(name, "")).strip()
