"""A made-up fact table: five companies and their figures, known by heart.

Fiscal 2020 to 2024 of companies 1 and 2 stand in three annual reports each, so that a long span
needs two of them; company 3 has one report, company 4 one that is a year older, company 5 is a
bank. `amount` says what every figure is, so that answers can be worked out by hand.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import cache

from tests.support.fact_rows import metric_fact

from secqa.benchmark.corpus_facts import CorpusFacts, numbers_in
from secqa.benchmark.fact_table import FactTable, fact_table_of
from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.table.compound import TableValue, compound_facts
from secqa.facts.table.gates.notes import statement_lines
from secqa.filings.document import Document, Element, ElementType, Metadata, Page
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric

COMPANIES = {
    "0000000001": ("ALPHA WORKS, INC.", "AW"),
    "0000000002": ("Beta Foods Company", "BFC"),
    "0000000003": ("GAMMA'S CORP", "GAM"),
    "0000000004": ("The Delta & Sons Co.", "DELT"),
    "0000000005": ("Epsilon Bank", "EPSB"),
}
NAMES = {1: "Alpha Works", 2: "Beta Foods", 3: "Gamma's", 4: "Delta & Sons", 5: "Epsilon Bank"}
BANK = 5
REVENUE = {1: 100e9, 2: 80e9, 3: 60e9, 4: 40e9, 5: 20e9}
LATEST = {1: 2024, 2: 2024, 3: 2024, 4: 2023, 5: 2024}
REPORTS = {1: (2022, 2023, 2024), 2: (2022, 2023, 2024), 3: (2024,), 4: (2023,), 5: (2024,)}
QUARTERS = {1: ((2024, 1), (2024, 2), (2024, 3), (2025, 1), (2025, 2)), 2: ((2025, 1),)}
ASSETS = {2020: 1.5, 2021: 2.4, 2022: 1.9, 2023: 2.8, 2024: 2.1}
"""Total assets as a multiple of the latest revenue: highest in 2023."""
PARTS = {1: {"Cloud": 0.6, "Devices": 0.4}, 2: {"Snacks": 0.75, "Drinks": 0.25}}
UNITS = {"eps_diluted": "USD/shares"}
METRICS = (
    Metric("revenue", "total revenues", "USD", "duration", ("sales",), statement="income"),
    Metric("net_income", "net income", "USD", "duration", ("profit",), statement="income"),
    Metric(
        "cost_of_revenue",
        "cost of revenue",
        "USD",
        "duration",
        statement="income",
        positive=True,
        not_in=("bank",),
    ),
    Metric("deposits", "deposits", "USD", "instant", statement="balance_sheet", marks="bank"),
    Metric("loans", "loans", "USD", "instant", statement="balance_sheet", marks="bank"),
    Metric("dividends_paid", "dividends", "USD", "duration", statement="cash_flow"),
    Metric("eps_diluted", "diluted earnings per share", "USD/shares", "duration"),
    Metric(
        "total_assets", "total assets", "USD", "instant", statement="balance_sheet", positive=True
    ),
    Metric(
        "segment_revenue",
        "segment revenue",
        "USD",
        "duration",
        of="revenue",
        axes=("us-gaap:StatementBusinessSegmentsAxis",),
    ),
)
CATALOGUE = Catalogue({metric.id: metric for metric in METRICS})


def amount(number: int, metric: str, year: int) -> float:
    """What company `number` reports of a metric for a fiscal year."""
    revenue = round(REVENUE[number] * 0.9 ** (LATEST[number] - year), -6)
    match metric:
        case "revenue":
            return revenue
        case "net_income":
            return round(revenue / (6 - number) * (1 + number / 10), -6)
        case "cost_of_revenue":
            return round(revenue * (0.3 + number / 10), -6)
        case "dividends_paid":
            return 1e9 * number
        case "deposits" | "loans":
            return 30e9 if metric == "deposits" else 25e9
        case "total_assets":
            return round(REVENUE[number] * ASSETS[year], -6)
    return 2.5 + number - (LATEST[number] - year) / 4


def quarterly_amount(number: int, metric: str, year: int, quarter: int) -> float:
    """What it reports for one quarter."""
    if metric == "net_income":
        return (3 + number + year - 2024 + quarter) * 1e9
    return (20 + 10 / number + 5 * (year - 2024) + 2 * quarter) * 1e9


_FLOWS = ("revenue", "cost_of_revenue", "net_income", "dividends_paid", "eps_diluted")
_OF_BANKS = ("deposits", "loans")
_ENDS = {"FY": (12, 31), "Q1": (3, 31), "Q2": (6, 30), "Q3": (9, 30)}


def report(number: int, year: int, form: str = "10-K", quarter: str = "FY") -> Metadata:
    cik = f"{number:010d}"
    company, ticker = COMPANIES[cik]
    suffix = "" if quarter == "FY" else f"-{quarter}"
    document_id, end = f"{ticker}-{form}-{year}{suffix}", date(year, *_ENDS[quarter])
    return Metadata(document_id, company, ticker, cik, form, year, quarter, end)


def row(
    document: Metadata,
    metric: str,
    year: int,
    value: float,
    unit: str = "USD",
    places: Iterable[tuple[int, int]] = ((40, 2), (61, 1)),
) -> MetricFact:
    """A row of T; `places` are (page, grade)."""
    known = CATALOGUE.metrics.get(metric)
    name = known.name if known is not None else metric.replace("_", " ")
    line = f"{name} | {value:,.0f}"
    return metric_fact(
        document,
        metric,
        value,
        year,
        fiscal_period=document.fiscal_period,
        unit=unit,
        decimals=-6 if unit == "USD" else 2,
        concept=f"us-gaap:{metric}",
        evidence=tuple(
            Evidence(document.document_id, page, page * 10, 3, 1, grade, line)
            for page, grade in places
        ),
    )


def made_rows() -> tuple[list[MetricFact], list[Metadata]]:
    """All rows about whole companies: up to three years a report, two of balances."""
    rows, documents = [], []
    for number, years in REPORTS.items():
        for latest in years:
            annual = report(number, latest)
            documents.append(annual)
            for year in range(latest, latest - 3, -1):
                rows += [
                    row(
                        annual, metric, year, amount(number, metric, year), UNITS.get(metric, "USD")
                    )
                    for metric in _FLOWS
                    if (number, metric) != (BANK, "cost_of_revenue")
                ]
            for year in (latest, latest - 1):
                assets = amount(number, "total_assets", year)
                rows.append(row(annual, "total_assets", year, assets))
                if number == BANK:
                    rows += [row(annual, one, year, amount(5, one, year)) for one in _OF_BANKS]
    for number, quarters in QUARTERS.items():
        for year, quarter in quarters:
            quarterly = report(number, year, "10-Q", f"Q{quarter}")
            documents.append(quarterly)
            rows += _quarter(number, quarterly, year, quarter)
    return rows, documents


def _quarter(number: int, document: Metadata, year: int, quarter: int) -> Iterable[MetricFact]:
    """A quarter, and from the second on the year to date."""
    for metric in ("revenue", "net_income"):
        told = [quarterly_amount(number, metric, year, one) for one in range(1, quarter + 1)]
        yield row(document, metric, year, told[-1])
        if quarter > 1:
            to_date = row(document, metric, year, sum(told))
            yield replace(to_date, fiscal_period=f"Q{quarter} YTD")


def made_parts() -> list[MetricFact]:
    """Revenue by segment of companies 1 and 2, each year in its own report."""
    return [
        replace(row(report(number, year), "segment_revenue", year, revenue * share), member=name)
        for number, shares in PARTS.items()
        for year in (2024, 2023)
        for revenue in [amount(number, "revenue", year)]
        for name, share in shares.items()
    ]


HEADING = "Water Stewardship"
PASSAGE = " ".join(f"We employ people in {number} places." for number in range(10))


@cache
def made_document(document_id: str) -> Document:
    """A report with one passage, of ten sentences."""
    (metadata,) = (one for one in made_rows()[1] if one.document_id == document_id)
    title = Element(0, ElementType.TITLE, HEADING, 3, "I/1", 2)
    text = Element(1, ElementType.NARRATIVE_TEXT, PASSAGE, 3, "I/1")
    return Document(metadata, (Page(3, "3", (title, text)),))


def printed(rows: Iterable[MetricFact]) -> dict[tuple[str, int], str]:
    """Pages that print every value: in millions, per-share values as they are."""
    pages: dict[tuple[str, int], str] = {}
    for fact in rows:
        text = f"{fact.value / 1e6:,.0f}" if fact.unit == "USD" else f"{fact.value:.2f}"
        for place in fact.evidence:
            key = (place.document_id, place.page)
            pages[key] = f"{pages.get(key, '')}\n{fact.metric} {text}"
    return pages


def made_source(more: Iterable[MetricFact] = ()) -> CorpusFacts:
    """The whole table as a source, with pages that print every figure; more rows may be added."""
    rows, documents = made_rows()
    rows += more
    parts = made_parts()
    return source_with(rows, documents, printed([*rows, *parts]), parts)


def full_table(
    rows: Iterable[MetricFact],
    documents: Iterable[Metadata],
    parts: Iterable[MetricFact],
    catalogue: Catalogue,
) -> FactTable:
    """The table of stated values and of all that can be worked out of them."""
    stated = tuple(rows)
    every: list[TableValue] = [*stated, *compound_facts(stated, catalogue)]
    return fact_table_of(every, documents, tuple(parts), catalogue)


def source_with(
    rows: Iterable[MetricFact],
    documents: Iterable[Metadata],
    pages: dict[tuple[str, int], str],
    parts: Iterable[MetricFact] = (),
) -> CorpusFacts:
    """A source whose documents print these pages by (document id, page)."""

    def document_text(document: str) -> str:
        return "\n".join(text for (owner, _), text in pages.items() if owner == document)

    return CorpusFacts(
        rows=tuple(rows),
        documents=tuple(documents),
        parts=tuple(parts),
        page_numbers=lambda document, page: numbers_in(pages.get((document, page), "")),
        document_text=document_text,
        document=made_document,
        lines_of=lambda document: statement_lines(made_document(document)),
        fingerprint="f0",
        fingerprint_of=lambda documents: " ".join(one.document_id for one in documents),
    )
