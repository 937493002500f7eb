"""Requests and responses: views as endpoints, forms, downloads, and the name of who decides.

A view gets the corpus as it is now and the request. It returns a page as text, or a response.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from anyio import from_thread
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from secqa.app.workplace import Current, Workplace
from secqa.benchmark.review import user
from secqa.export.table_formats import Sheet, sheet_csv, workbook

SHEET_AGE = "private, max-age=3600"
"""Pages of a filing may be cached for an hour: their address has the hash of its file."""
_EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PERSON_COOKIE = "secqa_person"
_DONE_COOKIE = "secqa_done"
_SOON = 10
"""Seconds within which a redirect arrives."""
_LONGEST_NAME = 80
_COOKIE_AGE = 365 * 24 * 3600
"""Lifetime of the name cookie in seconds."""

View = Callable[[Workplace, Request], Response | str]
Endpoint = Callable[[Request], Response]
To = Callable[[View], Endpoint]


def answering(current: Current) -> To:
    """Turn views into endpoints that run in threads, each with the current corpus."""

    def to(view: View) -> Endpoint:
        def endpoint(request: Request) -> Response:
            answer = view(current(), request)
            return html(answer) if isinstance(answer, str) else answer

        return endpoint

    return to


def form_of(request: Request) -> FormData:
    """Read the form of a request; for use in endpoints, which run in threads."""

    async def read() -> FormData:
        return await request.form()

    return from_thread.run(read)


def posted(request: Request) -> dict[str, str]:
    """The texts of the form of a request, for a view in its thread."""
    return {name: text for name, text in form_of(request).items() if isinstance(text, str)}


def go_to(address: str, done: str = "") -> Response:
    """Redirect after a form to a page that can be loaded again without sending the form again, and
    that tells once what was done."""
    response = RedirectResponse(address, 303)
    if done:
        response.set_cookie(_DONE_COOKIE, quote(done), max_age=_SOON, samesite="strict", path="/")
    return response


def host_of(request: Request) -> str:
    """The beginning of links in exports."""
    return str(request.base_url).rstrip("/")


def back_in(form: Mapping[str, object]) -> str:
    """The page of this server that a form asks to go back to."""
    back = urlsplit(str(form.get("back", "")))
    # A path of this server alone: what begins with two slashes is another's.
    path = f"/{back.path.lstrip('/')}"
    return f"{path}?{back.query}" if back.query else path


def html(text: str, status: int = 200) -> Response:
    """A page that the browser must not cache."""
    return HTMLResponse(text, status, headers={"cache-control": "no-store"})


def asset(data: str | bytes, media_type: str) -> Response:
    """A picture or style sheet that the browser may cache for an hour."""
    return Response(data, media_type=media_type, headers={"cache-control": SHEET_AGE})


def download(data: str | bytes, media_type: str, name: str) -> Response:
    """A download with an ASCII file name."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media_type, headers=headers)


@dataclass(frozen=True, slots=True)
class Exported:
    """What a page exports, and the words that name its files."""

    name: str
    markdown: str
    sheets: Sequence[Sheet]
    csv: Sheet


def export_routes(
    to: To, path: str, export: Callable[[Workplace, Request], Exported]
) -> list[Route]:
    """The exports of a page: its address with `.md`, `.csv` and `.xlsx`."""

    def markdown(place: Workplace, request: Request) -> Response:
        return PlainTextResponse(export(place, request).markdown)

    def csv(place: Workplace, request: Request) -> Response:
        made = export(place, request)
        return download(sheet_csv(made.csv), "text/csv", file_name(made.name, "csv"))

    def excel(place: Workplace, request: Request) -> Response:
        made = export(place, request)
        return download(workbook(made.sheets), _EXCEL, file_name(made.name, "xlsx"))

    views = {"md": markdown, "csv": csv, "xlsx": excel}
    return [Route(f"{path}.{ending}", to(view)) for ending, view in views.items()]


def file_name(words: str, ending: str) -> str:
    """Make a file name of some words, with characters that every file system allows."""
    name = "-".join(re.findall(r"[a-z0-9]+", words.lower()))
    return f"{name[:_LONGEST_NAME].strip('-') or 'secqa'}.{ending}"


def person_of(request: Request) -> str:
    """Who decides: the user of this machine, or the name that was set in this browser."""
    name = " ".join(unquote(request.cookies.get(_PERSON_COOKIE, "")).split())[:_LONGEST_NAME]
    return name if name and name.isprintable() else user()


def set_person(_place: Workplace, request: Request) -> Response:
    """Keep a name in the browser and go back to the page that asked for it."""
    form = posted(request)
    response = go_to(back_in(form))
    name = quote(" ".join(form.get("name", "").split())[:_LONGEST_NAME])
    response.set_cookie(
        _PERSON_COOKIE, name, max_age=_COOKIE_AGE, httponly=True, samesite="strict", path="/"
    )
    return response
