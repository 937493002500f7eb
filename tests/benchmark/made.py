"""A made-up fact table: four companies, two metrics each plus dividends, known by heart."""

from collections.abc import Iterable
from datetime import date

from secqa.benchmark.generate import Source
from secqa.facts.fact import Evidence, MetricFact
from secqa.filings.document import Metadata

COMPANIES = {
    "0000000001": ("ALPHA WORKS, INC.", "AW"),
    "0000000002": ("Beta Foods Company", "BFC"),
    "0000000003": ("GAMMA'S CORP", "GAM"),
    "0000000004": ("The Delta & Sons Co.", "DELT"),
}
REVENUE = {1: 100e9, 2: 80e9, 3: 60e9, 4: 40e9}


def report(number: int, year: int, form: str = "10-K", quarter: str = "FY") -> Metadata:
    cik = f"{number:010d}"
    company, ticker = COMPANIES[cik]
    suffix = "" if quarter == "FY" else f"-{quarter}"
    return Metadata(
        document_id=f"{ticker}-{form}-{year}{suffix}",
        company=company,
        ticker=ticker,
        cik=cik,
        form=form,
        fiscal_year=year,
        fiscal_period=quarter,
        period_end=date(year, 12, 31) if quarter == "FY" else date(year, 6, 30),
    )


def row(
    document: Metadata,
    metric: str,
    year: int,
    value: float,
    unit: str = "USD",
    places: Iterable[tuple[int, int]] = ((40, 2), (61, 1)),
) -> MetricFact:
    """A row of T; `places` are (page, grade)."""
    return MetricFact(
        company=document.company,
        ticker=document.ticker,
        cik=document.cik,
        document_id=document.document_id,
        form=document.form,
        fiscal_year=year,
        fiscal_period=document.fiscal_period,
        period_start=date(year, 1, 1),
        period_end=date(year, 12, 31),
        metric=metric,
        value=value,
        unit=unit,
        decimals=-6,
        concept=f"us-gaap:{metric}",
        evidence=tuple(
            Evidence(document.document_id, page, page * 10, 3, 1, grade, f"{metric} | {value:,.0f}")
            for page, grade in places
        ),
    )


def made_rows() -> tuple[list[MetricFact], list[Metadata]]:
    """Fiscal 2022 to 2024 in the 10-K of 2024; company 4 has only a 10-K of 2023; a 10-Q of 1."""
    rows, documents = [], []
    for number in (1, 2, 3, 4):
        latest = 2023 if number == 4 else 2024
        annual = report(number, latest)
        documents.append(annual)
        for back in range(3):
            year, shrink = latest - back, 0.9**back
            revenue = round(REVENUE[number] * shrink, -6)
            rows.append(row(annual, "revenue", year, revenue))
            rows.append(row(annual, "net_income", year, round(revenue / (6 - number), -6)))
            rows.append(row(annual, "dividends_paid", year, 1e9 * number))
            rows.append(row(annual, "eps_diluted", year, 2.5 + number - back / 4, "USD/shares"))
    quarterly = report(1, 2025, "10-Q", "Q2")
    documents.append(quarterly)
    rows.append(row(quarterly, "revenue", 2025, 30e9))
    return rows, documents


def printed(rows: Iterable[MetricFact]) -> dict[tuple[str, int], str]:
    """Pages that print every value: in millions, per-share values as they are."""
    pages: dict[tuple[str, int], str] = {}
    for fact in rows:
        text = f"{fact.value / 1e6:,.0f}" if fact.unit == "USD" else f"{fact.value:.2f}"
        for place in fact.evidence:
            key = (place.document_id, place.page)
            pages[key] = f"{pages.get(key, '')}\n{fact.metric} {text}"
    return pages


def made_source() -> Source:
    rows, documents = made_rows()
    pages = printed(rows)
    return source_with(rows, documents, pages)


def source_with(
    rows: Iterable[MetricFact], documents: Iterable[Metadata], pages: dict[tuple[str, int], str]
) -> Source:
    """A source whose documents print these pages by (document id, page)."""

    def document_text(document: str) -> str:
        return "\n".join(text for (owner, _), text in pages.items() if owner == document)

    return Source(
        tuple(rows),
        tuple(documents),
        lambda document, page: pages.get((document, page), ""),
        document_text,
        "f0",
    )
