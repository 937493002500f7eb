"""A company and a metric in, their row out: a cell for each period, change, growth a year."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from secqa.app.compare.asked import Asked
from secqa.app.compare.figures import NONE, Figure, base_of, cagr, growth, shown, year_before
from secqa.app.compare.missing import why_missing
from secqa.app.compare.notes import Note, Notes, notes_on
from secqa.app.compare.picked import Picked, Picker, mixes_flow_and_balance
from secqa.app.compare.places import place_of
from secqa.app.compare.words import (
    NOTHING,
    Scale,
    change_said,
    decimals_of,
    number_said,
    unit_said,
)
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.catalogue import Metric
from secqa.parsing.entities.company_index import Company

_ENOUGH = 3
"""Companies from which on their median is told."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of the table."""

    period: FiscalPeriod
    picked: Picked | None
    figure: Figure
    said: str
    address: str = ""
    """The page that prints it, or how it is worked out; "" where there is neither."""
    notes: tuple[Note, ...] = ()

    @property
    def title(self) -> str:
        """The page and the printed line, or how it is worked out."""
        if self.picked is None or self.picked.how:
            return self.picked.how if self.picked else ""
        place = place_of(self.picked.found)
        return f"{place.document_id} page {place.page}: {place.quote}" if place else ""

    @property
    def is_doubtful(self) -> bool:
        """Whether something speaks against it."""
        return any(note.kind == "Doubtful" for note in self.notes)


@dataclass(frozen=True, slots=True)
class Row:
    """One metric of one company."""

    company: Company
    metric: Metric
    label: str
    about: str
    """What is quietly said beside the label: the symbol, or the unit."""
    unit: str
    cells: tuple[Cell, ...]
    change: Figure
    change_said: str
    rate: Figure
    rate_said: str

    @property
    def has_values(self) -> bool:
        """Whether it shows any."""
        return any(cell.figure.value is not None for cell in self.cells)


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Rows of one table, in its scales, with its notes."""

    asked: Asked
    periods: tuple[FiscalPeriod, ...]
    notes: Notes
    scales: dict[str, Scale]

    def row(self, picker: Picker, metric: Metric, key: str) -> Row:
        """One metric of one company, which addresses call `key`."""
        company = picker.known.company
        points = [(at, one) for at in self.periods if (one := picker.pick(metric, at))]
        start = points[0][1] if points else None
        figures = [shown(picker, metric, at, self.asked.view, start) for at in self.periods]
        numbers = [one.value for one in figures if one.value is not None]
        unit = next(
            (one.unit for one in figures if one.value is not None), metric.shown or metric.unit
        )
        scale = self.scales.get(unit, Scale())
        decimals = decimals_of(numbers, unit, scale) if numbers else 0
        cells = tuple(
            self._cell(picker, metric, at, figure, key, scale, decimals)
            for at, figure in zip(self.periods, figures, strict=True)
        )
        change = _last_change(picker, metric, points)
        rate = cagr(points, metric)
        by_metric = self.asked.grouped == "metric"
        said = self._unit(picker, metric, unit, scale)
        return Row(
            company,
            metric,
            company.short_name if by_metric else titled(metric.name),
            company.ticker if by_metric else said,
            said,
            cells,
            change,
            NOTHING if change.value is None else change_said(change.value, change.unit),
            rate,
            NOTHING if rate.value is None else change_said(rate.value, rate.unit),
        )

    def middle(self, rows: Sequence[Row], metric: Metric) -> tuple[str, ...]:
        """Medians of a group's rows by period; none where there are few."""
        if len(rows) < _ENOUGH:
            return ()
        columns = [
            [cell.figure for row in rows if (cell := row.cells[at]).figure.value is not None]
            for at in range(len(self.periods))
        ]
        middles = [
            median(f.value for f in c if f.value is not None) if len(c) >= _ENOUGH else None
            for c in columns
        ]
        there = [value for value in middles if value is not None]
        if not there:
            return ()
        one = next(figure for column in columns for figure in column)
        scale = self.scales.get(one.unit, Scale())
        decimals = decimals_of([round(value) for value in there], one.unit, scale)
        return tuple(
            NOTHING
            if value is None
            else number_said(value, one.unit, scale, decimals, one.is_change)
            for value in middles
        )

    def _cell(
        self,
        picker: Picker,
        metric: Metric,
        at: FiscalPeriod,
        figure: Figure,
        key: str,
        scale: Scale,
        decimals: int,
    ) -> Cell:
        picked = picker.pick(metric, at)
        about = f"{picker.known.company.short_name}, {metric.name}"
        if picked is None:
            reason = why_missing(picker, metric, at)
            about = picker.known.company.short_name if reason.of_company else about
            note = self.notes.add("Missing", about, reason.text, at)
            return Cell(at, None, figure, NOTHING, notes=(note,))
        place = place_of(picked.found) if picked.is_read else None
        address = place.address if place else ""
        if not picked.is_read:
            address = self.asked.cell_address(f"{key}:{metric.id}:{at.period}{at.year}")
        said = NOTHING
        if figure.value is not None:
            said = number_said(figure.value, figure.unit, scale, decimals, figure.is_change)
        found = notes_on(self.notes, picker, metric, at, picked)
        return Cell(at, picked, figure, said, address, tuple(found))

    def _unit(self, picker: Picker, metric: Metric, unit: str, scale: Scale) -> str:
        view = self.asked.view
        if view == "growth":
            points = "in points " if unit == "points" else ""
            return f"change {points}on the year before"
        if view == "share" and base_of(metric) and unit == "pure":
            return f"% of {picker.catalogue[base_of(metric)].name}"
        if unit == "index":
            return "first value = 100"
        said = unit_said(unit, scale)
        if self.asked.by == "quarter" and mixes_flow_and_balance(metric, picker.catalogue):
            return f"{said} for the quarter alone"
        return said


def _last_change(
    picker: Picker, metric: Metric, points: Sequence[tuple[FiscalPeriod, Picked]]
) -> Figure:
    """How the last value differs from that of a year before."""
    if not points:
        return NONE
    last, now = points[-1]
    return growth(now, picker.pick(metric, year_before(last)), metric)


def titled(name: str) -> str:
    """A name of the catalogue at the beginning of a line."""
    return f"{name[:1].upper()}{name[1:]}"
