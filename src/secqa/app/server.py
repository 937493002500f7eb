"""A corpus in, a web server of its pages out.

Every address can be kept and sent on: it holds all that the page shows, and asking changes nothing
on this machine. Answers are worked out in threads, so that several tabs and people can ask.
"""

import secrets
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from secqa.app.guard import LOOPBACK, Guard
from secqa.app.take_away import csv_of, markdown_of
from secqa.app.views import (
    Workplace,
    ask_page,
    asked_in,
    filing_page,
    filings_page,
    mark_in,
    page_part,
    page_png_of,
)
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

_SHEET_AGE = "private, max-age=3600"
"""What a filing's pages look like stays as it is: its file is known by its hash."""


def make_app(place: Workplace, token: str = "") -> Guard:
    """The server as an ASGI application; with a token nobody is answered without it."""
    from starlette.applications import Starlette
    from starlette.responses import RedirectResponse
    from starlette.routing import Mount, Route
    from starlette.staticfiles import StaticFiles

    def to(view: "Callable[[Workplace, Request], Response]") -> "Callable[[Request], Response]":
        return partial(view, place)

    def start(_request: "Request") -> "Response":
        return RedirectResponse("/ask", 307)

    filing = "/filings/{document_id}"
    page = f"{filing}/pages/{{number:int}}"
    routes = [
        Route("/", start),
        Route("/ask", to(_ask)),
        Route("/ask.md", to(_markdown)),
        Route("/ask.csv", to(_csv)),
        Route("/filings", to(_filings)),
        Route(filing, to(_filing)),
        Route(f"{filing}/printed.css", to(_sheet)),
        Route(f"{page}.png", to(_picture)),
        Route(page, to(_part)),
        Mount("/static", StaticFiles(directory=str(files("secqa.app") / "static"))),
    ]
    mistaken = {SecqaError: partial(_mistaken, place), 404: partial(_mistaken, place)}
    return Guard(Starlette(routes=routes, exception_handlers=mistaken), token)


def serve(place: Workplace, host: str, port: int, said: Callable[[str], None]) -> None:
    """Serve until interrupted; `said` is told the address to open.

    Where other machines can reach it, with a new token. SecqaError where the port is taken.
    """
    import socket

    import uvicorn

    token = "" if host in LOOPBACK else secrets.token_urlsafe(24)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # Whoever opens the address at once waits until the app is there, and is not turned away.
        listening.listen()
    except OSError as error:
        listening.close()
        raise SecqaError(
            f"--host {host} --port {port}: cannot be used ({error.strerror}); choose others"
        ) from None
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    said(f"{address}{f'?token={token}' if token else ''}")
    settings = uvicorn.Config(make_app(place, token), log_level="warning", server_header=False)
    uvicorn.Server(settings).run(sockets=[listening])


def _html(text: str, status: int = 200) -> "Response":
    from starlette.responses import HTMLResponse

    return HTMLResponse(text, status, headers={"cache-control": "no-store"})


def _ask(place: Workplace, request: "Request") -> "Response":
    return _html(ask_page(place, request.query_params))


def _filings(place: Workplace, request: "Request") -> "Response":
    return _html(filings_page(place, request.query_params))


def _filing(place: Workplace, request: "Request") -> "Response":
    return _html(filing_page(place, request.path_params["document_id"], request.query_params))


def _part(place: Workplace, request: "Request") -> "Response":
    given, path = request.query_params, request.path_params
    shown_as = given.get("as", "")
    return _html(page_part(place, path["document_id"], path["number"], mark_in(given), shown_as))


def _sheet(place: Workplace, request: "Request") -> "Response":
    from starlette.responses import Response

    printed = place.originals.printed(request.path_params["document_id"])
    sheet = printed.sheet if printed else ""
    return Response(sheet, media_type="text/css", headers={"cache-control": _SHEET_AGE})


def _picture(place: Workplace, request: "Request") -> "Response":
    from starlette.responses import Response

    path = request.path_params
    mark = mark_in(request.query_params)
    png = page_png_of(place, path["document_id"], path["number"], mark)
    return Response(png, media_type="image/png", headers={"cache-control": _SHEET_AGE})


def _markdown(place: Workplace, request: "Request") -> "Response":
    from starlette.responses import PlainTextResponse

    found = asked_in(place, request.query_params)
    return PlainTextResponse(markdown_of(*found) if found else "")


def _csv(place: Workplace, request: "Request") -> "Response":
    from starlette.responses import Response

    found = asked_in(place, request.query_params)
    text = csv_of(found[0].answer, found[1]) if found else ""
    headers = {"content-disposition": 'attachment; filename="answer.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


def _mistaken(place: Workplace, _request: "Request", error: Exception) -> "Response":
    """A page that is not there, or an address that asks what cannot be: one line, and a way on."""
    told = str(error) if isinstance(error, SecqaError) else "there is no such page"
    return _html(place.render("mistaken.html.j2", view="", told=told), 404)


def open_folder(corpus: Path, filings: tuple[Path, ...]) -> Workplace:
    """A corpus in a folder with the files it was made from, where they are at hand."""
    from secqa.app.asking import Asking
    from secqa.app.originals import Originals
    from secqa.corpus.store import open_corpus

    opened = open_corpus(corpus)
    return Workplace(opened, Asking(opened), Originals(opened, filings))
