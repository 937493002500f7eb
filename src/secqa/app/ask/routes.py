"""The addresses of questions."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from secqa.app.ask.answer_page import ask_page, asked_in
from secqa.app.ask.take_away import csv_of, markdown_of
from secqa.app.web import To, download, html
from secqa.app.workplace import Workplace


def routes(to: To) -> list[Route]:
    """A question with its answer, and what is taken away of it."""
    return [
        Route("/ask", to(_ask)),
        Route("/ask.md", to(_markdown)),
        Route("/ask.csv", to(_csv)),
    ]


def _ask(place: Workplace, request: Request) -> Response:
    return html(ask_page(place, request.query_params))


def _markdown(place: Workplace, request: Request) -> Response:
    found = asked_in(place, request.query_params)
    return PlainTextResponse(markdown_of(*found) if found else "")


def _csv(place: Workplace, request: Request) -> Response:
    found = asked_in(place, request.query_params)
    text = csv_of(found[0].answer, found[1]) if found else ""
    return download(text, "text/csv", "answer.csv")
