"""Rows of a comparison: values in the chosen view, in one scale, with their notes."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from secqa.facts.comparison.comparison_notes import NoteList
from secqa.facts.comparison.figures import (
    NO_FIGURE,
    ComparedFigure,
    figure_in_view,
    growth,
    growth_a_year,
    prior_year,
    share_base,
)
from secqa.facts.comparison.table import (
    ComparisonCell,
    ComparisonOptions,
    ComparisonRow,
    RowGroup,
)
from secqa.facts.comparison.values import ComparedValue, ValuePicker, mixes_flow_and_balance
from secqa.facts.comparison.wording import (
    NOTHING,
    AmountScale,
    capitalized,
    decimals_of,
    number_text,
    unit_text,
)
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.catalogue import Metric

_ENOUGH = 3
"""Companies from which on a group has a median."""


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Rows of one comparison, in its scales, with its notes."""

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
        """One metric of one company; without a detail the unit stands beside the label."""
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
            _last_change(picker, metric, points),
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
            note = self.notes.add_missing(picker, metric, period)
            return ComparisonCell(period, None, figure, NOTHING, (note,))
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
        """By period, where enough companies have a value."""
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
    picker: ValuePicker, metric: Metric, points: Sequence[tuple[FiscalPeriod, ComparedValue]]
) -> ComparedFigure:
    """How the last value differs from that of a year before."""
    if not points:
        return NO_FIGURE
    last, now = points[-1]
    return growth(now, picker.pick(metric, prior_year(last)), metric)
