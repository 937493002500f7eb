"""The addresses of comparisons."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from secqa.app.compare.page import compare_page, compared, found_part
from secqa.app.compare.take_away import markdown_of, sheets_of, values_sheet
from secqa.app.spreadsheet import csv_text, workbook
from secqa.app.web import To, download, html
from secqa.app.workplace import Workplace

_EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def routes(to: To) -> list[Route]:
    """A comparison, what can be added to it, and what is taken away of it."""
    return [
        Route("/compare", to(_compare)),
        Route("/compare/found", to(_found)),
        Route("/compare.md", to(_markdown)),
        Route("/compare.csv", to(_csv)),
        Route("/compare.xlsx", to(_workbook)),
    ]


def _compare(place: Workplace, request: Request) -> Response:
    return html(compare_page(place, request.query_params))


def _found(place: Workplace, request: Request) -> Response:
    return html(found_part(place, request.query_params))


def _markdown(place: Workplace, request: Request) -> Response:
    return PlainTextResponse(markdown_of(compared(place, request.query_params)[1]))


def _csv(place: Workplace, request: Request) -> Response:
    table = compared(place, request.query_params)[1]
    return download(csv_text(values_sheet(table)), "text/csv", "comparison.csv")


def _workbook(place: Workplace, request: Request) -> Response:
    table = compared(place, request.query_params)[1]
    return download(workbook(sheets_of(table)), _EXCEL, "comparison.xlsx")
