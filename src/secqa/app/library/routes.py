"""The addresses of filings and their pages."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.addresses import mark_in
from secqa.app.library.filing_pages import filing_page, filings_page
from secqa.app.part import page_part, page_png_of
from secqa.app.web import SHEET_AGE, To, html
from secqa.app.workplace import Workplace
from secqa.filings.containers.pictures import media_type

_FILING = "/filings/{document_id}"
_PAGE = f"{_FILING}/pages/{{number:int}}"


def routes(to: To) -> list[Route]:
    """The list of filings, a filing, and each page by itself."""
    return [
        Route("/filings", to(_filings)),
        Route(_FILING, to(_filing)),
        Route(f"{_FILING}/printed.css", to(_sheet)),
        Route(f"{_FILING}/pictures/{{name}}", to(_shown)),
        Route(f"{_PAGE}.png", to(_picture)),
        Route(_PAGE, to(_part)),
    ]


def _filings(place: Workplace, request: Request) -> Response:
    return html(filings_page(place, request.query_params))


def _filing(place: Workplace, request: Request) -> Response:
    return html(filing_page(place, request.path_params["document_id"], request.query_params))


def _part(place: Workplace, request: Request) -> Response:
    given, path = request.query_params, request.path_params
    mark, shown_as = mark_in(given), given.get("as", "")
    return html(page_part(place, path["document_id"], path["number"], mark, shown_as=shown_as))


def _sheet(place: Workplace, request: Request) -> Response:
    sheet = place.originals.printed(request.path_params["document_id"]).sheet
    return Response(sheet, media_type="text/css", headers={"cache-control": SHEET_AGE})


def _shown(place: Workplace, request: Request) -> Response:
    path = request.path_params
    data = place.originals.picture(path["document_id"], path["name"])
    return Response(data, media_type=media_type(data), headers={"cache-control": SHEET_AGE})


def _picture(place: Workplace, request: Request) -> Response:
    path = request.path_params
    png = page_png_of(place, path["document_id"], path["number"])
    return Response(png, media_type="image/png", headers={"cache-control": SHEET_AGE})
