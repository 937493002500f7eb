"""A document and a place in it in, what is read there out: the cell with all that explains it.

This is what the reader of filings makes of the page alone, without tags: what a row is called and
stands under, what its column is about, what its figures are counted in.
"""

from dataclasses import dataclass

from secqa.filings.document import Document, Element, Page, Table
from secqa.filings.tables.column_periods import ColumnPeriod, cell_period, column_periods
from secqa.metrics.label_model import LabelledRow, LabelModel
from secqa.query.period import Period
from secqa.reading.structure.table_rows import (
    NumberCell,
    TableRow,
    page_scale,
    rows_of,
    scale_of,
    usual_scale,
)
from secqa.reading.values.table_reader import printed_unit, value_of

_SURE = 0.5
"""A label that more likely than not means a metric."""
_COUNTED = {1e3: "in thousands", 1e6: "in millions", 1e9: "in billions", 0.01: "in percent"}


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A figure of a table."""

    page: Page
    element: Element
    row: TableRow
    column: int
    printed: str
    header: str
    """What its column is called."""
    value: float
    """In base units."""
    unit: str
    counted: str
    """What the printed figure is counted in; "" for one that is printed in full."""
    period: ColumnPeriod | None

    @property
    def table(self) -> Table:
        """The table that it stands in."""
        assert self.element.table is not None
        return self.element.table

    @property
    def label(self) -> str:
        """What its row is called, else what that stands under."""
        return self.row.label or (self.row.section[-1] if self.row.section else "")

    @property
    def title(self) -> str:
        """What its table is called: the nearest title that is more than a note in brackets."""
        named = (one for one in reversed(self.element.path) if not one.startswith("("))
        return next(named, self.table.caption)

    @property
    def year(self) -> str:
        """Its period in short: "fiscal 2025", "Q2 fiscal 2025"; else what its column is called."""
        told = self.period
        if told is None or told.year is None:
            return self.header
        return f"{told.quarter} fiscal {told.year}" if told.months == 3 else f"fiscal {told.year}"

    @property
    def when(self) -> str:
        """Its period in words; "" where nothing tells."""
        told = self.period
        if told is None:
            return ""
        months = f"{told.months} months" if told.months else ""
        end = f"{'on' if told.kind == 'instant' else 'to'} {told.end}" if told.end else ""
        return ", ".join(filter(None, (self.year if told.year else "", months, end)))

    @property
    def asked_period(self) -> Period | None:
        """The period as questions ask for it; None where none is told, or one of other length."""
        told = self.period
        if told is None or told.year is None or told.role != "value":
            return None
        if told.months in (None, 12):
            return Period(told.year)
        if told.months == 3 and told.quarter:
            return Period(told.year, "quarter", int(told.quarter[1]))
        return None


def cell_at(document: Document, element: int, row: int, column: int) -> ReadCell | None:
    """The figure of a cell; None where there is no such cell, or no figure in it."""
    found = document.by_index.get(element)
    if found is None or found.table is None:
        return None
    line = next((one for one in rows_of(found.table) if one.index == row), None)
    cell = line.cell(column) if line else None
    if line is None or cell is None:
        return None
    page = document.pages[found.page - 1]
    title = found.path[-1] if found.path else ""
    periods = column_periods(found.table, document.metadata, title)
    value, unit = _value(document, page, found, line, cell)
    return ReadCell(
        page=page,
        element=found,
        row=line,
        column=column,
        printed=cell.text,
        header=found.table.columns[column],
        value=value,
        unit=unit,
        counted=_counted(cell, value),
        period=cell_period(periods[column], found.table, row, column, document.metadata),
    )


def _value(
    document: Document, page: Page, element: Element, row: TableRow, cell: NumberCell
) -> tuple[float, str]:
    """The value in base units, and the unit; as printed where the unit cannot be told."""
    assert element.table is not None
    fallback = page_scale(page)
    if fallback.money is None:
        fallback = usual_scale(document.pages)
    unit = printed_unit(cell, row.label.lower())
    scale = scale_of(element, element.table)
    for wanted in (unit, "pure"):
        read = value_of(cell, row, cell.column, element.table, scale, fallback, wanted)
        if read is not None:
            return read[0], wanted
    return cell.value, ""


def _counted(cell: NumberCell, value: float) -> str:
    factor = value / cell.value if cell.value else 1.0
    return next(
        (words for known, words in _COUNTED.items() if abs(factor / known - 1) < 1e-6),
        "",
    )


def meant_by_label(cell: ReadCell) -> tuple[str, float]:
    """Which metric such a line usually is, and how likely; "" where it is most likely none."""
    model = LabelModel.load()
    statement = cell.table.statement.value if cell.table.statement else ""
    line = LabelledRow(cell.row.label, cell.row.section, statement, cell.title)
    scores = model.line_scores([line])[0][0]
    best = int(scores.argmax())
    return (model.metrics[best], float(scores[best])) if scores[best] > _SURE else ("", 0.0)
