"""The addresses of questions."""

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from secqa.app.ask.answer_exports import answer_csv, answer_markdown, answer_workbook
from secqa.app.ask.answer_page import answer_of, ask_page
from secqa.app.ask.answers import AnswerService
from secqa.app.ask.model_answers import post_question
from secqa.app.jobs import Jobs
from secqa.app.web import EXCEL, To, download, go_to, html, posted
from secqa.app.workplace import Workplace


def routes(to: To, jobs: Jobs) -> list[Route]:
    """A question with its answer, and the answer's exports."""

    def post(place: Workplace, request: Request) -> Response:
        return go_to(post_question(place, posted(request), jobs))

    return [
        Route("/ask", to(_ask), methods=["GET"]),
        Route("/ask", to(post), methods=["POST"]),
        Route("/ask.md", to(_markdown)),
        Route("/ask.csv", to(_csv)),
        Route("/ask.xlsx", to(_excel)),
        Route("/ask/companies", to(_companies)),
    ]


def _ask(place: Workplace, request: Request) -> Response:
    return html(ask_page(place, request.query_params))


def _markdown(place: Workplace, request: Request) -> Response:
    answer = answer_of(place, request.query_params)
    return PlainTextResponse(answer_markdown(*answer) if answer else "")


def _csv(place: Workplace, request: Request) -> Response:
    answer = answer_of(place, request.query_params)
    text = answer_csv(answer[0].answer, answer[1], place.corpus, _host(request)) if answer else ""
    return download(text, "text/csv", "answer.csv")


def _excel(place: Workplace, request: Request) -> Response:
    answer = answer_of(place, request.query_params)
    data = answer_workbook(*answer, place.corpus, _host(request)) if answer else b""
    return download(data, EXCEL, "answer.xlsx")


def _companies(place: Workplace, request: Request) -> Response:
    """Companies that begin with what is typed, each with its symbol."""
    typed = request.query_params.get("find", "")
    suggestions = place.cached(AnswerService).choices.suggested(typed)
    return JSONResponse([(one.name, one.detail) for one in suggestions])


def _host(request: Request) -> str:
    """The beginning of links in exports."""
    return str(request.base_url).rstrip("/")
