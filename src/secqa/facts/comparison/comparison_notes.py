"""Write numbered notes to a comparison: doubts, restatements, splits, reasons for missing values.

A note about several periods of one company's metric is printed once, with all periods.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isclose
from typing import Literal

from secqa.facts.comparison.figures import value_text
from secqa.facts.comparison.values import (
    SAME,
    ComparedValue,
    ValuePicker,
    needs_whole_year,
    period_name,
    place_of,
)
from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import TableValue, stated_parts
from secqa.facts.table.rows import RESTATED, key_of, why_changed
from secqa.metrics.formula import parse, parts
from secqa.metrics.metric import Metric
from secqa.metrics.number_text import short

NoteKind = Literal["Doubtful", "Restated", "Before a split", "Hidden", "Not meaningful", "Missing"]

_STATEMENTS = {
    "income": "income statement",
    "comprehensive_income": "statement of comprehensive income",
    "balance_sheet": "balance sheet",
    "cash_flow": "cash flow statement",
    "equity": "statement of equity",
}
_MOST_LINES = 0.5
"""Of the lines of the fullest statement of its kind. Of 525 statements of 40 train companies none
has between a fifth and four fifths."""
_INDUSTRIES = {"bank": "banks have", "insurer": "insurers have"}


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A sentence of a note, with its evidence."""

    text: str
    place: Evidence | None = None


@dataclass(slots=True)
class ComparisonNote:
    """A note about some values."""

    number: int
    kind: NoteKind
    about: str
    """ "Apple, total revenues"."""
    why: str
    columns: tuple[FiscalPeriod, ...]
    """All periods of the table."""
    periods: list[FiscalPeriod] = field(default_factory=list)
    """The periods of the note."""
    lines: list[NoteLine] = field(default_factory=list)

    @property
    def when(self) -> str:
        """The periods of the note: "FY2020, FY2022 to FY2024"."""
        runs: list[list[FiscalPeriod]] = []
        for at, period in enumerate(self.columns):
            if period in self.periods:
                follows = at and self.columns[at - 1] in self.periods
                runs = [*runs[:-1], [*runs[-1], period]] if follows else [*runs, [period]]
        if not runs:
            return ", ".join(map(period_name, self.periods))
        return ", ".join(
            f"{period_name(run[0])} to {period_name(run[-1])}"
            if len(run) > 2
            else ", ".join(map(period_name, run))
            for run in runs
        )

    @property
    def text(self) -> str:
        """The reason and all sentences."""
        return "; ".join(filter(None, (self.why, *(line.text for line in self.lines))))

    @property
    def title(self) -> str:
        """What it is about, with the periods where no sentence names them."""
        return self.about if self.lines else f"{self.about}, {self.when}"

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        return f"{self.title}{', ' if self.lines else ': '}{self.text}"


class NoteList:
    """The notes to a table, numbered in the order of its values."""

    def __init__(self, columns: tuple[FiscalPeriod, ...]) -> None:
        self._columns = columns
        self._notes: dict[tuple[str, str, str], ComparisonNote] = {}

    @property
    def all(self) -> tuple[ComparisonNote, ...]:
        """All notes by number."""
        return tuple(self._notes.values())

    def add(
        self, kind: NoteKind, about: str, why: str, period: FiscalPeriod, *lines: NoteLine
    ) -> ComparisonNote:
        """Add a note, or a period to the note of this kind and reason."""
        key = (kind, about, why)
        if key not in self._notes:
            self._notes[key] = ComparisonNote(len(self._notes) + 1, kind, about, why, self._columns)
        note = self._notes[key]
        if period not in note.periods:
            note.periods.append(period)
            note.lines += lines
        return note

    def add_missing(
        self, picker: ValuePicker, metric: Metric, period: FiscalPeriod
    ) -> tuple[ComparisonNote, ...]:
        """Add the reason for a missing value; the notes of its cell, none where a whole column of
        the company is missing."""
        reason = _why_missing(picker, metric, period)
        if reason.whole_company:
            self.add("Missing", picker.company.filer.short_name, reason.text, period)
            return ()
        return (self.add("Missing", _about(picker, metric), reason.text, period),)

    def add_for(
        self, picker: ValuePicker, metric: Metric, period: FiscalPeriod, picked: ComparedValue
    ) -> tuple[ComparisonNote, ...]:
        """Add all notes about a value."""
        about = _about(picker, metric)
        notes = []
        for part in stated_parts(picked.fact):
            doubt = picker.company.doubts.get(key_of(part))
            if doubt is not None:
                # One note for all figures that a doubtful one is part of.
                of = _about(picker, picker.catalogue[part.metric])
                notes.append(self.add("Doubtful", of, doubt.why, period))
        if picked.others:
            lines = [
                _restatement(picker, picked.fact, other, period)
                for other in _distinct(picked.others)
            ]
            if "as shares count since" in picked.formula:
                lines.append(NoteLine(f"{period_name(period)}: here {picked.formula}"))
            notes.append(self.add("Restated", about, "", period, *lines))
        for split in picker.splits(picked) if picker.first_filed else ():
            why = f"shares count {split.factor} for 1 from {split.document_id} on"
            notes.append(self.add("Before a split", about, why, period))
        if picked.why_meaningless:
            notes.append(self.add("Not meaningful", about, picked.why_meaningless, period))
        if picked.is_printed and place_of(picked.fact) is None:
            why = "no page prints it; it is only in the hidden part of its file"
            notes.append(self.add("Hidden", about, why, period))
        return tuple({note.number: note for note in notes}.values())


def _about(picker: ValuePicker, metric: Metric) -> str:
    return f"{picker.company.filer.short_name}, {metric.name}"


def _distinct(others: Sequence[TableValue]) -> list[TableValue]:
    """The first filing of each value."""
    return list({f"{one.value:.4g}": one for one in reversed(others)}.values())[::-1]


def _restatement(
    picker: ValuePicker, fact: TableValue, other: TableValue, period: FiscalPeriod
) -> NoteLine:
    """Write another filing's value of the same period, and why it differs."""
    value = _figure_text(other.value, picker.catalogue[other.metric])
    why = _why_changed(picker, fact, other)
    text = f"{period_name(period)}: {value} in {other.document_id}, {why}"
    return NoteLine(text, place_of(other))


def later_restatement(
    picker: ValuePicker, metric: Metric, period: FiscalPeriod, value: float
) -> NoteLine | None:
    """What a later filing made of a value that a filing states; None where it stands."""
    picked, order = picker.pick(metric, period), picker.company.order
    for one in picked.others if picked else ():
        # Printed and tagged signs differ: costs are printed without one.
        is_value = isclose(abs(one.value), abs(value), rel_tol=SAME)
        if picked and is_value and order[one.document_id] < order[picked.fact.document_id]:
            now, document_id = _figure_text(picked.value, metric), picked.fact.document_id
            why = _why_changed(picker, picked.fact, one)
            text = f"later restated to {now} in the report {document_id}"
            text += f": {why}" if why != RESTATED else ""
            return NoteLine(text, place_of(picked.fact))
    return None


def _figure_text(value: float, metric: Metric) -> str:
    return value_text(value, metric) if metric.unit == "pure" else short(value, metric.unit)


def _why_changed(picker: ValuePicker, fact: TableValue, other: TableValue) -> str:
    stated, order = stated_parts(fact), picker.company.order
    if len(stated) != 1 or not isinstance(other, MetricFact):
        return "its parts were restated"
    return why_changed(*sorted((stated[0], other), key=lambda row: order[row.document_id]))


@dataclass(frozen=True, slots=True)
class _MissingReason:
    """The reason for a missing value."""

    text: str
    """One clause without a full stop."""
    whole_company: bool = False
    """True if it applies to every metric of the company in the period."""


def _why_missing(picker: ValuePicker, metric: Metric, period: FiscalPeriod) -> _MissingReason:
    """The most specific reason for a missing value."""
    company, catalogue = picker.company, picker.catalogue
    if metric.stated:
        return _MissingReason(
            "companies define it themselves and do not tag it; ask a question about it"
        )
    if metric.axes:
        return _MissingReason("it is about parts of a company, not the whole")
    if company.industry in metric.not_in:
        industry = _INDUSTRIES.get(company.industry, "companies of its kind have")
        return _MissingReason(f"{industry} no such line")
    if period.period != "FY" and needs_whole_year(metric):
        return _MissingReason("its formula uses the days of a whole year")
    names = {period.period} | ({"FY"} if period.period == "Q4" else set())
    if not any((period.year, name) in company.periods for name in names):
        untagged = (period.year, period.period) in company.reports
        why = "its filing here has no tags" if untagged else "no filing here covers it"
        return _MissingReason(why, whole_company=True)
    if metric.formula:
        lacking = _lacking(picker, metric, period)
        if not lacking and "/" in metric.formula:
            return _MissingReason("its divisor is zero")
        if not lacking:
            return _MissingReason("no filing here states any of its parts")
        return _MissingReason(f"missing to calculate it: {_names(picker, lacking)}")
    if _is_only_to_date(picker, metric, period):
        return _MissingReason("only year-to-date values are stated, and no earlier one to subtract")
    statement = _STATEMENTS.get(metric.statement, "")
    if statement and not _has_statement(picker, metric.statement, period):
        return _MissingReason(f"no {statement} for it is in the filings here", whole_company=True)
    within = [other for other in metric.outside if picker.pick(catalogue[other], period)]
    if within:
        return _MissingReason(f"it may be part of {_names(picker, within)}")
    if statement:
        return _MissingReason(f"the {statement} has no such line, or it was not found")
    return _MissingReason("the filings of this period do not tag it")


def _is_only_to_date(picker: ValuePicker, metric: Metric, period: FiscalPeriod) -> bool:
    """Whether a quarter is stated only as part of the year to date."""
    longer = "FY" if period.period == "Q4" else f"{period.period} YTD"
    if period.period == "FY" or metric.period == "instant":
        return False
    return (period.year, longer) in picker.company.values(metric)


def _has_statement(picker: ValuePicker, statement: str, period: FiscalPeriod) -> bool:
    """Whether a statement of a period is there: notes give a few of its lines for earlier ones."""
    lines = [one for one in picker.catalogue.base() if one.statement == statement]

    def count(at: FiscalPeriod) -> int:
        return sum(picker.pick(one, at) is not None for one in lines)

    alike = {FiscalPeriod(year, name) for year, name in picker.company.periods}
    most = max((count(at) for at in alike if at.period == period.period), default=0)
    return count(period) > _MOST_LINES * most


def _lacking(picker: ValuePicker, metric: Metric, period: FiscalPeriod) -> list[str]:
    """Ids of the missing parts of a formula, down to metrics that filings print."""
    lacking: dict[str, None] = {}
    for part in parts(parse(metric.formula)):
        inner = picker.catalogue[part.metric]
        earlier = FiscalPeriod(period.year - part.back, period.period)
        if part.optional or picker.pick(inner, earlier):
            continue
        deeper = _lacking(picker, inner, earlier) if inner.formula else []
        lacking |= dict.fromkeys(deeper or [inner.id])
    return list(lacking)


def _names(picker: ValuePicker, metrics: list[str]) -> str:
    return ", ".join(picker.catalogue[metric].name for metric in metrics)
