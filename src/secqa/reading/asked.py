"""A question and pages in, what to look for on which of them out.

A program asks one figure in the atomic sentence; any other question is parsed, and its first figure
is meant. Its time becomes one fiscal period, counted as the company of the pages counts its years:
"the nine months ended June 29, 2024" is the year to date of a third quarter where years end in
September; no time is the latest document given.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from secqa.errors import CannotAnswer
from secqa.filings.document import Metadata, Page
from secqa.filings.tables.column_periods import fiscal_year_of
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.atomic import companies_of_atomic, metric_names, parse_lookup
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.question_mentions import Mentions, find_mentions
from secqa.parsing.understand import understand
from secqa.query import period as asked_period
from secqa.query.query import Compare, Lookup, Number, lookups
from secqa.reading.sought import Sought, sought_label, sought_metric
from secqa.reading.structure.columns import ReadPeriod
from secqa.retrieval.document_fit import is_of

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


_RATE = re.compile(r"\b(?:percent(?:age)?|rate|margin|ratio)s?\W*$|\bpercent|\bshare of\b|%", re.I)
"""Lines that are no amounts; "effect of exchange rate changes on cash" is one."""


def asked_for(
    question: str,
    pages: Pages,
    catalogue: Catalogue,
    companies: Sequence[Company],
    lines_of: LinesOf = lambda _company: None,
) -> Asked | str:
    """What the question asks of these pages, or why nothing can be looked for."""
    if not pages:
        return "no pages were given"
    known = companies if isinstance(companies, CompanyIndex) else CompanyIndex(companies)
    atomic = parse_lookup(question, metric_names(catalogue))
    check = None
    if atomic is not None:
        lookup, meant = atomic.lookup, companies_of_atomic(atomic, known)
    else:
        try:
            found = understand(question, known, catalogue, lines_of)
            lookup = next(iter(lookups(found.query)), Lookup())
            meant = found.mentions.distinct_companies
            check = _check(found.query.outputs[0])
        except CannotAnswer:
            # The pages given may tell whose figure it is, where the question does not.
            mentions = find_mentions(question, known, load_fitted(), lines_of)
            lookup, meant = _first_mentioned(mentions), mentions.distinct_companies
    if not (lookup.metric or lookup.line):
        return "the question names nothing that can be read from a page"
    own = [(m, page) for m, page in pages if not meant or any(is_of(m, c) for c in meant)]
    if not own:
        return f"none of the pages is from a filing of {', '.join(c.name for c in meant)}"
    return Asked(_sought(lookup, own, catalogue), own, check)


def _first_mentioned(found: Mentions) -> Lookup:
    """The first figure that a question mentions, whatever it asks of it."""
    if not found.links:
        return Lookup()
    link, periods = found.links[0], found.times.periods
    period = periods[-1] if periods else asked_period.LATEST
    return Lookup(link.metrics[0], period=period, line=link.line, part=link.part)


def _check(output: object) -> Check | None:
    if isinstance(output, Compare) and isinstance(output.right, Number):
        return Check(output.right.value, output.sign in (">", ">="))
    return None


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
    if not isinstance(asked, asked_period.Period) or asked.each:
        asked = asked_period.LATEST
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
