"""Say what to read from which of the pages that are given with a question.

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
from secqa.metrics.metric import Metric
from secqa.parsing.figure_question import FigureQuestion
from secqa.query import period as query_period
from secqa.query.query import Lookup
from secqa.reading.reading import ValueOrigin
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.structure.line_names import LineNames, names_of, names_of_label
from secqa.reading.structure.sentences import Sentence
from secqa.retrieval.document_fit import is_of


@dataclass(frozen=True, slots=True)
class ReadTarget:
    """One value of one company for one period."""

    names: LineNames
    unit: str
    """`USD`, `USD/shares`, `shares`, `count`, `pure` or "" when the question does not tell."""
    period: ReadPeriod
    metric: Metric | None = None
    """None when the question uses a label that is not in the catalogue."""
    name: str = ""
    """As a question says it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that a page seems to give, with how well it fits (0 to 1)."""

    value: float
    unit: str
    score: float
    metadata: Metadata
    page: int
    element: int
    row: int
    column: int
    quote: str
    place: ValueOrigin
    detail: str = ""
    """Which statement it is a line of, or the title above its table."""

    @classmethod
    def in_sentence(
        cls, sentence: Sentence, span: tuple[int, int], value: float, unit: str, score: float
    ) -> "Candidate":
        """A value that a sentence states at `span`."""
        return cls(
            value=value,
            unit=unit,
            score=score,
            metadata=sentence.metadata,
            page=sentence.page,
            element=sentence.element.index,
            row=-1,
            column=-1,
            quote=sentence.around(*span),
            place=ValueOrigin.SENTENCE,
        )

    def times(self, worth: float) -> "Candidate":
        """The same with its score weighed."""
        return self if worth == 1.0 else replace(self, score=self.score * worth)


def metric_target(metric: Metric, period: ReadPeriod) -> ReadTarget:
    """A metric of the catalogue for a period."""
    return ReadTarget(
        names=names_of(metric),
        unit=metric.unit,
        period=replace(period, kind=metric.period),
        metric=metric,
        name=metric.name,
    )


def label_target(label: str, unit: str, period: ReadPeriod) -> ReadTarget:
    """A line under the name that a question gives it."""
    return ReadTarget(names=names_of_label(label), unit=unit, period=period, name=label)


Pages = Sequence[tuple[Metadata, Page]]


@dataclass(frozen=True, slots=True)
class TargetPages:
    """What to read, from where."""

    target: ReadTarget
    pages: Pages
    """Those of the company asked about."""


_RATE = re.compile(r"\b(?:percent(?:age)?|rate|margin|ratio)s?\W*$|\bpercent|\bshare of\b|%", re.I)
"""Lines that are no amounts; "effect of exchange rate changes on cash" is one."""


def find_target(question: FigureQuestion, pages: Pages, catalogue: Catalogue) -> TargetPages | str:
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
    return TargetPages(_target(lookup, own, catalogue), own)


def _target(lookup: Lookup, own: Pages, catalogue: Catalogue) -> ReadTarget:
    period = _period(lookup.period, [metadata for metadata, _ in own])
    if lookup.metric and not lookup.part:
        return metric_target(catalogue[lookup.metric], period)
    name = catalogue[lookup.metric].name if lookup.metric else lookup.line
    label = f"{lookup.part} {name}" if lookup.part else name
    return label_target(label, "pure" if _RATE.search(label) else "", period)


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
