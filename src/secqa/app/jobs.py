"""Long work for one request in, done in a thread; how far it is, what came of it, a way to stop it.

A job is known by an id that its starter's browser alone is told. It goes on when the browser is
closed, and its page tells the rest when it is opened again.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from secqa.app.web import To, View, html
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError

_KEPT = 100
"""Jobs that can still be looked at."""
_LINES_KEPT = 1_000


@dataclass
class Job:
    """Work under way, or done. Its thread writes, pages read."""

    title: str
    goes_on: bool = False
    """Whether whoever waits for it is led on to its result."""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    done: int = 0
    of: int = 0
    """How many steps there are; 0 while that is not known."""
    lines: list[str] = field(default_factory=list)
    """What became of each part, in plain text."""
    said: str = ""
    """What came of it all, in a line without a full stop."""
    look: bool = False
    """Whether the lines tell what should be looked at, as what was refused."""
    error: str = ""
    result: str = ""
    """Address of what came of it."""
    finished: bool = False
    _stop: Event = field(default_factory=Event)

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"/jobs/{self.id}"

    @property
    def is_stopped(self) -> bool:
        """Whether somebody wants it to end; the work asks between its steps."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask it to end after its present step."""
        self._stop.set()

    def tell(self, line: str) -> None:
        """Add a line to what became of it; of very many the last are kept."""
        self.lines.append(line)
        del self.lines[:-_LINES_KEPT]


Work = Callable[[Job], str]
"""Does the work and gives the address of its result; SecqaError ends it with that line."""


Wrap = Callable[[View], View]


class Jobs:
    """The jobs of a server."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._keeping = Lock()

    def start(self, title: str, work: Work, goes_on: bool = False) -> Job:
        """Begin in a thread of its own."""
        job = Job(title, goes_on)
        with self._keeping:
            self._jobs[job.id] = job
            over = [one.id for one in self._jobs.values() if one.finished][:-_KEPT]
            for name in over:
                del self._jobs[name]
        Thread(target=_do, args=(job, work), name=job.title).start()
        return job

    def stop(self) -> None:
        """Ask all to end: the process ends when they have."""
        for job in list(self._jobs.values()):
            job.stop()

    def find(self, job_id: str) -> Job:
        """A job by its id; SecqaError where there is none."""
        try:
            return self._jobs[job_id]
        except KeyError:
            raise SecqaError("this work is not known, or was forgotten; start it again") from None


def _do(job: Job, work: Work) -> None:
    try:
        job.result = work(job)
    except SecqaError as error:
        job.error = str(error)
    except BaseException as error:
        job.error = f"failed: {type(error).__name__}: {error}"
        raise
    finally:
        job.finished = True


def after(jobs: Jobs, title: str, needed: Callable[[Workplace, Request], Work | None]) -> Wrap:
    """A view that waits for work, which is shown as a job, where `needed` says that there is any
    that takes long; the work gives the address of the view again."""

    going: dict[str, Job] = {}

    def wrapped(view: View) -> View:
        def waiting(place: Workplace, request: Request) -> Response:
            work = needed(place, request)
            if work is None:
                return view(place, request)
            # Who loads the page again waits for the same work.
            job = going.get(str(request.url))
            if job is None or job.finished:
                going.clear()
                job = going[str(request.url)] = jobs.start(title, work, goes_on=True)
            return RedirectResponse(job.address, 303)

        return waiting

    return wrapped


def routes(to: To, jobs: Jobs) -> list[Route]:
    """The page of a job, how far it is, and its stop."""

    def page(place: Workplace, request: Request) -> Response:
        job = jobs.find(request.path_params["job"])
        if job.goes_on and job.finished and job.result:
            return RedirectResponse(job.result, 303)
        return html(place.render("job.html.j2", view="", job=job))

    def state(_place: Workplace, request: Request) -> Response:
        job = jobs.find(request.path_params["job"])
        told = {
            "done": job.done,
            "of": job.of,
            "line": job.lines[-1] if job.lines else "",
            "finished": job.finished,
        }
        return JSONResponse(told, headers={"cache-control": "no-store"})

    def stop(_place: Workplace, request: Request) -> Response:
        job = jobs.find(request.path_params["job"])
        job.stop()
        return RedirectResponse(job.address, 303)

    return [
        Route("/jobs/{job}", to(page)),
        Route("/jobs/{job}/state", to(state)),
        Route("/jobs/{job}/stop", to(stop), methods=["POST"]),
    ]
