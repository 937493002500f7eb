"""Write a comparison as sheets of a workbook, what is worked out as formulas.

Ratios are formulas over the sheet of values; changes, growth and medians are over the table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose
from statistics import median

from secqa.export.comparison import VALUE_COLUMNS, values_sheet
from secqa.export.table_formats import Sheet, SheetNumber, SheetValue
from secqa.facts.comparison.figures import ComparedFigure
from secqa.facts.comparison.table import CompanyComparison, ComparisonCell, ComparisonRow
from secqa.facts.comparison.values import period_name, place_of
from secqa.facts.fact import Evidence
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import (
    Constant,
    Formula,
    MetricPart,
    back,
    evaluate,
    expanded,
    parse,
    parts,
    render,
)

_METRIC, _PERIOD, _VALUE, _UNIT, _PART_OF = (
    VALUE_COLUMNS.index(name) for name in ("metric", "period", "value", "unit", "part of")
)
_BEFORE = 2
"""Columns of the table before its values."""
_SAME = 1e-9
"""Relative tolerance of sums in floating point."""
Part = tuple[str, str, str, str]
"""Company, the value that it is part of, metric and period."""
_POINTS = 100


def comparison_sheets(
    comparison: CompanyComparison,
    catalogue: Catalogue,
    link: Callable[[Evidence], str] = lambda _place: "",
) -> list[Sheet]:
    """The table as shown, its values with their pages, and its notes.

    What is worked out is a formula: over its parts, or over values of the table. `link` gives the
    address of a page.
    """
    values = values_sheet(comparison)
    table = _TableSheet(comparison, _value_cells(values), catalogue, link)
    header = ("company", "metric", *comparison.period_names, "change", "growth a year")
    notes = [
        (note.number, note.kind, note.about, note.when, note.text) for note in comparison.notes
    ]
    return [
        Sheet("Table", header, list(table.rows())),
        replace(values, rows=[_formatted(line) for line in values.rows]),
        Sheet("Notes", ("note", "kind", "about", "periods", "what"), notes),
    ]


def _value_cells(values: Sheet) -> dict[Part, tuple[str, float]]:
    """Where the sheet of values holds the parts of values, and how large they are."""
    cells: dict[Part, tuple[str, float]] = {}
    for row, line in enumerate(values.rows, 2):
        if line[_PART_OF] and isinstance(value := line[_VALUE], float | int):
            key = (str(line[0]), str(line[_PART_OF]), str(line[_METRIC]), str(line[_PERIOD]))
            cells[key] = f"Values!${chr(ord('A') + _VALUE)}${row}", float(value)
    return cells


def _formatted(line: Sequence[SheetValue]) -> tuple[SheetValue, ...]:
    """A line of the sheet of values with its number formatted, and its metric in words."""
    shown = list(line)
    if isinstance(value := line[_VALUE], float | int):
        shown[_VALUE] = SheetNumber(value, str(line[_UNIT]))
    shown[_METRIC] = str(line[_METRIC]).replace("_", " ")
    shown[_UNIT] = "" if line[_UNIT] == "pure" else line[_UNIT]
    return tuple(shown)


@dataclass(frozen=True, slots=True)
class _TableSheet:
    """The rows of the table as a sheet, what is worked out as formulas."""

    comparison: CompanyComparison
    parts: Mapping[Part, tuple[str, float]]
    catalogue: Catalogue
    link: Callable[[Evidence], str]

    def rows(self) -> Iterator[tuple[SheetValue, ...]]:
        """Companies and metrics in order, and below several companies their median."""
        at = 1
        for group in self.comparison.groups:
            first = at + 1
            for row in group.rows:
                at += 1
                numbers = (self._number(row, cell) for cell in row.cells)
                rates = self._change(row, at), self._rate(row, at)
                yield (row.company.name, row.metric.name, *numbers, *rates)
            if group.medians:
                at += 1
                medians = (
                    self._median(column, first, [row.cells[column].figure for row in group.rows])
                    for column in range(len(self.comparison.periods))
                )
                yield ("Median", group.rows[0].metric.name, *medians, None, None)

    def _number(self, row: ComparisonRow, cell: ComparisonCell) -> SheetValue:
        if cell.figure.value is None or cell.value is None:
            return None
        place = place_of(cell.value.fact)
        formula = self._formula(row, cell) if cell.figure.value == cell.value.value else ""
        link = self.link(place) if place else ""
        return SheetNumber(cell.figure.value, cell.figure.unit, formula, link)

    def _formula(self, row: ComparisonRow, cell: ComparisonCell) -> str:
        """A value over the cells of its parts; "" where they do not come to it."""
        whole = f"{row.metric.id} {period_name(cell.period)}"
        text = row.metric.formula or row.metric.fallback
        if cell.value is None or not cell.value.formula or not text:
            return ""

        def of(part: MetricPart) -> Formula | None:
            period = FiscalPeriod(cell.period.year - part.back, cell.period.period)
            if (row.company.name, whole, part.metric, period_name(period)) in self.parts:
                return MetricPart(part.metric, part.back)
            inner = self.catalogue[part.metric]
            own = inner.formula or inner.fallback
            return expanded(back(parse(own), part.back), of) if own else None

        def part_cell(part: MetricPart) -> tuple[str, float]:
            period = FiscalPeriod(cell.period.year - part.back, cell.period.period)
            return self.parts[row.company.name, whole, part.metric, period_name(period)]

        tree = expanded(parse(text), of)
        if tree is None or isinstance(tree, Constant):
            return ""
        values = {(part.metric, part.back): part_cell(part)[1] for part in parts(tree)}
        result = evaluate(tree, values)
        is_same = isinstance(result, float) and isclose(result, cell.value.value, rel_tol=_SAME)
        return f"={render(tree, lambda part: part_cell(part)[0])}" if is_same else ""

    def _median(self, column: int, first: int, figures: Sequence[ComparedFigure]) -> SheetValue:
        known = [one for one in figures if one.value is not None]
        if not known:
            return None
        letter = _letter(column)
        middle = median(one.value for one in known if one.value is not None)
        formula = f"=MEDIAN({letter}{first}:{letter}{first + len(figures) - 1})"
        return SheetNumber(middle, known[0].unit, formula)

    def _change(self, row: ComparisonRow, at: int) -> SheetValue:
        """The change of the last period on that of a year before."""
        periods, change = self.comparison.periods, row.change.value
        if change is None:
            return None
        scale = _POINTS if row.change.unit == "points" else 1
        before = FiscalPeriod(periods[-1].year - 1, periods[-1].period)
        formula = ""
        if before in periods and self.comparison.options.view == "values":
            now, then = (f"{_letter(periods.index(one))}{at}" for one in (periods[-1], before))
            is_share = row.change.unit == "pure"
            formula = f"={now}/{then}-1" if is_share else f"=({now}-{then})*{scale}"
        return SheetNumber(change * scale, row.change.unit, formula)

    def _rate(self, row: ComparisonRow, at: int) -> SheetValue:
        """Compound growth a year, from the first to the last value of the same quarter or year."""
        known = [one for one, cell in enumerate(row.cells) if cell.value is not None]
        if row.rate.value is None or not known:
            return None
        periods, last = self.comparison.periods, known[-1]
        first = next(one for one in known if periods[one].period == periods[last].period)
        years = periods[last].year - periods[first].year
        formula = f"=({_letter(last)}{at}/{_letter(first)}{at})^(1/{years})-1"
        has_values = self.comparison.options.view == "values"
        return SheetNumber(row.rate.value, row.rate.unit, formula if has_values else "")


def _letter(column: int) -> str:
    """The letters of the column of a period."""
    from xlsxwriter.utility import xl_col_to_name

    letters: str = xl_col_to_name(column + _BEFORE)
    return letters
