"""A company in, its filings and its key figures by year out."""

from dataclasses import dataclass
from urllib.parse import urlencode

from secqa.app.compare.companies import CompanyDirectory
from secqa.app.library.companies import company_called, filings_of
from secqa.app.library.series import Shown, over_years
from secqa.app.workplace import Workplace
from secqa.retrieval.page_query import known_companies

KEY_FIGURES = (
    "revenue",
    "net_interest_income",
    "premiums",
    "gross_profit",
    "operating_income",
    "net_income",
    "eps_diluted",
    "cash",
    "total_assets",
    "long_term_debt",
    "total_liabilities",
    "equity",
    "operating_cash_flow",
    "capital_expenditure",
    "dividends_paid",
    "employees",
)
"""As a reader of reports looks at first; those that the filings state are shown."""
_YEARS = 8


@dataclass(frozen=True, slots=True)
class Line:
    """One figure over the years."""

    name: str
    compare: str
    """Address of its comparison with other companies."""
    by_year: dict[str, Shown]


def company_page(place: Workplace, name: str) -> str:
    """A company by its symbol or name; SecqaError where the corpus has none of that name."""
    corpus = place.corpus
    company = company_called(corpus, name)
    shown_as = known_companies(corpus).display_name(company)
    filings = filings_of(corpus, company)
    documents = {entry.metadata.document_id: entry.metadata for entry in filings}
    directory = place.kept(CompanyDirectory)
    rows = directory.values_of(company).rows
    lines = []
    for metric in KEY_FIGURES:
        annual = [r for r in rows if r.metric == metric and r.fiscal_period == "FY"]
        if annual:
            shown = over_years(annual, documents, annual[0])
            told = {"company": directory.key(company), "metric": metric}
            compare = f"/compare?{urlencode(told)}"
            lines.append(Line(corpus.catalogue[metric].name, compare, {s.name: s for s in shown}))
    years = sorted({year for line in lines for year in line.by_year})[-_YEARS:]
    return place.render(
        "company.html.j2",
        view="filings",
        company=company,
        shown_as=shown_as,
        filings=filings,
        years=years,
        lines=[line for line in lines if any(year in line.by_year for year in years)],
    )
