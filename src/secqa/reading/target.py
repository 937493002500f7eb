"""Determine the target of a reading, and the pages and tables to read.

The time of a question becomes one fiscal period of the company: "the nine months ended June 29,
2024" is the year to date of a third quarter if years end in September. No time means the latest
document.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from secqa.filings.document import Element, Metadata, Page, Table
from secqa.filings.numbers import Scale
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
from secqa.reading.structure.table_rows import TableRow, rows_of, scale_of
from secqa.retrieval.document_fit import is_of


@dataclass(frozen=True, slots=True)
class ReadTarget:
    """One value of one company for one period."""

    names: LineNames
    unit: str
    """`USD`, `USD/shares`, `shares`, `count`, `pure`, or "" if unknown."""
    period: ReadPeriod
    metric: Metric | None = None
    """None for a label outside the catalogue."""
    name: str = ""
    """The name in a question."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value on a page that may be the target, with a score (0 to 1)."""

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
    """Its statement, or the title of its table."""

    @classmethod
    def in_sentence(
        cls, sentence: Sentence, span: tuple[int, int], value: float, unit: str, score: float
    ) -> "Candidate":
        """A value in a sentence at `span`."""
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
        """The candidate with its score multiplied."""
        return self if worth == 1.0 else replace(self, score=self.score * worth)


def metric_target(metric: Metric, period: ReadPeriod) -> ReadTarget:
    """The target for a metric of the catalogue."""
    return ReadTarget(
        names=names_of(metric),
        unit=metric.unit,
        period=replace(period, kind=metric.period),
        metric=metric,
        name=metric.name,
    )


def label_target(label: str, unit: str, period: ReadPeriod) -> ReadTarget:
    """The target for a line by its label."""
    return ReadTarget(names=names_of_label(label), unit=unit, period=period, name=label)


Pages = Sequence[tuple[Metadata, Page]]


@dataclass(frozen=True, slots=True)
class TargetPages:
    """A target with the pages to read."""

    target: ReadTarget
    pages: Pages
    """The pages of its company."""


_RATE = re.compile(r"\b(?:percent(?:age)?|rate|margin|ratio)s?\W*$|\bpercent|\bshare of\b|%", re.I)
"""Labels of lines that are no amounts; "effect of exchange rate changes on cash" is an amount."""


def find_target(question: FigureQuestion, pages: Pages, catalogue: Catalogue) -> TargetPages | str:
    """The target of a question and its pages, or the reason for none."""
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


def _period(period: object, documents: Sequence[Metadata]) -> ReadPeriod:
    """The fiscal period of the document; for a chosen period, the latest."""
    latest = max(documents, key=lambda own: own.period_end or date.min)
    if not isinstance(period, query_period.Period) or period.each:
        period = query_period.LATEST
    if period.end is not None:
        return _closing(period.end, period.span, latest)
    quarter = f"Q{period.quarter}" if period.quarter else ""
    year = period.year if period.year is not None else latest.fiscal_year
    if period.year is None and year is not None:
        year -= period.back if period.span == "year" else 0
        if not quarter and latest.fiscal_period in ("Q1", "Q2", "Q3"):
            quarter = latest.fiscal_period
    to_date = period.span == "to_date" and period.quarter
    return ReadPeriod(year, quarter, 3 * period.quarter if to_date else None)


def _closing(end: date, span: str, own: Metadata) -> ReadPeriod:
    """The fiscal period of a span that ends on a day."""
    placed = fiscal_year_of(end, own)
    if placed is None:
        return ReadPeriod(end.year)
    year, quarter = placed
    if quarter == 4 and span == "year":
        return ReadPeriod(year)
    months = 3 * quarter if span == "to_date" and quarter > 1 else None
    return replace(ReadPeriod(year, f"Q{quarter}"), months=months)


@dataclass(frozen=True, slots=True)
class TargetTable:
    """A table with the target to read."""

    target: ReadTarget
    metadata: Metadata
    page: int
    element: Element
    table: Table
    fallback: Scale
    """The scale of its page or document, for tables without one."""
    rows: tuple[TableRow, ...]
    """Its rows with numbers."""
    scale: Scale
    """The scale stated in it or in the titles above."""

    @property
    def year(self) -> int | None:
        """The fiscal year to read."""
        year = self.target.period.year
        return year if year is not None else self.metadata.fiscal_year

    @property
    def money(self) -> float | None:
        """The factor of its amounts; None if unknown."""
        return self.scale.money or self.fallback.money

    @property
    def scales(self) -> tuple[Scale, Scale]:
        """The table's own and the fallback."""
        return self.scale, self.fallback

    @property
    def shares(self) -> float:
        """The factor of its counts of shares; by default that of money."""
        scale, fallback = self.scale, self.fallback
        return scale.shares or scale.money or fallback.shares or fallback.money or 1.0

    @property
    def title(self) -> str:
        """The nearest title above it."""
        return self.element.path[-1] if self.element.path else ""

    def candidate(
        self,
        value: float,
        score: float,
        at: tuple[int, int],
        quote: str,
        place: ValueOrigin | None = None,
    ) -> Candidate:
        """A candidate for a value in a row and column, in the unit of the target."""
        detail = ""
        if place is None and self.table.statement is not None:
            place, detail = ValueOrigin.STATEMENT, self.table.statement.value.replace("_", " ")
        elif place is None:
            place, detail = ValueOrigin.TABLE, self.title or self.table.caption
        return Candidate(
            value=value,
            unit=self.target.unit,
            score=score,
            metadata=self.metadata,
            page=self.page,
            element=self.element.index,
            row=at[0],
            column=at[1],
            quote=quote,
            place=place,
            detail=detail,
        )


def target_tables(
    target: ReadTarget, metadata: Metadata, page: Page, fallback: Scale
) -> Iterator[TargetTable]:
    """The page's tables, in order."""
    for element in page.elements:
        if element.table is not None:
            yield TargetTable(
                target,
                metadata,
                page.number,
                element,
                element.table,
                fallback,
                rows=rows_of(element.table),
                scale=scale_of(element, element.table),
            )
