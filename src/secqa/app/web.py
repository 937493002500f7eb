"""What a request is answered with, and how an address comes to the function that answers it."""

from collections.abc import Callable
from urllib.parse import quote

from anyio import from_thread
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from secqa.app.workplace import Current, Workplace

SHEET_AGE = "private, max-age=3600"
"""What a filing's pages look like stays as it is: its file is known by its hash."""

EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

View = Callable[[Workplace, Request], Response]
Endpoint = Callable[[Request], Response]
To = Callable[[View], Endpoint]


def answering(current: Current) -> To:
    """Views as endpoints, run in threads: each answers from the corpus as it is then."""

    def to(view: View) -> Endpoint:
        def endpoint(request: Request) -> Response:
            return view(current(), request)

        return endpoint

    return to


def form_of(request: Request) -> FormData:
    """What a form sent; for endpoints, which run in threads."""

    async def read() -> FormData:
        return await request.form()

    return from_thread.run(read)


def posted(request: Request) -> dict[str, str]:
    """The texts of a form that was sent, for a view in its thread."""
    return {name: text for name, text in form_of(request).items() if isinstance(text, str)}


def here(request: Request) -> str:
    """The address that was asked for."""
    path, query = quote(request.url.path), request.url.query
    return f"{path}?{query}" if query else path


def go_to(address: str) -> Response:
    """After a form: on to a page, which can be loaded again without sending the form again."""
    return RedirectResponse(address, 303)


def html(text: str, status: int = 200) -> Response:
    """A page, which the browser asks for anew each time."""
    return HTMLResponse(text, status, headers={"cache-control": "no-store"})


def download(data: str | bytes, media_type: str, name: str) -> Response:
    """A file to be kept, by an ASCII name of ours."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media_type, headers=headers)
