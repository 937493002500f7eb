"""What a request is answered with, and how an address comes to the function that answers it."""

from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from secqa.app.workplace import Current, Workplace

SHEET_AGE = "private, max-age=3600"
"""What a filing's pages look like stays as it is: its file is known by its hash."""

View = Callable[[Workplace, Request], Response]
Endpoint = Callable[[Request], Response]
To = Callable[[View], Endpoint]
Posted = Callable[[Workplace, FormData], Response]


def answering(current: Current) -> To:
    """Views as endpoints, run in threads: each answers from the corpus as it is then."""

    def to(view: View) -> Endpoint:
        def endpoint(request: Request) -> Response:
            return view(current(), request)

        return endpoint

    return to


def posted(to: To, view: Posted) -> Callable[[Request], Awaitable[Response]]:
    """What answers a form that is posted, given its fields, run in a thread as views are."""

    async def endpoint(request: Request) -> Response:
        async with request.form() as form:
            return await run_in_threadpool(to(lambda place, _request: view(place, form)), request)

    return endpoint


def html(text: str, status: int = 200) -> Response:
    """A page, which the browser asks for anew each time."""
    return HTMLResponse(text, status, headers={"cache-control": "no-store"})


def download(data: str | bytes, media_type: str, name: str) -> Response:
    """A file to be kept, by an ASCII name of ours."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media_type, headers=headers)
