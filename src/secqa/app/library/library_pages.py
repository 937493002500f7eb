"""Addresses of filings, companies and searches."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.evidence_view import page_png_of
from secqa.app.library.checks import checks_page
from secqa.app.library.company_page import company_page
from secqa.app.library.filing_list import filings_page, search_page
from secqa.app.library.filing_view import cell_part, figures_page, filing_page, part
from secqa.app.library.section_changes import section_page
from secqa.app.web import To, asset
from secqa.app.workplace import Workplace
from secqa.filings.containers.parts import media_type

_FILING = "/filings/{document_id}"
_PAGE = f"{_FILING}/pages/{{number:int}}"


def routes(to: To) -> list[Route]:
    """The list of filings, a filing, each page by itself, and checks of what was read."""
    return [
        Route("/filings", to(filings_page)),
        Route("/search", to(search_page)),
        Route("/companies/{name:path}", to(company_page)),
        Route(_FILING, to(filing_page)),
        Route(f"{_FILING}/cell", to(cell_part)),
        Route(f"{_FILING}/changes", to(section_page)),
        Route(f"{_FILING}/checks", to(checks_page)),
        Route(f"{_FILING}/printed.css", to(_sheet)),
        Route(f"{_FILING}/pictures/{{name}}", to(_picture)),
        Route(f"{_PAGE}.png", to(_page_png)),
        Route(f"{_PAGE}/figures", to(figures_page)),
        Route(_PAGE, to(part)),
    ]


def _sheet(place: Workplace, request: Request) -> Response:
    return asset(place.originals.printed(request.path_params["document_id"]).sheet, "text/css")


def _picture(place: Workplace, request: Request) -> Response:
    path = request.path_params
    data = place.originals.picture(path["document_id"], path["name"])
    return asset(data, media_type(data))


def _page_png(place: Workplace, request: Request) -> Response:
    path = request.path_params
    return asset(page_png_of(place, path["document_id"], path["number"]), "image/png")
