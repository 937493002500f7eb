"""A cell of a filing: what the reader makes of it without tags, and where else it is printed.

The reader tells what a row is called and stands under, what its column is about, and what its
figures are counted in."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from secqa.app.addresses import filing_address
from secqa.facts.fact import Fact, MetricFact
from secqa.filings.document import Document, Element, Page, Table
from secqa.filings.rendering.marks import PageMark
from secqa.filings.tables.column_periods import ColumnPeriod, cell_period, column_periods
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

At = tuple[int, int, int]
"""Element, row and column."""
Print = tuple[At, int, str]
"""A place, its page, and what is printed there."""

_SCALES = {1e3: "in thousands", 1e6: "in millions", 1e9: "in billions", 0.01: "in percent"}


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A figure of a table as the reader understands it."""

    page: Page
    element: Element
    row: TableRow
    column: int
    printed: str
    header: str
    """The name of the column."""
    value: float
    """In base units."""
    unit: str
    counted: str
    """The scale of the printed figure in words; "" where it is printed in full."""
    period: ColumnPeriod | None

    @property
    def table(self) -> Table:
        """The table of the cell."""
        assert self.element.table is not None
        return self.element.table

    @property
    def label(self) -> str:
        """The label of the row, else the heading above it."""
        return self.row.label or (self.row.section[-1] if self.row.section else "")

    @property
    def title(self) -> str:
        """The title of the table: the nearest that is no note in brackets, Item or Part."""
        others = ("(", "ITEM ", "PART ")
        named = (one for one in reversed(self.element.path) if not one.upper().startswith(others))
        return next(named, self.table.caption)

    @property
    def year(self) -> str:
        """Its period in short: "fiscal 2025", "Q2 fiscal 2025"; else the name of the column."""
        period = self.period
        if period is None or period.year is None:
            return self.header
        quarter = f"{period.quarter} " if period.months == 3 else ""
        return f"{quarter}fiscal {period.year}"

    @property
    def when(self) -> str:
        """Its period in words; "" where it is unknown."""
        period = self.period
        if period is None:
            return ""
        months = f"{period.months} months" if period.months else ""
        end = f"{'on' if period.kind == 'instant' else 'to'} {period.end}" if period.end else ""
        return ", ".join(filter(None, (self.year if period.year else "", months, end)))

    @property
    def query_period(self) -> Period | None:
        """The period as a query has it; None where it is unknown, or no year or quarter."""
        period = self.period
        if period is None or period.year is None or period.role != "value":
            return None
        if period.months in (None, 12):
            return Period(period.year)
        if period.months == 3 and period.quarter:
            return Period(period.year, "quarter", int(period.quarter[1]))
        return None


def cell_at(document: Document, at: At) -> ReadCell | None:
    """The figure of a cell; None where there is no such cell, or no figure in it."""
    index, row, column = at
    element = document.by_index.get(index)
    if element is None or element.table is None:
        return None
    line = next((one for one in rows_of(element.table) if one.index == row), None)
    cell = line.cell(column) if line else None
    if line is None or cell is None:
        return None
    page = document.pages[element.page - 1]
    title = element.path[-1] if element.path else ""
    periods = column_periods(element.table, document.metadata, title)
    value, unit = _value(document, page, element, line, cell)
    return ReadCell(
        page=page,
        element=element,
        row=line,
        column=column,
        printed=cell.text,
        header=element.table.columns[column],
        value=value,
        unit=unit,
        counted=_counted(cell, value),
        period=cell_period(periods[column], element.table, row, column, document.metadata),
    )


def _value(
    document: Document, page: Page, element: Element, row: TableRow, cell: NumberCell
) -> tuple[float, str]:
    """The value in base units, and the unit; as printed where the unit is not known."""
    assert element.table is not None
    fallback = page_scale(page)
    if fallback.money is None:
        fallback = usual_scale(document.pages)
    unit = printed_unit(cell, row.label.lower())
    scale = scale_of(element, element.table)
    for wanted in (unit, "pure"):
        read = value_of(row, cell, element.table, (scale, fallback), wanted)
        if read is not None:
            return read[0], wanted
    return cell.value, ""


def _counted(cell: NumberCell, value: float) -> str:
    factor = value / cell.value if cell.value else 1.0
    return next(
        (words for known, words in _SCALES.items() if abs(factor / known - 1) < _ROUNDING), ""
    )


_LONGEST_QUOTE = 160
_ROUNDING = 1e-6
"""Tolerance for the quotient of two floating-point numbers."""


def other_places(
    document: Document,
    here: At,
    cell: ReadCell | None,
    row: MetricFact | None,
    facts: Iterable[Fact],
) -> list[dict[str, object]]:
    """Other places, each once, in order: those that T knows, those that are tagged as the same, and
    rows of the same name that print the same figure. `facts` are all of the document."""
    places: dict[At, tuple[int, str]] = {}
    again = _printed_again(document, cell) if cell else ()
    for at, page, quote in (*_evidence(row), *_same_facts(tuple(facts), here), *again):
        if at != here:
            places.setdefault(at, (page, quote))
    name = document.metadata.document_id
    return [
        {
            "page": page,
            "quote": quote[:_LONGEST_QUOTE],
            "address": filing_address(name, page, PageMark(*at, quote=quote)),
        }
        for at, (page, quote) in sorted(places.items())
    ]


def place_of(fact: Fact) -> At | None:
    """Where a fact is tagged; None where that is hidden."""
    at = fact.place
    return (at.element, at.row, at.column) if at is not None else None


def _evidence(row: MetricFact | None) -> Iterator[Print]:
    for one in row.evidence if row else ():
        yield (one.element, one.row, one.column), one.page, one.quote


def _same_facts(facts: tuple[Fact, ...], here: At) -> Iterator[Print]:
    meanings = {
        _meaning(fact) for fact in facts if place_of(fact) == here and fact.value is not None
    }
    for fact in facts:
        if fact.place is not None and _meaning(fact) in meanings:
            at = fact.place
            yield (at.element, at.row, at.column), at.page, fact.printed


def _meaning(fact: Fact) -> tuple[object, ...]:
    return fact.concept, fact.start, fact.end, fact.dimensions, fact.unit


def _printed_again(document: Document, cell: ReadCell) -> Iterator[Print]:
    for element in document.elements:
        for row in rows_of(element.table) if element.table is not None else ():
            if not row.words or row.words != cell.row.words:
                continue
            for one in row.cells:
                if one.text == cell.printed and not one.dash:
                    at = (element.index, row.index, one.column)
                    yield at, element.page, f"{row.label} | {one.text}"
                    break
