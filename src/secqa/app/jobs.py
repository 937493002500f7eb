"""Long work as jobs: done in a thread, with progress, a result, and a way to stop.

A job goes on when its browser is closed, and its page shows what came of it later, even after the
server was started anew: a line beside the corpus is written when work begins and when it ends. Work
that has begun and not ended was cut off with its server. Where the folder cannot be written, the
history lasts as long as the server.
"""

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock, Thread
from typing import cast

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from secqa.app.web import To
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.files import append, cut_unfinished_line, utc_now

FILE = "jobs.jsonl"
CUT_OFF = "the server stopped before this was done; start it again"


_KEPT = ("id", "title", "started", "ended", "summary", "error", "result")
"""Of a job, what outlasts the server."""
_MOST_JOBS = 100
"""Finished jobs that can still be looked at with all their lines."""
_MOST_OUTPUTS = 12
"""Finished jobs that keep their output: a report takes some 5 MB."""
_MOST_LINES = 1_000
UNKNOWN_JOB = "this work is unknown or forgotten; start it again"


@dataclass
class Job:
    """Work that is running or finished. Its thread writes; pages read."""

    title: str
    redirect_when_done: bool = False
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    started: str = field(default_factory=utc_now)
    ended: str = ""
    done: int = 0
    of: int = 0
    """Number of steps; 0 while it is not known."""
    lines: list[str] = field(default_factory=list)
    """What became of each part, in plain text."""
    summary: str = ""
    """One line without a full stop."""
    error: str = ""
    result: str = ""
    """Address of the result."""
    output: object = None
    """The result itself, where the job alone keeps it."""
    is_stopped: bool = False
    """Whether it shall end; the work asks between its steps."""

    @property
    def address(self) -> str:
        """The address of its page."""
        return f"/jobs/{self.id}"

    @property
    def finished(self) -> bool:
        """Whether it is done, has failed or was stopped."""
        return bool(self.ended)

    def tell(self, line: str) -> None:
        """Add a line; the first are dropped where there are very many."""
        self.lines.append(line)
        del self.lines[:-_MOST_LINES]


Work = Callable[[Job], str]
"""Does the work and gives the address of its result; SecqaError ends it with that line."""


class JobStopped(Exception):
    """A user has stopped the job."""


class Jobs:
    """The jobs of a server, and those that a corpus keeps of earlier ones."""

    def __init__(self, folder: Path | None = None) -> None:
        """Without a folder, for a corpus in an object store, nothing outlasts the server."""
        self._path = folder / FILE if folder else None
        self._lock = Lock()
        self._jobs = {job.id: job for job in self._read()}

    @property
    def latest(self) -> list[Job]:
        """Work that is kept, the latest first."""
        kept = (job for job in self._jobs.values() if not job.redirect_when_done)
        return sorted(kept, key=lambda job: job.started, reverse=True)[:_MOST_JOBS]

    def start(self, title: str, work: Work, redirect_when_done: bool = False) -> Job:
        """Begin in a new thread."""
        job = Job(title, redirect_when_done)
        with self._lock:
            self._jobs[job.id] = job
            finished = [other for other in self._jobs.values() if other.finished]
            for old in finished[:-_MOST_OUTPUTS]:
                old.output = None
            for old in finished[:-_MOST_JOBS]:
                old.lines.clear()
                if old.redirect_when_done:
                    del self._jobs[old.id]
        self._keep(job)
        Thread(target=self._do, args=(job, work), name=job.title).start()
        return job

    def _do(self, job: Job, work: Work) -> None:
        try:
            with suppress(JobStopped):
                job.result = work(job)
        except SecqaError as error:
            job.error = str(error)
        except BaseException as error:
            job.error = f"failed: {type(error).__name__}: {error}"
            raise
        finally:
            job.ended = utc_now()
            self._keep(job)

    def _keep(self, job: Job) -> None:
        """Write a line, which takes the place of an earlier one of the same job."""
        if self._path is not None and not job.redirect_when_done:
            line = json.dumps({name: getattr(job, name) for name in _KEPT})
            with self._lock, suppress(SecqaError):
                append(self._path, f"{line}\n", "")

    def _read(self) -> Iterator[Job]:
        if self._path is None or not self._path.exists():
            return
        with suppress(SecqaError):
            cut_unfinished_line(self._path)
        for line in self._path.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError, TypeError):
                job = Job(**json.loads(line))
                yield job if job.ended else replace(job, ended=job.started, error=CUT_OFF)

    def stop(self) -> None:
        """Ask all to end: the process ends when they have."""
        for job in list(self._jobs.values()):
            job.is_stopped = True

    def find(self, job_id: str) -> Job:
        """A job by its id (of an earlier server, only `_KEPT` fields); SecqaError if unknown."""
        if job_id not in self._jobs:
            raise SecqaError(UNKNOWN_JOB)
        return self._jobs[job_id]


def jobs_of(request: Request) -> Jobs:
    """The jobs of the server that is asked."""
    return cast(Jobs, request.app.state.jobs)


def routes(to: To) -> list[Route]:
    """All jobs, the page of one, its progress, and its stop."""
    return [
        Route("/jobs", to(_list_page)),
        Route("/jobs/{job}", to(_page)),
        Route("/jobs/{job}/state", to(_state)),
        Route("/jobs/{job}/stop", to(_stop), methods=["POST"]),
    ]


def _list_page(place: Workplace, request: Request) -> str:
    return place.render("jobs.html.j2", view="", records=jobs_of(request).latest)


def _page(place: Workplace, request: Request) -> Response | str:
    job = _job(request)
    if job.redirect_when_done and job.finished and job.result:
        return RedirectResponse(job.result, 303)
    return place.render("job.html.j2", view="", job=job)


def _state(_place: Workplace, request: Request) -> Response:
    job = _job(request)
    line = job.lines[-1] if job.lines else ""
    progress = {"done": job.done, "of": job.of, "line": line, "finished": job.finished}
    return JSONResponse(progress, headers={"cache-control": "no-store"})


def _stop(_place: Workplace, request: Request) -> Response:
    job = _job(request)
    job.is_stopped = True
    return RedirectResponse(job.address, 303)


def _job(request: Request) -> Job:
    return jobs_of(request).find(request.path_params["job"])
