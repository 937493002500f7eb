"""Addresses of filings, companies and searches, and the page of a company with its key figures."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.addresses import Link, address
from secqa.app.compare.companies import CompanyDirectory
from secqa.app.evidence_view import page_png_of
from secqa.app.jobs import Jobs
from secqa.app.library.checks import audit_page, checks_page, start_audit
from secqa.app.library.filing_list import filings_page, search_page
from secqa.app.library.filing_view import cell_part, figures_page, filing_page, part
from secqa.app.library.tagged_company import SeriesValue, filings_of, over_years
from secqa.app.web import To, asset, go_to
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.filings.containers.parts import media_type
from secqa.parsing.entities.company_index import Company
from secqa.retrieval.page_query import corpus_companies

_FILING = "/filings/{document_id}"
_PAGE = f"{_FILING}/pages/{{number:int}}"


def routes(to: To, jobs: Jobs) -> list[Route]:
    """The list of filings, a filing, each page by itself, and checks of what was read."""

    def start(place: Workplace, request: Request) -> Response:
        return go_to(start_audit(place, jobs, request.query_params.get("document", "")).address)

    def audit(place: Workplace, request: Request) -> str:
        return audit_page(place, jobs, request)

    return [
        Route("/filings", to(filings_page)),
        Route("/search", to(search_page)),
        Route("/companies/{name:path}", to(company_page)),
        Route(_FILING, to(filing_page)),
        Route(f"{_FILING}/cell", to(cell_part)),
        Route(f"{_FILING}/checks", to(checks_page)),
        Route(f"{_FILING}/printed.css", to(_sheet)),
        Route(f"{_FILING}/pictures/{{name}}", to(_picture)),
        Route(f"{_PAGE}.png", to(_page_png)),
        Route(f"{_PAGE}/figures", to(figures_page)),
        Route(_PAGE, to(part)),
        Route("/audits", to(start), methods=["POST"]),
        Route("/audits/{name}", to(audit)),
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


_KEY_FIGURES = (
    "revenue net_interest_income premiums gross_profit operating_income net_income eps_diluted "
    "cash total_assets long_term_debt total_liabilities equity operating_cash_flow "
    "capital_expenditure dividends_paid employees"
)
KEY_FIGURES = tuple(_KEY_FIGURES.split())
"""As a reader of reports looks at first; those that the filings state are shown."""
_YEARS = 8


def company_page(place: Workplace, request: Request) -> str:
    """A company by its symbol or name; SecqaError where the corpus has none of that name."""
    corpus = place.corpus
    company = _company_called(corpus, request.path_params["name"])
    filings = filings_of(corpus, company)
    documents = {entry.metadata.document_id: entry.metadata for entry in filings}
    directory = place.cached(CompanyDirectory)
    figures: list[tuple[Link, dict[str, SeriesValue]]] = []
    for metric in KEY_FIGURES:
        rows = directory.values_of(company).rows
        annual = [r for r in rows if r.metric == metric and r.fiscal_period == "FY"]
        if annual:
            compare = address(
                "compare", given={"company": directory.key(company), "metric": metric}
            )
            values = {value.name: value for value in over_years(annual, documents, annual[0])}
            figures.append((Link(corpus.catalogue[metric].name, compare), values))
    years = sorted({year for _, by_year in figures for year in by_year})[-_YEARS:]
    return place.render(
        "company.html.j2",
        view="filings",
        company=company,
        shown_as=corpus_companies(corpus).display_name(company),
        filings=filings,
        years=years,
        lines=[one for one in figures if any(year in one[1] for year in years)],
    )


def _company_called(corpus: Corpus, name: str) -> Company:
    companies = corpus_companies(corpus)
    for company in companies:
        if name in (companies.display_name(company), company.name, company.ticker):
            return company
    raise SecqaError(f"{name}: no such company in the corpus; the list of filings has all")
