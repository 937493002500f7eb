"""Jobs that add filings to the corpus: from uploads, from a folder of this machine, or from EDGAR.

One job at a time writes into a corpus. Another waits for its turn, and may be stopped meanwhile.
"""

import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.datastructures import FormData, UploadFile

from secqa.app.adding.uploads import Upload, store
from secqa.app.jobs import Job, Jobs
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_address import CorpusPath
from secqa.errors import SecqaError
from secqa.metrics.number_text import counted

if TYPE_CHECKING:
    from secqa.ingest.edgar.edgar_client import Edgar
    from secqa.ingest.edgar.fetch_plan import Item
    from secqa.ingest.sources import Source

FORMS = ("10-K", "10-Q", "8-K")
MOST_FILINGS = 200
"""Fetched at once: some minutes, at the pace that the SEC allows."""


@dataclass(frozen=True, slots=True)
class EdgarRequest:
    """Companies, forms and years as they were typed into the form."""

    companies: str
    """Tickers, CIKs or names, by commas."""
    forms: tuple[str, ...]
    years: str
    """`2021-2024`, `2019,2023`, or "" for any."""
    identity: str = ""
    """Name and e-mail address of who asks; "" for that of the server."""


def has_edgar() -> bool:
    """Whether this installation can ask EDGAR."""
    return find_spec("edgar") is not None


def needs_identity() -> bool:
    """Whether the SEC still has to be told who asks."""
    return "@" not in os.environ.get("EDGAR_IDENTITY", "")


def fetch_into(
    folder: Path, job: Job, request: EdgarRequest, known: Collection[str]
) -> dict[Path, str]:
    """Fetch the filings whose accession number is not `known`; returns their names by folder.

    SecqaError where EDGAR cannot be asked, knows no such company, or that would be too many.
    """
    from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar
    from secqa.ingest.edgar.filing_fetch import fetch

    edgar = Edgar(request.identity)
    job.tell("asking EDGAR what there is")
    listed = _plan_items(edgar, folder, request)
    items = [item for item in listed if item.filing.accession not in known]
    if len(items) > MOST_FILINGS:
        raise SecqaError(
            f"these are {len(items):,} filings; fetch up to {MOST_FILINGS} at once: name fewer "
            "companies, forms or years"
        )
    if len(listed) > len(items):
        job.tell(f"{len(listed) - len(items)} already there")
    job.of = 2 * len(items)
    fetched: dict[Path, str] = {}
    for item in items:
        if job.is_stopped:
            break
        about = item.filing
        title = f"{about.company} {about.form} of {about.period or about.filed}"
        try:
            fetch(edgar, item)
        except MissingOnEdgar as error:
            job.tell(f"{title}: not added: {error}")
        else:
            fetched[item.folder] = title
            job.tell(f"{title}: fetched")
        job.done += 1
    return fetched


def _plan_items(edgar: "Edgar", folder: Path, request: EdgarRequest) -> "list[Item]":
    from secqa.ingest.edgar.fetch_plan import plan
    from secqa.ingest.edgar.filers import find_ciks
    from secqa.ingest.edgar.filing_lists import FilingFilter, years_in

    names = [name for one in request.companies.split(",") if (name := one.strip())]
    if not names or not request.forms:
        raise SecqaError("name a company and a form")
    wanted = FilingFilter(frozenset(request.forms), years_in(request.years))
    listed = plan(edgar, find_ciks(edgar, names), wanted, folder)
    if not listed:
        raise SecqaError("EDGAR has no such filings; give other companies, forms or years")
    return listed


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

        def count(files: int) -> None:
            job.of = job.done + files

        def report(source: "Source", outcome: str) -> None:
            job.done += 1
            name, told = name_of(source) if isinstance(source, Path) else source, str(outcome)
            job.tell(f"{name}: {told.replace('refused: ', 'not added: ', 1)}")

        self._wait(job)
        try:
            progress = IngestProgress(report, count, lambda: job.is_stopped)
            summary = ingest(paths, corpus, progress=progress)
        finally:
            self._turn.release()
        self.added()
        added = [entry.metadata.document_id for entry in summary.ingested]
        refused = sum(": not added: " in line for line in job.lines)
        for entry in summary.ingested:
            for why in entry.warnings:
                job.tell(f"{entry.metadata.document_id}: please check: {why}")
            about = entry.metadata
            if not about.company or "company" in about.guessed:
                whose = f"its file’s name says {about.company}" if about.company else "not named"
                job.tell(
                    f"{about.document_id}: please check whose it is: {whose}; else add it again "
                    "with its company, under “Files that do not say whose they are”"
                )
        job.summary = _summary(len(added), len(summary.already), refused)
        if refused and not added and not summary.already:
            raise SecqaError("nothing was added")
        return list_of(added)

    def _wait(self, job: Job) -> None:
        if self._turn.acquire(blocking=False):
            return
        job.tell("waiting for another job that adds filings")
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
    parts = [f"{counted(added, 'filing')} added"] if added else []
    parts += [f"{already} already there"] if already else []
    parts += [f"{refused} not added"] if refused else []
    return ", ".join(parts) or "no filing added"


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
        sent = (one for one in form.getlist("files") if isinstance(one, UploadFile))
        uploads = [Upload(one.filename, one.size or 0, one.file) for one in sent if one.filename]
        folder = TemporaryDirectory(prefix=_PREFIX)
        try:
            about = "_".join((_text(form, "company"), _text(form, "year"), ""))
            stored, lines = store(uploads, Path(folder.name), about if about.strip("_") else "")
        except BaseException:
            folder.cleanup()
            raise

        def work(job: Job) -> str:
            with folder:
                for line in lines:
                    job.tell(line)
                if not stored:
                    raise SecqaError("nothing was added")
                paths = [Path(folder.name)]
                try:
                    return self.queue.add(job, place.corpus.path, paths, stored.__getitem__)
                except SecqaError as error:
                    # Our own folder means nothing to those who sent files.
                    message = str(error).replace(folder.name, "the files that were sent")
                    raise SecqaError(message) from None

        return self.jobs.start("Adding filings", work)

    def folder(self, place: Workplace, form: FormData) -> Job:
        """A folder or file of this machine, named by its path."""
        if not self.by_path:
            raise SecqaError("only a user of this machine itself can add its folders")
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
        identity = _text(form, "identity")
        if not has_edgar():
            raise SecqaError("this server has no access to EDGAR; add files instead")
        if needs_identity() and "@" not in identity:
            raise SecqaError("the SEC wants to know who asks; give your name and e-mail address")
        chosen = {str(one) for one in form.getlist("forms")}
        forms = tuple(one for one in FORMS if one in chosen)
        request = EdgarRequest(_text(form, "companies"), forms, _text(form, "years"), identity)
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


def _text(form: FormData, name: str) -> str:
    return str(form.get(name, "")).strip()
