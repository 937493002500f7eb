"""Find the logical grid of a marked-up table.

Filings lay tables out by eye. Half of the cells are spacers, `$`, `%` and `)` stand in cells of
their own, a value spans two physical columns in one row and one in the next, and headers are
stacked, merged and not always above what they head. A logical column is found from the cells
of the rows that hold figures: the narrowest ranges of physical columns that do not overlap.
Each piece learns its row and column, so that a tag in it has an exact location.
"""

from bisect import bisect_left
from collections import Counter

from secqa.filings.blocks import Piece, RawTable
from secqa.filings.document import Table
from secqa.filings.html.table_parts import CellRow, JoinedCell, TablePart, joined_cells, table_parts

_MOST_CELLS = 2_000_000
_COLUMN_INDENT = 3.0
"""Points by which an empty physical column pushes a label in."""

_Range = tuple[int, int]


def read_tables(raw: RawTable) -> list[tuple[Table, tuple[Piece, ...]]]:
    """The logical grids of a table, one for each of its headers, mostly one, with their pieces.

    The pieces' `row` and `column` are set to match. Empty where it prints nothing, or so many
    columns and rows that it cannot be a printed table.
    """
    rows = [units for cells in raw.rows if (units := joined_cells(cells))]
    if not rows:
        return []
    grids: list[tuple[Table, tuple[Piece, ...]]] = []
    room = _MOST_CELLS
    for part in table_parts(rows):
        columns = _logical_columns(part)
        room -= len(columns) * (len(part.header) + len(part.body))
        if room < 0:
            return []
        grids.append(_table(part, columns))
    return grids


def _table(part: TablePart, columns: list[_Range]) -> tuple[Table, tuple[Piece, ...]]:
    """The grid of one part and the pieces in it."""
    rows = (*part.header, *part.body)
    header_rows = len(part.header)
    cells: list[tuple[str, ...]] = []
    labels: list[list[str]] = [[] for _ in columns]
    indents = [0.0] * len(rows)
    pieces: list[Piece] = []
    first = columns[0][0]
    covering = _Covering(columns)
    held = set(map(id, part.held))
    for number, row in enumerate(rows):
        is_held = id(row) in held
        texts = [""] * len(columns)
        for unit, covered in _placed(row, covering, number < header_rows):
            at = covered[0]
            if is_held:
                if at == 0:
                    continue
            else:
                for piece in unit.pieces:
                    piece.row, piece.column = number, at
                pieces += unit.pieces
            if at == 0:
                # Some files push labels in by empty columns.
                indents[number] = unit.pieces[0].style.indent + _COLUMN_INDENT * (
                    unit.start - first
                )
            texts[at] = f"{texts[at]} {unit.text}".strip() if texts[at] else unit.text
            if number < header_rows and unit.text:
                for column in [0] if at == 0 else covered:
                    labels[column].append(unit.text)
        cells.append(tuple(texts))
    table = Table(
        cells=tuple(cells),
        header_rows=header_rows,
        columns=tuple(" ".join(label) for label in labels),
        indents=tuple(indents),
    )
    return table, tuple(pieces)


# -- columns ------------------------------------------------------------------------------


def _logical_columns(part: TablePart) -> list[_Range]:
    """Ranges of physical columns, left to right, the first for the row labels."""
    body = part.body or part.header
    columns = _narrowest(Counter((unit.start, unit.end) for row in body for unit in row))
    columns = _merged(columns, body, part.header)
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


def _merged(
    columns: list[_Range], body: tuple[CellRow, ...], header: tuple[CellRow, ...]
) -> list[_Range]:
    """Join neighbours that are one column to the reader.

    They are where no row has both and no header tells them apart, and for labels pushed in
    by columns of their own.
    """
    used: list[set[int]] = [set() for _ in columns]
    figures = [False] * len(columns)
    covering = _Covering(columns)
    for number, row in enumerate(body):
        for unit in row:
            covered = covering[unit.start, unit.end]
            if len(covered) == 1:
                used[covered[0]].add(number)
                figures[covered[0]] |= unit.figure and not unit.year
    named: list[list[int]] = [[] for _ in columns]
    for unit in (unit for row in header for unit in row):
        for at in covering[unit.low, unit.high]:
            named[at].append(id(unit))
    merged = [columns[0]]
    rows, names, has_figures = set(used[0]), named[0], figures[0]
    for at in range(1, len(columns)):
        same_kind = has_figures == figures[at]
        labels = len(merged) == 1 and not has_figures and not figures[at] and not named[at]
        if (
            same_kind
            and not rows & used[at]
            and ((names == named[at] and (header or labels)) or labels)
        ):
            merged[-1] = (merged[-1][0], columns[at][1])
            rows |= used[at]
        else:
            merged.append(columns[at])
            rows, names, has_figures = set(used[at]), named[at], figures[at]
    return merged


def _overlaps(unit: JoinedCell, column: _Range) -> bool:
    return unit.start < column[1] and unit.end > column[0]


class _Covering(dict[_Range, list[int]]):
    """Ranges of physical columns -> indexes of the logical columns that they overlap."""

    def __init__(self, columns: list[_Range]) -> None:
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


def _nearest(start: int, end: int, columns: list[_Range]) -> int:
    middle = start + end
    at = bisect_left(columns, (start, -1))
    near = range(max(at - 1, 0), min(at + 1, len(columns)))
    return min(near, key=lambda index: abs(columns[index][0] + columns[index][1] - middle))


def _placed(row: CellRow, covering: _Covering, header: bool) -> list[tuple[JoinedCell, list[int]]]:
    """Each unit of a row with the logical columns it covers; figures never share one."""
    columns = covering.columns
    placed: list[tuple[JoinedCell, list[int]]] = []
    used = -1
    for unit in row:
        covered = covering[(unit.low, unit.high) if header else (unit.start, unit.end)]
        if not covered:
            covered = [_nearest(unit.start, unit.end, columns)]
        if not header and len(covered) > 1:
            # Figures are set flush right, text flush left.
            covered = covered[-1:] if unit.figure else covered[:1]
        if unit.figure and not header and covered[0] <= used < len(columns) - 1:
            covered = [used + 1]
        used = covered[-1]
        placed.append((unit, covered))
    return placed
