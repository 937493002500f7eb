"""The addresses of questions."""

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from secqa.app.ask.answer_page import ask_page, asked_in
from secqa.app.ask.asking import Asking
from secqa.app.ask.sheets import csv_of, excel_of
from secqa.app.ask.take_away import markdown_of
from secqa.app.ask.with_model import ask_posted
from secqa.app.jobs import Jobs
from secqa.app.web import EXCEL, To, download, go_to, html, posted
from secqa.app.workplace import Workplace


def routes(to: To, jobs: Jobs) -> list[Route]:
    """A question with its answer, and what is taken away of it."""

    def asked(place: Workplace, request: Request) -> Response:
        return go_to(ask_posted(place, posted(request), jobs))

    return [
        Route("/ask", to(_ask), methods=["GET"]),
        Route("/ask", to(asked), methods=["POST"]),
        Route("/ask.md", to(_markdown)),
        Route("/ask.csv", to(_csv)),
        Route("/ask.xlsx", to(_excel)),
        Route("/ask/companies", to(_companies)),
    ]


def _ask(place: Workplace, request: Request) -> Response:
    return html(ask_page(place, request.query_params))


def _markdown(place: Workplace, request: Request) -> Response:
    found = asked_in(place, request.query_params)
    return PlainTextResponse(markdown_of(*found) if found else "")


def _csv(place: Workplace, request: Request) -> Response:
    found = asked_in(place, request.query_params)
    host = str(request.base_url).rstrip("/")
    text = csv_of(found[0].answer, found[1], place.corpus, host) if found else ""
    return download(text, "text/csv", "answer.csv")


def _excel(place: Workplace, request: Request) -> Response:
    found = asked_in(place, request.query_params)
    host = str(request.base_url).rstrip("/")
    data = excel_of(*found, place.corpus, host) if found else b""
    return download(data, EXCEL, "answer.xlsx")


def _companies(place: Workplace, request: Request) -> Response:
    """Companies that begin with what is typed, each with its symbol."""
    found = place.kept(Asking).choices.suggested(request.query_params.get("find", ""))
    return JSONResponse([(one.name, one.besides) for one in found])
