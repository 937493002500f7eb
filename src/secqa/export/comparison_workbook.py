"""Write a comparison as sheets of a workbook, what is worked out as formulas.

Ratios are formulas over the sheet of values; changes, growth and medians are over the table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose
from statistics import median

from secqa.export.comparison import (
    VALUE_COLUMNS,
    ValueLine,
    sheet_of_columns,
    value_columns,
    value_lines,
)
from secqa.export.table_formats import Sheet, SheetNumber, SheetValue
from secqa.facts.comparison.figures import AmountScale, ComparedFigure
from secqa.facts.comparison.table import CompanyComparison, ComparisonCell, ComparisonRow
from secqa.facts.comparison.values import period_name, place_of
from secqa.facts.fact import Evidence
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import TableValue
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

_BEFORE = 2
"""Columns of the table before its values."""
_SAME = 1e-9
"""Relative tolerance of sums in floating point."""
Part = tuple[int, FiscalPeriod, str, FiscalPeriod]
"""A row of the table by its identity and the period of its value, then the metric and period of a
part of that."""
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
    lines = list(value_lines(comparison))
    table = _TableSheet(comparison, _part_cells(lines), catalogue, link)
    header = ("company", "metric", *comparison.period_names, *table.rates)
    sheets = [
        Sheet("Table", header, list(table.rows())),
        sheet_of_columns(map(table.value_columns, lines)),
    ]
    notes = [
        (note.number, note.kind, note.about, note.when, note.text) for note in comparison.notes
    ]
    header = ("note", "kind", "about", "periods", "what")
    return [*sheets, Sheet("Notes", header, notes)] if notes else sheets


def _part_cells(lines: Sequence[ValueLine]) -> dict[Part, tuple[str, float]]:
    """Where the sheet of values holds the parts of values, and how large they are."""
    cells: dict[Part, tuple[str, float]] = {}
    for at, line in enumerate(lines, 2):
        if line.is_part and line.fact:
            period = FiscalPeriod(line.fact.fiscal_year, line.fact.fiscal_period)
            place = f"Values!${chr(ord('A') + VALUE_COLUMNS.index('value'))}${at}"
            cells[id(line.row), line.cell.period, line.fact.metric, period] = place, line.fact.value
    return cells


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
                rates = (rate(row, at) for rate in self.rates.values())
                name = f"{row.metric.name} ({row.unit})" if row.unit else row.metric.name
                yield (row.company.short_name, name, *numbers, *rates)
            if group.medians:
                at += 1
                medians = (
                    self._median(column, first, [row.cells[column].figure for row in group.rows])
                    for column in range(len(self.comparison.periods))
                )
                yield ("Median", group.rows[0].metric.name, *medians)

    @property
    def rates(self) -> Mapping[str, Callable[[ComparisonRow, int], SheetValue]]:
        """The columns behind the values, if any row has them."""
        rows, last = self.comparison.rows, self.comparison.period_names[-1:]
        has_change = any(row.change.value is not None for row in rows)
        has_rate = any(row.rate.value is not None for row in rows)
        changes = {f"change in {name}": self._change for name in last if has_change}
        return changes | ({"growth a year": self._rate} if has_rate else {})

    def value_columns(self, line: ValueLine) -> dict[str, SheetValue]:
        """A line of the sheet of values: in words, its number worked out and linked."""
        columns, fact = value_columns(line), line.fact
        columns["company"] = line.row.company.short_name
        columns["metric"] = self.catalogue[fact.metric].name if fact else line.row.metric.name
        if line.is_part:
            columns["part of"] = f"{line.row.metric.name} {period_name(line.cell.period)}"
        if fact is not None:
            formula = "" if line.is_part else self._formula(line.row, line.cell)
            columns["value"] = self._linked(fact, fact.value, fact.unit, formula)
            columns["unit"] = "" if fact.unit == "pure" else fact.unit
        return columns

    def _linked(self, fact: TableValue, value: float, unit: str, formula: str) -> SheetNumber:
        place = place_of(fact)
        return SheetNumber(value, unit, formula, self.link(place) if place else "")

    def _number(self, row: ComparisonRow, cell: ComparisonCell) -> SheetValue:
        if cell.figure.value is None or cell.value is None:
            return None
        formula = self._formula(row, cell) if cell.figure.value == cell.value.value else ""
        linked = self._linked(cell.value.fact, cell.figure.value, cell.figure.unit, formula)
        return replace(linked, thousands=self._thousands(cell.figure.unit))

    def _thousands(self, unit: str) -> int:
        """The groups of digits that the page of the comparison does not print, either."""
        scale = self.comparison.scales.get(unit, AmountScale())
        return len(f"{scale.by:,.0f}".split(",")) - 1

    def _formula(self, row: ComparisonRow, cell: ComparisonCell) -> str:
        """A value over the cells of its parts; "" where they do not come to it."""
        whole = id(row), cell.period
        text = row.metric.formula or row.metric.fallback
        if cell.value is None or not cell.value.formula or not text:
            return ""

        def of(part: MetricPart) -> Formula | None:
            period = FiscalPeriod(cell.period.year - part.back, cell.period.period)
            if (*whole, part.metric, period) in self.parts:
                return MetricPart(part.metric, part.back)
            inner = self.catalogue[part.metric]
            own = inner.formula or inner.fallback
            return expanded(back(parse(own), part.back), of) if own else None

        def part_cell(part: MetricPart) -> tuple[str, float]:
            period = FiscalPeriod(cell.period.year - part.back, cell.period.period)
            return self.parts[*whole, part.metric, period]

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
        unit = known[0].unit
        return SheetNumber(middle, unit, formula, thousands=self._thousands(unit))

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
            times = f"*{scale}" if scale > 1 else ""
            formula = f"={now}/{then}-1" if is_share else f"=({now}-{then}){times}"
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
