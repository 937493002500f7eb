"""Find rows elsewhere in a document that repeat the label and figure of a tagged row.

A figure is tagged once or twice and printed again: closing cash in the statement of cash flows,
net income at the top of a reconciliation, a line of the discussion. `untagged` finds rows with the
metric's own name; this module finds rows with the filer's label of the tagged row, such as
"Dividends and dividend equivalents declared" for "Dividends".
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from secqa.facts.fact import Fact, ResolvedValue
from secqa.facts.resolve.concept_labels import bare_label
from secqa.facts.resolve.untagged import PrintedMention, digits_in, digits_that_matter
from secqa.filings.document import Document, Location, Table
from secqa.filings.tables.column_periods import ColumnPeriod, column_periods

_FEW_WORDS = 1
"""Maximum spaces in a label that many rows may have: "Total", "Net, other"."""
_ENOUGH, _ENOUGH_OF_MANY = 3, 4
"""Least significant digits of a figure that is not equal by chance; the second for labels of few
words."""

_Line = tuple[str, str]
"""A label normalised by `bare_label`, and the digits of a figure in its row."""


@dataclass(frozen=True, slots=True)
class _Cell:
    place: Location
    table: Table
    period: ColumnPeriod | None


def same_rows(document: Document, values: Sequence[ResolvedValue]) -> list[list[PrintedMention]]:
    """For each value, one row per page on which it is printed and not tagged.

    For a sum, only pages with all its parts. Rows in a column of another year are left out.
    """
    tables = {e.index: e.table for e in document.elements if e.table is not None}
    lines = [_lines(value.facts, tables) for value in values]
    found = _find_lines(document, {one for each in lines for some in each for one in some})
    return [_mentions(value, each, found) for value, each in zip(values, lines, strict=True)]


def _lines(facts: Iterable[Fact], tables: dict[int, Table]) -> list[set[_Line]]:
    """The tagged lines of a value, one set per concept; empty if a concept has none."""
    by_concept: defaultdict[str, set[_Line]] = defaultdict(set)
    for fact in facts:
        place = fact.place
        by_concept[fact.concept] |= set()
        if place is None or place.row < 0 or place.column < 1:
            continue
        cells = tables[place.element].cells[place.row]
        line = bare_label(cells[0]), digits_in(cells[place.column])
        if _tells(line):
            by_concept[fact.concept].add(line)
    return list(by_concept.values()) if all(by_concept.values()) else []


def _tells(line: _Line) -> bool:
    label, digits = line
    enough = _ENOUGH_OF_MANY if label.count(" ") <= _FEW_WORDS else _ENOUGH
    return bool(label) and digits_that_matter(digits) >= enough


def _find_lines(document: Document, lines: set[_Line]) -> dict[_Line, list[_Cell]]:
    """Find the table cells of these lines."""
    labels = {label for label, _ in lines}
    cells_of: defaultdict[_Line, list[_Cell]] = defaultdict(list)
    for element in document.elements:
        table = element.table
        if table is None:
            continue
        periods: Sequence[ColumnPeriod | None] = ()
        for row, cells in enumerate(table.cells):
            if (label := bare_label(cells[0])) not in labels:
                continue
            for column, cell in enumerate(cells[1:], 1):
                line = label, digits_in(cell)
                if line in lines:
                    context = " ".join(element.path[-2:])
                    periods = periods or column_periods(table, document.metadata, context)
                    place = Location(element.page, element.index, row, column)
                    cells_of[line].append(_Cell(place, table, periods[column]))
    return cells_of


def _mentions(
    value: ResolvedValue, lines: Sequence[set[_Line]], found: dict[_Line, list[_Cell]]
) -> list[PrintedMention]:
    tagged = {fact.place.page for fact in value.facts if fact.place is not None}
    pages: list[dict[int, _Cell]] = []
    for some in lines:
        there: dict[int, _Cell] = {}
        for line in sorted(some):
            for cell in found.get(line, ()):
                if cell.place.page not in tagged and _may_be_of(cell.period, value):
                    there.setdefault(cell.place.page, cell)
        pages.append(there)
    every = set.intersection(*map(set, pages)) if pages else set()
    cells = [there[page] for page in sorted(every) for there in pages]
    return [PrintedMention(cell.place, _quote(cell)) for cell in cells]


def _may_be_of(period: ColumnPeriod | None, value: ResolvedValue) -> bool:
    """Whether a column may be about the value's year and is not a column of changes."""
    if period is None:
        return True
    return period.role == "value" and period.year in (None, value.period.year)


def _quote(cell: _Cell) -> str:
    cells = cell.table.cells[cell.place.row]
    return f"{cells[0]} | {cells[cell.place.column]}"
