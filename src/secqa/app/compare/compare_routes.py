"""The addresses of comparisons."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from secqa.app.compare.page import compare_page, comparison_of, search_part
from secqa.app.web import EXCEL, To, download, html
from secqa.app.workplace import Workplace
from secqa.export.comparison import comparison_markdown, comparison_sheets, values_sheet
from secqa.export.table_formats import csv_text, workbook


def routes(to: To) -> list[Route]:
    """A comparison, a search for more to compare, and its exports."""
    return [
        Route("/compare", to(_compare)),
        Route("/compare/found", to(_search)),
        Route("/compare.md", to(_markdown)),
        Route("/compare.csv", to(_csv)),
        Route("/compare.xlsx", to(_workbook)),
    ]


def _compare(place: Workplace, request: Request) -> Response:
    return html(compare_page(place, request.query_params))


def _search(place: Workplace, request: Request) -> Response:
    return html(search_part(place, request.query_params))


def _markdown(place: Workplace, request: Request) -> Response:
    return PlainTextResponse(comparison_markdown(comparison_of(place, request.query_params)[1]))


def _csv(place: Workplace, request: Request) -> Response:
    comparison = comparison_of(place, request.query_params)[1]
    return download(csv_text(values_sheet(comparison)), "text/csv", "comparison.csv")


def _workbook(place: Workplace, request: Request) -> Response:
    comparison = comparison_of(place, request.query_params)[1]
    return download(workbook(comparison_sheets(comparison)), EXCEL, "comparison.xlsx")
