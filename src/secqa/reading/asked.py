"""Choose what to look for on which of the pages that are given with a question.

The time of a question becomes one fiscal period, counted as the company of the pages counts its
years: "the nine months ended June 29, 2024" is the year to date of a third quarter where years end
in September; no time is the latest document given.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from secqa.filings.document import Metadata, Page
from secqa.filings.tables.column_periods import fiscal_year_of
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.figure_question import FigureQuestion
from secqa.query import period as query_period
from secqa.query.query import Lookup
from secqa.reading.sought import Sought, sought_label, sought_metric
from secqa.reading.structure.columns import ReadPeriod
from secqa.retrieval.document_fit import is_of

Pages = Sequence[tuple[Metadata, Page]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What to read, from where."""

    sought: Sought
    pages: Pages
    """Those of the company asked about."""


_RATE = re.compile(r"\b(?:percent(?:age)?|rate|margin|ratio)s?\W*$|\bpercent|\bshare of\b|%", re.I)
"""Lines that are no amounts; "effect of exchange rate changes on cash" is one."""


def asked_for(question: FigureQuestion, pages: Pages, catalogue: Catalogue) -> Asked | str:
    """What a question asks of these pages, or why nothing can be looked for."""
    if not pages:
        return "no pages were given"
    lookup, companies = question.lookup, question.companies
    if not (lookup.metric or lookup.line):
        return "the question names nothing that can be read from a page"
    own = [
        (metadata, page)
        for metadata, page in pages
        if not companies or any(is_of(metadata, company) for company in companies)
    ]
    if not own:
        return f"none of the pages is from a filing of {', '.join(c.name for c in companies)}"
    return Asked(_sought(lookup, own, catalogue), own)


def _sought(lookup: Lookup, own: Pages, catalogue: Catalogue) -> Sought:
    period = _period(lookup.period, [metadata for metadata, _ in own])
    if lookup.metric and not lookup.part:
        return sought_metric(catalogue[lookup.metric], period)
    name = catalogue[lookup.metric].name if lookup.metric else lookup.line
    label = f"{lookup.part} {name}" if lookup.part else name
    return sought_label(label, "pure" if _RATE.search(label) else "", period)


def _period(asked: object, documents: Sequence[Metadata]) -> ReadPeriod:
    """The period as the document counts it; of one that is chosen, the latest."""
    latest = max(documents, key=lambda own: own.period_end or date.min)
    if not isinstance(asked, query_period.Period) or asked.each:
        asked = query_period.LATEST
    if asked.end is not None:
        return _closing(asked.end, asked.span, latest)
    quarter = f"Q{asked.quarter}" if asked.quarter else ""
    year = asked.year if asked.year is not None else latest.fiscal_year
    if asked.year is None and year is not None:
        year -= asked.back if asked.span == "year" else 0
        if not quarter and latest.fiscal_period in ("Q1", "Q2", "Q3"):
            quarter = latest.fiscal_period
    to_date = asked.span == "to_date" and asked.quarter
    return ReadPeriod(year, quarter, 3 * asked.quarter if to_date else None)


def _closing(end: date, span: str, own: Metadata) -> ReadPeriod:
    """The period of that length that closes on a day."""
    placed = fiscal_year_of(end, own)
    if placed is None:
        return ReadPeriod(end.year)
    year, quarter = placed
    if quarter == 4 and span == "year":
        return ReadPeriod(year)
    months = 3 * quarter if span == "to_date" and quarter > 1 else None
    return replace(ReadPeriod(year, f"Q{quarter}"), months=months)
