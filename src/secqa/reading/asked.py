"""A question and pages in, what to look for on which of them out.

The question's words are understood by `secqa.understanding`; here its time becomes one fiscal
period, counted as the company of the pages counts its years: "the nine months ended June 29,
2024" is the year to date of a third quarter where years end in September; no time is the latest
document given.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from secqa.filings.document import Metadata, Page
from secqa.filings.tables.column_periods import fiscal_year_of
from secqa.metrics.catalogue import Catalogue
from secqa.reading.columns import Period
from secqa.reading.sought import Sought, sought_label, sought_metric
from secqa.retrieval.fit import is_of
from secqa.understanding.companies import Company
from secqa.understanding.question import Ask, understand
from secqa.understanding.wanted import Kind

Pages = Sequence[tuple[Metadata, Page]]


@dataclass(frozen=True, slots=True)
class Check:
    """A question that is answered with Yes or No."""

    limit: float
    above: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What to read, from where."""

    sought: Sought
    pages: Pages
    """Those of the company asked about."""
    check: Check | None = None


_PERCENT = re.compile(r"\b(?:percent(?:age)?|rate|margin|ratio)s?\W*$|\bpercent|\bshare of\b|%")
_MONEY = re.compile(r"\bdollars?\b|\busd\b|\$")


def asked_for(
    question: str, pages: Pages, catalogue: Catalogue, companies: Sequence[Company]
) -> Asked | str:
    """What the question asks of these pages, or why nothing can be looked for."""
    if not pages:
        return "no pages were given"
    ask = understand(question, companies, catalogue)
    if not ask.metrics:
        return "the question names nothing that can be read from a page"
    own = _of_companies(ask, pages)
    if not own:
        names = ", ".join(company.name for company in ask.companies)
        return f"none of the pages is from a filing of {names}"
    period = _period(ask, [metadata for metadata, _ in own])
    link = ask.metrics[0]
    if link.metric is not None:
        sought = sought_metric(link.metric, period)
    else:
        sought = sought_label(link.label, _unit(question, link.label), period)
    check = None
    if ask.wanted.kind is Kind.CHECK and ask.wanted.limit is not None:
        check = Check(ask.wanted.limit, ask.wanted.above)
    return Asked(sought, own, check)


def _of_companies(ask: Ask, pages: Pages) -> Pages:
    if not ask.companies:
        return pages
    return [
        (metadata, page)
        for metadata, page in pages
        if any(is_of(metadata, company) for company in ask.companies)
    ]


def _unit(question: str, label: str) -> str:
    """The unit that the words tell, "" when they do not."""
    if _MONEY.search(question.lower()):
        return "USD"
    # "Effect of exchange rate changes on cash" is no rate.
    return "pure" if _PERCENT.search(label.lower()) else ""


def _period(ask: Ask, documents: Sequence[Metadata]) -> Period:
    periods = ask.periods
    latest = max(documents, key=lambda own: own.period_end or date.min)
    quarter = f"Q{periods.quarter}" if periods.quarter else ""
    if periods.end is not None:
        return _closing(periods.end, periods.length, latest)
    year = periods.years[-1] if periods.years else latest.fiscal_year
    if year is not None and not periods.years:
        year -= periods.years_back
        if not quarter and latest.fiscal_period in ("Q1", "Q2", "Q3"):
            quarter = latest.fiscal_period
    months = 3 * periods.quarter if periods.year_to_date and periods.quarter else None
    return Period(year, quarter, months)


def _closing(end: date, quarters: int, own: Metadata) -> Period:
    """The period of `quarters` (0: not said) that closes on a day."""
    placed = fiscal_year_of(end, own)
    if placed is None:
        return Period(end.year)
    year, quarter = placed
    annual = quarters == 4 or (quarter == 4 and quarters == 0)
    months = 3 * quarters if 1 < quarters < 4 else None
    return Period(year, "" if annual else f"Q{quarter}", months)
