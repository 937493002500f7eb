"""Marked-up tables to logical grids: a `RawTable` in, a `Table` out.

Filings lay tables out by eye. Half of the cells are spacers, `$`, `%` and `)` stand in cells of
their own, a value spans two physical columns in one row and one in the next, and headers are
stacked, merged and not always above what they head. A logical column is found from the cells
of the rows that hold figures: the narrowest ranges of physical columns that do not overlap.
Each piece learns its row and column, so that a tag in it has an exact place.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from secqa.filings.document import Table
from secqa.filings.numbers import parse_number
from secqa.filings.pieces import Piece, RawTable

_PREFIX = re.compile(r"\(|\(?\s*(?:[A-Z]{0,3}[$€£¥₹]|USD|EUR|GBP|CAD|RMB)\s*[(-]?")
_SUFFIX = re.compile(r"[)%\s]+|[*†‡§^]+|\)?\s*\(?[a-z]\)|\)?\s*%?\s*\([a-z]\)")
_RAISED_SUFFIX = re.compile(r"\(?\d{1,2}\)?(?:,\s*\(?\d{1,2}\)?)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST_SIGN = 16
"""Characters of what stands in a cell of its own before or after a figure."""
_MOST_CELLS = 2_000_000


@dataclass(slots=True, eq=False)
class _Unit:
    """One or more neighbouring cells that print one thing: "$", "(1,234", ")"."""

    pieces: list[Piece]
    text: str
    start: int
    end: int
    """Physical columns of its main cell, end exclusive."""
    low: int
    high: int
    """Physical columns of all its cells."""
    figure: bool
    """One number, percentage or dash."""

    @property
    def year(self) -> bool:
        return _YEAR.fullmatch(self.text) is not None


_Row = list[_Unit]
_Range = tuple[int, int]


def read_table(raw: RawTable) -> Table | None:
    """The logical grid of a table; its pieces' `row` and `column` are set to match.

    None where it holds nothing, or so many columns and rows that it cannot be a printed table.
    """
    rows = [units for cells in raw.rows if (units := _units(cells))]
    if not rows:
        return None
    header_rows = _header_rows(rows)
    columns = _logical_columns(rows, header_rows)
    if len(rows) * len(columns) > _MOST_CELLS:
        return None
    cells = [[""] * len(columns) for _ in rows]
    labels: list[list[str]] = [[] for _ in columns]
    indents = [0.0] * len(rows)
    first = columns[0][0]
    covering = _Covering(columns)
    for number, row in enumerate(rows):
        for unit, covered in _placed(row, covering, number < header_rows):
            at = covered[0]
            if at == 0:
                # Some files push labels in by empty columns.
                indents[number] = unit.pieces[0].style.indent + 3.0 * (unit.start - first)
            cells[number][at] = f"{cells[number][at]} {unit.text}".strip()
            for piece in unit.pieces:
                piece.row, piece.column = number, at
            if number < header_rows and unit.text:
                for column in [0] if at == 0 else covered:
                    labels[column].append(unit.text)
    return Table(
        cells=tuple(tuple(row) for row in cells),
        header_rows=header_rows,
        columns=tuple(" ".join(label) for label in labels),
        indents=tuple(indents),
    )


# -- cells to units -----------------------------------------------------------------------


def _units(cells: Sequence[Piece]) -> _Row:
    """Join the signs that stand in cells of their own to their figures."""
    units: _Row = []
    waiting: list[Piece] = []
    for piece in cells:
        text = piece.text
        if 0 < len(text) <= _LONGEST_SIGN and _PREFIX.fullmatch(text):
            units += [_unit([other]) for other in waiting]
            waiting = [piece]
            continue
        if waiting and parse_number(text):
            units.append(_unit([*waiting, piece]))
            waiting = []
            continue
        units += [_unit([other]) for other in waiting]
        waiting = []
        if units and _is_suffix(units[-1], piece, text):
            _extend(units[-1], piece, text)
        else:
            units.append(_unit([piece]))
    return units + [_unit([other]) for other in waiting]


def _unit(pieces: list[Piece]) -> _Unit:
    main = pieces[-1]
    text = main.text if len(pieces) == 1 else " ".join([piece.text for piece in pieces]).strip()
    return _Unit(
        pieces,
        text,
        main.start,
        main.start + main.span,
        pieces[0].start,
        main.start + main.span,
        parse_number(text) is not None,
    )


def _is_suffix(unit: _Unit, piece: Piece, text: str) -> bool:
    if not unit.figure or piece.start - unit.high > 1 or not 0 < len(text) <= _LONGEST_SIGN:
        return False
    if piece.style.raised and _RAISED_SUFFIX.fullmatch(text):
        return True
    return _SUFFIX.fullmatch(text) is not None


def _extend(unit: _Unit, piece: Piece, text: str) -> None:
    close = text[0] in ")%"
    unit.text += text if close else f" {text}"
    unit.pieces.append(piece)
    unit.high = piece.start + piece.span


# -- header -------------------------------------------------------------------------------


def _header_rows(rows: Sequence[_Row]) -> int:
    """Rows from the top down to the last one above the figures that names a column."""
    years_named = False
    for number, row in enumerate(rows):
        values = row if row[0].figure and not row[0].year else row[1:]
        figures = [unit for unit in values if unit.figure]
        plain = [unit for unit in figures if not unit.year]
        labelled = not row[0].figure and row[0].start < 2
        if (plain and 2 * len(figures) >= len(values)) or (
            figures and years_named and labelled and len(figures) == len(values)
        ):
            return _last_naming(rows, number)
        years_named = years_named or any(unit.year for unit in row)
    bold = 0
    while bold < len(rows) and all(unit.pieces[0].is_bold for unit in rows[bold]):
        bold += 1
    return bold if bold < len(rows) else 0


def _last_naming(rows: Sequence[_Row], first_data: int) -> int:
    """The header ends at the last row above `first_data` that has more than a label."""
    label_end = max(unit.end for unit in rows[first_data][:1])
    for number in range(first_data, 0, -1):
        row = rows[number - 1]
        if len(row) > 1 or row[0].start >= label_end:
            return number
    return 0


# -- columns ------------------------------------------------------------------------------


def _logical_columns(rows: Sequence[_Row], header_rows: int) -> list[_Range]:
    """Ranges of physical columns, left to right, the first for the row labels."""
    body = rows[header_rows:] or rows
    columns = _narrowest(Counter((unit.start, unit.end) for row in body for unit in row))
    columns = _merged(columns, body, rows[:header_rows])
    if len(columns) > 1 or body[0][0].figure:
        first = [row[0] for row in body if _overlaps(row[0], columns[0])]
        plain = sum(unit.figure and not unit.year for unit in first)
        if 2 * plain > len(body):
            columns.insert(0, (-1, columns[0][0]))
    return columns


def _narrowest(ranges: Counter[_Range]) -> list[_Range]:
    """Ranges that overlap no narrower one."""
    starts: list[int] = []
    ends: list[int] = []
    for start, end in sorted(ranges, key=lambda range_: (range_[1] - range_[0], -ranges[range_])):
        at = bisect_left(starts, end)
        if at == 0 or ends[at - 1] <= start:
            starts.insert(at, start)
            ends.insert(at, end)
    return list(zip(starts, ends, strict=True))


def _merged(columns: list[_Range], body: Sequence[_Row], header: Sequence[_Row]) -> list[_Range]:
    """Join neighbours that are one column to the reader.

    They are where no row has both and no header tells them apart, and for labels pushed in
    by columns of their own.
    """
    taken: list[set[int]] = [set() for _ in columns]
    figures = [False] * len(columns)
    covering = _Covering(columns)
    for number, row in enumerate(body):
        for unit in row:
            covered = covering[unit.start, unit.end]
            if len(covered) == 1:
                taken[covered[0]].add(number)
                figures[covered[0]] |= unit.figure and not unit.year
    named: list[list[int]] = [[] for _ in columns]
    for unit in (unit for row in header for unit in row):
        for at in covering[unit.low, unit.high]:
            named[at].append(id(unit))
    merged = [columns[0]]
    rows, names, has_figures = set(taken[0]), named[0], figures[0]
    for at in range(1, len(columns)):
        same_kind = has_figures == figures[at]
        labels = len(merged) == 1 and not has_figures and not figures[at] and not named[at]
        if (
            same_kind
            and not rows & taken[at]
            and ((names == named[at] and (header or labels)) or labels)
        ):
            merged[-1] = (merged[-1][0], columns[at][1])
            rows |= taken[at]
        else:
            merged.append(columns[at])
            rows, names, has_figures = set(taken[at]), named[at], figures[at]
    return merged


def _overlaps(unit: _Unit, column: _Range) -> bool:
    return unit.start < column[1] and unit.end > column[0]


class _Covering(dict[_Range, list[int]]):
    """Ranges of physical columns -> indexes of the logical columns that they overlap."""

    def __init__(self, columns: Sequence[_Range]) -> None:
        super().__init__()
        self.columns = columns

    def __missing__(self, range_: _Range) -> list[int]:
        start, end = range_
        columns = self.columns
        at = max(bisect_left(columns, (start, -1)) - 1, 0)
        covered = self[range_] = []
        while at < len(columns) and columns[at][0] < end:
            if columns[at][1] > start:
                covered.append(at)
            at += 1
        return covered


def _nearest(start: int, end: int, columns: Sequence[_Range]) -> int:
    middle = start + end
    at = bisect_left(columns, (start, -1))
    near = range(max(at - 1, 0), min(at + 1, len(columns)))
    return min(near, key=lambda index: abs(columns[index][0] + columns[index][1] - middle))


def _placed(row: _Row, covering: _Covering, header: bool) -> list[tuple[_Unit, list[int]]]:
    """Each unit of a row with the logical columns it covers; figures never share one."""
    columns = covering.columns
    placed: list[tuple[_Unit, list[int]]] = []
    taken = -1
    for unit in row:
        covered = covering[(unit.low, unit.high) if header else (unit.start, unit.end)]
        if not covered:
            covered = [_nearest(unit.start, unit.end, columns)]
        if not header and len(covered) > 1:
            # Figures are set flush right, text flush left.
            covered = covered[-1:] if unit.figure else covered[:1]
        if unit.figure and not header and covered[0] <= taken < len(columns) - 1:
            covered = [taken + 1]
        taken = covered[-1]
        placed.append((unit, covered))
    return placed
