"""A form that somebody sent in, a job that adds what it asks for out: one function a way."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.datastructures import FormData, UploadFile

from secqa.app.adding.from_edgar import FORMS, Asked, fetch_into, missing
from secqa.app.adding.ingesting import Adding
from secqa.app.adding.uploads import Upload, refusals, store
from secqa.app.jobs import Job, Jobs
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError

_OURS = "secqa-"
"""Names of folders that are there while a job runs begin so."""


@dataclass(frozen=True)
class Ways:
    """The ways to add filings; each raises SecqaError for a form that asks for nothing."""

    jobs: Jobs
    by_path: bool
    """Whether folders of this machine are taken by their paths."""
    adding: Adding

    def files(self, place: Workplace, form: FormData) -> Job:
        """Files that were sent with the form."""
        uploads = _uploads(form)
        folder = TemporaryDirectory(prefix=_OURS)
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
                return self.adding.add(job, place.corpus.path, found, stored.__getitem__)

        return self.jobs.start("Adding filings", work)

    def folder(self, place: Workplace, form: FormData) -> Job:
        """A folder or file of this machine, named by its path."""
        if not self.by_path:
            raise SecqaError("folders of this machine can be added by whoever sits at it alone")
        path = Path(_text(form, "folder")).expanduser()
        if not path.is_absolute() or not path.exists():
            raise SecqaError(f"{path}: no such folder on this machine; give its whole path")

        def named(file: Path) -> str:
            return file.name if file == path else str(file.relative_to(path))

        def work(job: Job) -> str:
            return self.adding.add(job, place.corpus.path, [path], named)

        return self.jobs.start(f"Adding {path}", work)

    def edgar(self, place: Workplace, form: FormData) -> Job:
        """Filings of companies, from EDGAR."""
        if lacks := missing():
            raise SecqaError(lacks)
        chosen = {str(one) for one in form.getlist("forms")}
        forms = tuple(one for one in FORMS if one in chosen)
        asked = Asked(_text(form, "companies"), forms, _text(form, "years"))
        known = {entry.metadata.accession for entry in place.corpus.entries}

        def work(job: Job) -> str:
            with TemporaryDirectory(prefix=_OURS) as folder:
                fetched = fetch_into(Path(folder), job, asked, known)
                if not fetched:
                    job.said = "nothing was fetched"
                    return ""
                return self.adding.add(
                    job, place.corpus.path, list(fetched), lambda file: fetched[file.parent]
                )

        return self.jobs.start(f"Fetching {asked.companies} from EDGAR", work)


def _uploads(form: FormData) -> Sequence[Upload]:
    sent = (one for one in form.getlist("files") if isinstance(one, UploadFile))
    return [Upload(one.filename, one.size or 0, one.file) for one in sent if one.filename]


def _text(form: FormData, name: str) -> str:
    return str(form.get(name, "")).strip()
