"""Lay a comparison out as a table: a row for each company and metric, a cell for each period."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from secqa.facts.comparison.company_history import Filer
from secqa.facts.comparison.comparison_notes import ComparisonNote, NoteList
from secqa.facts.comparison.figures import (
    NO_FIGURE,
    NOTHING,
    AmountScale,
    ComparedFigure,
    View,
    capitalized,
    change_text,
    decimals_of,
    figure_in_view,
    growth,
    growth_a_year,
    number_text,
    prior_year,
    share_base,
    unit_text,
)
from secqa.facts.comparison.values import (
    ComparedValue,
    ValuePicker,
    mixes_flow_and_balance,
    period_name,
)
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.metric import Metric

PeriodLength = Literal["year", "quarter"]
Grouping = Literal["metric", "company"]


@dataclass(frozen=True, slots=True)
class ComparisonOptions:
    """The periods to compare, and how to show values."""

    start: int = 0
    """First fiscal year; 0 for the last five years, or the last two by quarter."""
    end: int = 0
    """Last fiscal year; 0 for the latest."""
    by: PeriodLength = "year"
    view: View = "values"
    group: Grouping = "metric"
    """"metric" groups the companies of one metric, "company" the metrics of one company."""
    first_filed: bool = False
    """True to use the first filing's value if filings differ, not the latest's."""


@dataclass(frozen=True, slots=True)
class ComparisonCell:
    """One value of a comparison."""

    period: FiscalPeriod
    value: ComparedValue | None
    figure: ComparedFigure
    text: str
    notes: tuple[ComparisonNote, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether a check contradicts the value."""
        return any(note.kind == "Doubtful" for note in self.notes)


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One metric of one company."""

    company: Filer
    metric: Metric
    label: str
    detail: str
    """The company's symbol or the unit, printed next to the label."""
    unit: str
    cells: tuple[ComparisonCell, ...]
    change: ComparedFigure
    """Growth of the last value in one year."""
    rate: ComparedFigure
    """Compound annual growth."""

    @property
    def has_values(self) -> bool:
        """Whether any cell has a number."""
        return any(cell.figure.value is not None for cell in self.cells)

    @property
    def change_text(self) -> str:
        """ "+4.0%"."""
        return _change_text(self.change)

    @property
    def rate_text(self) -> str:
        """ "+4.0%"."""
        return _change_text(self.rate)


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows under one heading."""

    title: str
    unit: str
    """The unit of all rows; "" if they differ."""
    rows: tuple[ComparisonRow, ...]
    medians: tuple[str, ...] = ()
    """Medians by period; empty for fewer than three companies."""


@dataclass(frozen=True, slots=True)
class CompanyComparison:
    """The table of a comparison."""

    options: ComparisonOptions
    periods: tuple[FiscalPeriod, ...]
    groups: tuple[RowGroup, ...]
    notes: tuple[ComparisonNote, ...]
    ends: tuple[tuple[str, str], ...]
    """Company and end of its last period."""
    scales: Mapping[str, AmountScale]
    """The common scale of all amounts of a unit, by unit."""

    @property
    def period_names(self) -> tuple[str, ...]:
        """Titles of the columns."""
        return tuple(map(period_name, self.periods))

    @property
    def has_values(self) -> bool:
        """Whether any row has a number."""
        return any(row.has_values for row in self.rows)

    @property
    def rows(self) -> tuple[ComparisonRow, ...]:
        """All rows in order."""
        return tuple(row for group in self.groups for row in group.rows)


def _change_text(figure: ComparedFigure) -> str:
    return NOTHING if figure.value is None else change_text(figure.value, figure.unit)


_ENOUGH = 3
"""Least number of companies with a median."""


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Makes the rows of one comparison, in its scales, and adds its notes."""

    options: ComparisonOptions
    periods: tuple[FiscalPeriod, ...]
    notes: NoteList
    scales: dict[str, AmountScale]

    def of_metric(self, pickers: Sequence[ValuePicker], metric: Metric) -> RowGroup:
        """The companies of one metric, with their median."""
        rows = tuple(
            self._row(picker, metric, picker.company.filer.short_name, picker.company.filer.ticker)
            for picker in pickers
        )
        unit = next((row.unit for row in rows if row.has_values), rows[0].unit)
        return RowGroup(capitalized(metric.name), unit, rows, self._medians(rows))

    def of_company(self, picker: ValuePicker, metrics: Sequence[Metric]) -> RowGroup:
        """The metrics of one company."""
        rows = tuple(self._row(picker, metric, capitalized(metric.name)) for metric in metrics)
        return RowGroup(picker.company.filer.short_name, "", rows)

    def _row(
        self, picker: ValuePicker, metric: Metric, label: str, detail: str | None = None
    ) -> ComparisonRow:
        """The row of one metric of one company; the default `detail` is the unit."""
        points = [(at, value) for at in self.periods if (value := picker.pick(metric, at))]
        start = points[0][1] if points else None
        view = self.options.view
        figures = [figure_in_view(picker, metric, at, view, start) for at in self.periods]
        known = [figure for figure in figures if figure.value is not None]
        unit = known[0].unit if known else metric.shown or metric.unit
        numbers = [figure.value for figure in known if figure.value is not None]
        decimals = decimals_of(numbers, unit, self._scale(unit)) if numbers else 0
        cells = tuple(
            self._cell(picker, metric, at, figure, decimals)
            for at, figure in zip(self.periods, figures, strict=True)
        )
        unit_name = self._unit_text(picker, metric, unit)
        return ComparisonRow(
            picker.company.filer,
            metric,
            label,
            unit_name if detail is None else detail,
            unit_name,
            cells,
            _last_change(picker, metric, self.periods),
            growth_a_year(points, metric),
        )

    def _cell(
        self,
        picker: ValuePicker,
        metric: Metric,
        period: FiscalPeriod,
        figure: ComparedFigure,
        decimals: int,
    ) -> ComparisonCell:
        value = picker.pick(metric, period)
        if value is None:
            missing = self.notes.add_missing(picker, metric, period)
            return ComparisonCell(period, None, figure, NOTHING if missing else "", missing)
        notes = self.notes.add_for(picker, metric, period, value)
        return ComparisonCell(period, value, figure, self._text(figure, decimals), notes)

    def _text(self, figure: ComparedFigure, decimals: int) -> str:
        if figure.value is None:
            return NOTHING
        scale = self._scale(figure.unit)
        return number_text(figure.value, figure.unit, scale, decimals, signed=figure.is_change)

    def _scale(self, unit: str) -> AmountScale:
        return self.scales.get(unit, AmountScale())

    def _medians(self, rows: Sequence[ComparisonRow]) -> tuple[str, ...]:
        """The medians of periods in which enough companies have a value."""
        columns = [
            [cell.figure for cell in cells if cell.figure.value is not None]
            for cells in zip(*(row.cells for row in rows), strict=True)
        ]
        medians = [
            median(f.value for f in column if f.value is not None)
            if len(column) >= _ENOUGH
            else None
            for column in columns
        ]
        known = [value for value in medians if value is not None]
        if not known:
            return ()
        like = next(figure for column in columns for figure in column)
        decimals = decimals_of([round(v) for v in known], like.unit, self._scale(like.unit))
        return tuple(
            self._text(ComparedFigure(value, like.unit, is_change=like.is_change), decimals)
            for value in medians
        )

    def _unit_text(self, picker: ValuePicker, metric: Metric, unit: str) -> str:
        view, base = self.options.view, share_base(metric)
        if view == "growth":
            points = "in points " if unit == "points" else ""
            return f"change {points}on the year before"
        if view == "share" and base and unit == "pure":
            return f"% of {picker.catalogue[base].name}"
        if unit == "index":
            return "first value = 100"
        text = unit_text(unit, self._scale(unit))
        if self.options.by == "quarter" and mixes_flow_and_balance(metric, picker.catalogue):
            return f"{text} for the quarter alone"
        return text


def _last_change(
    picker: ValuePicker, metric: Metric, periods: Sequence[FiscalPeriod]
) -> ComparedFigure:
    """Growth of the value of the last period in one year."""
    if not periods:
        return NO_FIGURE
    now, before = (picker.pick(metric, at) for at in (periods[-1], prior_year(periods[-1])))
    return growth(now, before, metric)
