"""A made-up fact table over six fiscal years: five companies, a 10-K each year, figures by rule."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from tests.support.benchmark_tables import printed, source_with
from tests.support.fact_rows import metric_fact

from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.suite import Suite
from secqa.errors import SecqaError
from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.table.gates.notes import statement_lines
from secqa.filings.document import Document, Metadata
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric

NAMES = ("Alder Works", "Birch Foods", "Cedar Tools", "Dogwood Labs", "Elm Energy")
TICKERS = ("ALD", "BIR", "CED", "DOG", "ELM")
YEARS = range(2019, 2025)
METRICS = (
    Metric("revenue", "total revenues", "USD", "duration", statement="income", positive=True),
    Metric("net_income", "net income", "USD", "duration", statement="income"),
    Metric("cost_of_revenue", "cost of revenue", "USD", "duration", statement="income",
           positive=True),
    Metric("total_assets", "total assets", "USD", "instant", statement="balance_sheet",
           positive=True),
    Metric("dividends_paid", "dividends", "USD", "duration", statement="cash_flow", positive=True),
)  # fmt: skip
CATALOGUE = Catalogue({metric.id: metric for metric in METRICS})
SUITE = Suite("made", kinds=(("value_latest", 1), ("value_in_period", 2), ("growth", 2),
                             ("which_company", 2), ("which_year", 1)), count=24)  # fmt: skip
_SIZES = {"revenue": 40e9, "net_income": 5e9, "cost_of_revenue": 22e9, "total_assets": 70e9,
          "dividends_paid": 1e9}  # fmt: skip


def amount(company: int, metric: str, year: int) -> float:
    """What company `company`, from 0, reports of a metric for a year; no two are alike."""
    place = list(_SIZES).index(metric)
    wave = (company * 37 + year * 23 + place * 11 + company * year) % 29
    growth = 1 + (year - 2019) * (0.05 + 0.03 * company)
    return float(round(_SIZES[metric] * (1 + company / 3) * growth * (1 + wave / 60), -6))


def report(company: int, year: int) -> Metadata:
    name, ticker, cik = f"{NAMES[company]} Inc.", TICKERS[company], f"{company + 1:010d}"
    end = date(year, 12, 31)
    return Metadata(f"{ticker}-10-K-{year}", name, ticker, cik, "10-K", year, "FY", end)


def rows_of(document: Metadata) -> Iterable[MetricFact]:
    """Three fiscal years of flows, two of balances."""
    assert document.fiscal_year is not None
    company = TICKERS.index(document.ticker)
    for metric in METRICS:
        for back in range(2 if metric.period == "instant" else 3):
            year = document.fiscal_year - back
            value = amount(company, metric.id, year)
            page = 30 + list(CATALOGUE.metrics).index(metric.id)
            quote = f"{metric.name} | {value:,.0f}"
            place = Evidence(document.document_id, page, page * 10, 1, 1 + back, 2, quote)
            concept = f"us-gaap:{metric.id}"
            yield metric_fact(document, metric.id, value, year, concept=concept, evidence=(place,))


def source_of_years(last: int = 2024, changed: dict[tuple[int, str, int], float] | None = None,
                    companies: int = 5) -> CorpusFacts:  # fmt: skip
    """The table up to a fiscal year; `changed` has other values of (company, metric, year)."""
    documents = tuple(report(c, y) for c in range(companies) for y in YEARS if y <= last)
    rows = []
    for document in documents:
        for row in rows_of(document):
            key = (TICKERS.index(row.ticker), row.metric, row.fiscal_year)
            rows.append(replace(row, value=(changed or {}).get(key, row.value)))
    by_id = {document.document_id: document for document in documents}

    def document_of(document_id: str) -> Document:
        if document_id not in by_id:
            raise SecqaError(f"{document_id}: not here")
        return Document(by_id[document_id], ())

    return replace(
        source_with(rows, documents, printed(rows)),
        document=document_of,
        lines_of=lambda document: statement_lines(document_of(document)),
        fingerprint=f"up to {last}",
    )
