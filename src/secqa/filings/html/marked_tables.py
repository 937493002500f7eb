"""Find the logical grid of a marked-up table.

Filings lay tables out by eye. Half of the cells are spacers, `$`, `%` and `)` have cells of
their own, a value spans two physical columns in one row and one in the next, and headers are
stacked, merged and not always above their columns. The logical columns are the narrowest ranges
of physical columns that do not overlap, taken from the cells of the rows with figures. Each piece
gets its row and column, so that a tag in it has an exact location.
"""

from bisect import bisect_left
from collections import Counter

from secqa.filings.blocks import Piece, RawTable
from secqa.filings.document import Table
from secqa.filings.html.table_parts import CellRow, JoinedCell, TablePart, joined_cells, table_parts

_MOST_CELLS = 2_000_000
_COLUMN_INDENT = 3.0
"""Points by which an empty physical column indents a label."""

_Range = tuple[int, int]


def read_tables(raw: RawTable) -> list[tuple[Table, tuple[Piece, ...]]]:
    """Read the logical grids of a table with their pieces: one per header, usually one in all.

    Sets the `row` and `column` of the pieces. Empty for a table without text or with more rows
    and columns than a printed table has.
    """
    rows = [units for cells in raw.rows if (units := joined_cells(cells))]
    if not rows:
        return []
    grids: list[tuple[Table, tuple[Piece, ...]]] = []
    cells_left = _MOST_CELLS
    for part in table_parts(rows):
        columns = _logical_columns(part)
        cells_left -= len(columns) * (len(part.header) + len(part.body))
        if cells_left < 0:
            return []
        grids.append(_table(part, columns))
    return grids


def _table(part: TablePart, columns: list[_Range]) -> tuple[Table, tuple[Piece, ...]]:
    """Make the grid of one part; return it with its pieces."""
    rows = (*part.header, *part.body)
    header_rows = len(part.header)
    cells: list[tuple[str, ...]] = []
    labels: list[list[str]] = [[] for _ in columns]
    indents = [0.0] * len(rows)
    pieces: list[Piece] = []
    first = columns[0][0]
    covering = _Covering(columns)
    repeated = set(map(id, part.repeated))
    for number, row in enumerate(rows):
        is_repeated = id(row) in repeated
        texts = [""] * len(columns)
        for unit, covered in _placed(row, covering, number < header_rows):
            at = covered[0]
            if is_repeated:
                if at == 0:
                    continue
            else:
                for piece in unit.pieces:
                    piece.row, piece.column = number, at
                pieces += unit.pieces
            if at == 0:
                # Some files indent labels by empty columns.
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
    """Find the range of physical columns of each logical column, row labels first."""
    body = part.body or part.header
    columns = _narrowest(Counter((unit.start, unit.end) for row in body for unit in row))
    columns = _merged(columns, body, part.header)
    if len(columns) > 1 or body[0][0].figure:
        start, end = columns[0]
        first = [row[0] for row in body if row[0].start < end and row[0].end > start]
        plain = sum(unit.figure and not unit.year for unit in first)
        if 2 * plain > len(body):
            columns.insert(0, (-1, columns[0][0]))
    return columns


def _narrowest(ranges: Counter[_Range]) -> list[_Range]:
    """Choose the ranges that do not overlap a narrower one."""
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
    """Join neighbouring ranges that a reader sees as one column. That is the case if no row has
    cells in both and the header does not distinguish them, or if both hold only labels, some
    indented by an extra column."""
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


class _Covering(dict[_Range, list[int]]):
    """Maps a range of physical columns to the indexes of the logical columns it overlaps."""

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
    """Pair each unit of a row with the logical columns it covers; figures never share one."""
    columns = covering.columns
    placed: list[tuple[JoinedCell, list[int]]] = []
    used = -1
    for unit in row:
        covered = covering[(unit.low, unit.high) if header else (unit.start, unit.end)]
        if not covered:
            covered = [_nearest(unit.start, unit.end, columns)]
        if not header and len(covered) > 1:
            # Figures are aligned right, text is aligned left.
            covered = covered[-1:] if unit.figure else covered[:1]
        if unit.figure and not header and covered[0] <= used < len(columns) - 1:
            covered = [used + 1]
        used = covered[-1]
        placed.append((unit, covered))
    return placed
