"""The page that adds filings: three forms, each of which starts a job."""

from collections.abc import Callable

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.adding.adding_jobs import FORMS, AddingJobs, CorpusQueue, has_edgar, needs_identity
from secqa.app.adding.uploads import MOST_BYTES, MOST_FILES, too_much
from secqa.app.jobs import Job, Jobs
from secqa.app.web import Endpoint, To, form_of, go_to, html
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.filings.read import SUFFIXES

_ADDRESS = "/filings/add"
_AROUND_FILES = 1_000_000
"""Bytes of a form beside its files."""

_FIELDS = ("companies", "years", "identity", "folder", "company", "year")
"""Fields that keep what was typed."""

Start = Callable[[Workplace, FormData], Job]
_NO_FORM = FormData()


def routes(to: To, jobs: Jobs, by_path: bool, added: Callable[[], None]) -> list[Route]:
    """The page and its forms; `by_path` allows folders of this machine.

    `added` is called when there may be new documents.
    """
    ways = AddingJobs(jobs, by_path, CorpusQueue(added))

    def page(place: Workplace, _request: Request) -> Response:
        return _page(place, by_path)

    def starts(start: Start) -> Endpoint:
        def view(place: Workplace, request: Request) -> Response:
            form = _NO_FORM
            try:
                form = _form_of(request)
                job = start(place, form)
            except SecqaError as error:
                return _page(place, by_path, str(error), form)
            return go_to(job.address)

        return to(view)

    return [
        Route(_ADDRESS, to(page)),
        Route(f"{_ADDRESS}/files", starts(ways.files), methods=["POST"]),
        Route(f"{_ADDRESS}/folder", starts(ways.folder), methods=["POST"]),
        Route(f"{_ADDRESS}/edgar", starts(ways.edgar), methods=["POST"]),
    ]


def _page(place: Workplace, by_path: bool, error: str = "", given: FormData = _NO_FORM) -> Response:
    page = place.render(
        "adding.html.j2",
        view="filings",
        error=error,
        given={name: str(given.get(name, "")) for name in _FIELDS},
        chosen=[str(one) for one in given.getlist("forms")] or FORMS[:1],
        by_path=by_path,
        has_edgar=has_edgar(),
        needs_identity=needs_identity(),
        forms=FORMS,
        endings=SUFFIXES,
        most_files=MOST_FILES,
        most_bytes=MOST_BYTES,
    )
    return html(page, 400 if error else 200)


def _form_of(request: Request) -> FormData:
    """The form with its files, which are on the disk; SecqaError where it is too much."""
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or int(length) > MOST_BYTES + _AROUND_FILES:
        raise SecqaError(too_much())
    try:
        return form_of(request)
    except HTTPException as error:
        raise SecqaError(f"{error.detail} {too_much()}") from None
