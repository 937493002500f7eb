"""The addresses of filings, their pages, cells and checks, of companies and of searches."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from secqa.app.addresses import mark_in
from secqa.app.jobs import Jobs
from secqa.app.library.checks import Audits, audit_page, checks_page
from secqa.app.library.company_page import company_page
from secqa.app.library.figures_page import figures_page
from secqa.app.library.filing_page import cell_part, filing_page
from secqa.app.library.list_page import filings_page
from secqa.app.library.search_page import search_page
from secqa.app.part import page_part, page_png_of
from secqa.app.web import SHEET_AGE, To, html
from secqa.app.workplace import Workplace
from secqa.filings.containers.pictures import media_type

_FILING = "/filings/{document_id}"
_PAGE = f"{_FILING}/pages/{{number:int}}"


def routes(to: To, jobs: Jobs) -> list[Route]:
    """The list of filings, a filing, each page by itself, and what is told of them."""
    return [
        Route("/filings", to(_filings)),
        Route("/search", to(_search)),
        Route("/companies/{name:path}", to(_company)),
        Route(_FILING, to(_filing)),
        Route(f"{_FILING}/cell", to(_cell)),
        Route(f"{_FILING}/checks", to(_checks)),
        Route(f"{_FILING}/printed.css", to(_sheet)),
        Route(f"{_FILING}/pictures/{{name}}", to(_shown)),
        Route(f"{_PAGE}.png", to(_picture)),
        Route(f"{_PAGE}/figures", to(_figures)),
        Route(_PAGE, to(_part)),
        *_audits(to, Audits(jobs)),
    ]


def _audits(to: To, audits: Audits) -> list[Route]:
    def start(place: Workplace, request: Request) -> Response:
        return RedirectResponse(
            audits.start(place, request.query_params.get("document", "")).address, 303
        )

    def show(place: Workplace, request: Request) -> Response:
        return html(audit_page(place, audits, request.path_params["name"], request.query_params))

    return [
        Route("/audits", to(start), methods=["POST"]),
        Route("/audits/{name}", to(show)),
    ]


def _filings(place: Workplace, request: Request) -> Response:
    return html(filings_page(place, request.query_params))


def _search(place: Workplace, request: Request) -> Response:
    return html(search_page(place, request.query_params))


def _company(place: Workplace, request: Request) -> Response:
    return html(company_page(place, request.path_params["name"]))


def _filing(place: Workplace, request: Request) -> Response:
    return html(filing_page(place, request.path_params["document_id"], request.query_params))


def _cell(place: Workplace, request: Request) -> Response:
    return html(cell_part(place, request.path_params["document_id"], request.query_params))


def _checks(place: Workplace, request: Request) -> Response:
    return html(checks_page(place, request.path_params["document_id"]))


def _figures(place: Workplace, request: Request) -> Response:
    path = request.path_params
    return html(figures_page(place, path["document_id"], path["number"]))


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
