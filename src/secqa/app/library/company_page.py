"""The page of a company: its filings and its key figures by year."""

from dataclasses import dataclass

from starlette.requests import Request

from secqa.app.addresses import address
from secqa.app.compare.companies import CompanyDirectory
from secqa.app.library.tagged_company import SeriesValue, filings_of, over_years
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.parsing.entities.company_index import Company
from secqa.retrieval.page_query import known_companies

_KEY_FIGURES = (
    "revenue net_interest_income premiums gross_profit operating_income net_income eps_diluted "
    "cash total_assets long_term_debt total_liabilities equity operating_cash_flow "
    "capital_expenditure dividends_paid employees"
)
KEY_FIGURES = tuple(_KEY_FIGURES.split())
"""As a reader of reports looks at first; those that the filings state are shown."""
_YEARS = 8


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """One figure over the years."""

    name: str
    compare: str
    """Address of its comparison with other companies."""
    by_year: dict[str, SeriesValue]


def company_page(place: Workplace, request: Request) -> str:
    """A company by its symbol or name; SecqaError where the corpus has none of that name."""
    corpus = place.corpus
    company = _company_called(corpus, request.path_params["name"])
    filings = filings_of(corpus, company)
    documents = {entry.metadata.document_id: entry.metadata for entry in filings}
    directory = place.cached(CompanyDirectory)
    figures = []
    for metric in KEY_FIGURES:
        rows = directory.values_of(company).rows
        annual = [r for r in rows if r.metric == metric and r.fiscal_period == "FY"]
        if annual:
            compare = address(
                "compare", given={"company": directory.key(company), "metric": metric}
            )
            values = {value.name: value for value in over_years(annual, documents, annual[0])}
            figures.append(KeyFigure(corpus.catalogue[metric].name, compare, values))
    years = sorted({year for figure in figures for year in figure.by_year})[-_YEARS:]
    return place.render(
        "company.html.j2",
        view="filings",
        company=company,
        shown_as=known_companies(corpus).display_name(company),
        filings=filings,
        years=years,
        lines=[one for one in figures if any(year in one.by_year for year in years)],
    )


def _company_called(corpus: Corpus, name: str) -> Company:
    companies = known_companies(corpus)
    for company in companies:
        if name in (companies.display_name(company), company.name, company.ticker):
            return company
    raise SecqaError(f"{name}: no such company in the corpus; the list of filings has all")
