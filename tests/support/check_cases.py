"""Builders that `tests.facts.table.test_check` and other tests share."""

from datetime import date

from tests.support.fact_rows import metric_fact

from secqa.facts.fact import MetricFact
from secqa.filings.document import Metadata
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()


_MONTHS = {"Q1": (1, 3), "Q2": (4, 6), "Q3": (7, 9), "Q4": (10, 12), "Q2 YTD": (1, 6)}


def report(year: int, quarter: str = "FY") -> Metadata:
    form = "10-K" if quarter == "FY" else "10-Q"
    end = date(year, 12, 31) if quarter == "FY" else date(year, 3 * int(quarter[1]), 28)
    document_id = f"ACME-{form}-{year}" + ("" if quarter == "FY" else f"-{quarter}")
    return Metadata(document_id, "Acme", "ACME", "7", form, year, quarter, end)


def value(
    metric: str,
    amount: float,
    of: Metadata,
    year: int = 2024,
    period: str = "FY",
    *,
    unit: str = "USD",
    decimals: int = -6,
    concept: str = "",
) -> MetricFact:
    first, last = _MONTHS.get(period, (1, 12))
    return metric_fact(
        of,
        metric,
        amount,
        year,
        fiscal_period=period,
        period_start=date(year, first, 1),
        period_end=date(year, last, 28),
        unit=unit,
        decimals=decimals,
        concept=concept or metric,
    )


K24, K25 = report(2024), report(2025)


Q1, Q2 = report(2024, "Q1"), report(2024, "Q2")
