"""Build rows of the fact table."""

from datetime import date
from typing import Any

from secqa.facts.fact import MetricFact
from secqa.filings.document import Metadata


def metric_fact(
    of: Metadata, metric: str, value: float, year: int = 2024, **more: Any
) -> MetricFact:
    """A row of a document: dollars in millions of a calendar year, where `more` says nothing else
    of its fields."""
    fields: dict[str, Any] = {
        "fiscal_period": "FY",
        "period_start": date(year, 1, 1),
        "period_end": date(year, 12, 31),
        "unit": "USD",
        "decimals": -6,
        "concept": metric,
        "evidence": (),
    }
    return MetricFact(
        company=of.company,
        ticker=of.ticker,
        document_id=of.document_id,
        fiscal_year=year,
        metric=metric,
        value=value,
        cik=of.cik,
        form=of.form,
        **fields | more,
    )
