"""Make the grid of logical cells of a table from its lines.

There are no cell borders: a column is where numbers of several rows overlap, a header is centred
over its columns, a label may take several lines with its numbers on the first, the last or the
middle one, and a line without numbers is a heading of rows or the start of a longer label. All
shares and distances here were chosen by hand on PDF reports and plain-text filings.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from secqa.filings.document import Table
from secqa.filings.layout.printed_lines import (
    LinePiece,
    PrintedLine,
    PrintedPiece,
    Rule,
    is_value,
    is_year,
)
from secqa.filings.layout.table_headers import PrintedColumn, header_of, is_header_line

_UNFINISHED = re.compile(
    r".*(?:\b(?:and|or|of|to|in|for|from|the|with|on|by|at|per|a|an)|[,;–—-])$"
)


_MOST_COLUMNS = 100
"""No printed table has more; limits the time for very long lines."""
_LEADING = 0.3
"""Maximum distance between lines of one label, as a share of a line's height."""
_OVERLAPPING = 0.1
"""Maximum overlap of two lines of one label, as a share of a line's height."""
_LABEL_ZONE = 2.5
"""Row labels start within this distance of the left edge, in heights of a line."""
_CLEAR_OF_LABELS = 0.35
"""Distance of a header from the labels' left edge, as a share of the labels' width."""
_ROW_STEP = 0.8
"""Numbers closer to the line above than this share of the row distance belong to its label."""
_LETTERS = 10.0
"""Default height of letters in points."""


@dataclass
class _Row:
    """A row to which further lines may be added."""

    label: str
    indent: float
    right: float
    """Right end of the label's last line."""
    cells: dict[int, str]
    line: PrintedLine
    """Its last line."""
    pieces: list[PrintedPiece]


def make_table(
    lines: Sequence[PrintedLine], rules: Sequence[Rule] = ()
) -> tuple[Table, list[PrintedPiece]] | None:
    """Make the grid of a table and the words of its cells; None below two rows or columns.

    `rules` are the lines drawn on the page: a rule under a header shows which columns it covers.
    """
    if max(len(line.pieces) for line in lines) > _MOST_COLUMNS:
        return None
    start = header_end(lines)
    columns = columns_of(lines[start:] or lines)
    if not columns:
        return None
    edge = min(line.left for line in lines)
    head, labels, pieces = header_of(lines[:start], columns, edge, rules)
    rows = _rows(lines[start:], columns)
    if len(rows) + len(head) < 2 or not rows:
        return None
    grid = list(head)
    grid += [(row.label, *(row.cells.get(i, "") for i in range(len(columns)))) for row in rows]
    margin = min((row.indent for row in rows if row.label), default=0.0)
    for number, row in enumerate(rows, len(head)):
        for piece in row.pieces:
            piece.row = number
        pieces += row.pieces
    table = Table(
        cells=tuple(grid),
        header_rows=len(head),
        columns=labels,
        indents=tuple(0.0 for _ in head)
        + tuple(round(row.indent - margin, 1) if row.label else 0.0 for row in rows),
    )
    return table, pieces


def header_end(lines: Sequence[PrintedLine]) -> int:
    """Count the lines of the header."""
    count = 0
    edge = min((line.left for line in lines), default=0.0)
    for line in lines:
        # Numbers without labels at the top are also names: aircraft, ages, ratings.
        if not is_header_line(line) and not (line.left > edge + 60 and _plain_numbers(line)):
            break
        count += 1
    # Headings of rows ("Assets") come between the header and the first row with numbers.
    while count and len(lines[count - 1].pieces) == 1 and not _over_columns(lines, count - 1):
        count -= 1
    return count


def _plain_numbers(line: PrintedLine) -> bool:
    """Whether a line has several numbers, none of them an amount or a percentage."""
    return len(line.pieces) >= 2 and not any(
        mark in piece.text for piece in line.pieces for mark in "$,.%(-—–"
    )


def _over_columns(lines: Sequence[PrintedLine], index: int) -> bool:
    """Whether a line of one piece is above the numbers and not above the labels."""
    below = [line for line in lines[index + 1 :] if len(line.pieces) > 1]
    if not below:
        return False
    edge = min(line.pieces[0].left for line in below)
    values = [piece.left for line in below for piece in line.pieces[1:] if is_value(piece.text)]
    return bool(values) and stands_over(lines[index], min(values), edge)


def stands_over(line: PrintedLine, first: float, edge: float) -> bool:
    """Whether a line covers the numbers, which start at `first`, but not the labels at `edge`."""
    return line.right > first and line.left > edge + max(20, _CLEAR_OF_LABELS * (first - edge))


def columns_of(lines: Sequence[PrintedLine]) -> list[PrintedColumn]:
    """Find the columns to the right of the labels, from left to right."""
    edge = min((line.left for line in lines), default=0.0)
    size = max((line.size for line in lines), default=_LETTERS)
    # Text at the left edge is a label, also a year, unless no row has words there.
    firsts = [line.pieces[0] for line in lines if line.left <= edge + _LABEL_ZONE * size]
    labelled = any(not is_value(piece.text) or is_year(piece.text) for piece in firsts)
    near = edge + _LABEL_ZONE * size if labelled else edge - 1
    numbers = {
        i: [piece for piece in line.pieces if is_value(piece.text) and piece.left > near]
        for i, line in enumerate(lines)
    }
    columns = [column for column in _strips(numbers) if not _under_labels(column, lines)]
    first = columns[0].left if columns else near
    words = {
        i: [
            piece
            for n, piece in enumerate(line.pieces)
            if not is_value(piece.text)
            and (n > 0 or piece.left >= first)
            and not any(column.overlap(piece) > 0 for column in columns)
        ]
        for i, line in enumerate(lines)
    }
    return sorted(columns + _strips(words), key=lambda column: column.left)


def _under_labels(column: PrintedColumn, lines: Sequence[PrintedLine]) -> bool:
    """Whether labels cross a column, so that its numbers are part of labels."""
    firsts = [line.pieces[0] for line in lines]
    labels = [piece for piece in firsts if not is_value(piece.text)]
    over = sum(piece.left < column.middle < piece.right for piece in labels)
    return over >= 3 * len(column.rows)


def _strips(pieces: dict[int, list[LinePiece]]) -> list[PrintedColumn]:
    """Make columns of pieces that overlap from row to row, starting with the fullest row."""
    columns: list[PrintedColumn] = []
    order = sorted(
        pieces, key=lambda i: (-len(pieces[i]), -sum(p.right - p.left for p in pieces[i]), i)
    )
    for row in order:
        for piece in pieces[row]:
            best = max(columns, key=lambda column: column.overlap(piece), default=None)
            if best is None or best.overlap(piece) <= 0 or row in best.rows:
                columns.append(PrintedColumn(piece.left, piece.right, {row}))
            else:
                others = [column for column in columns if column is not best]
                left, right = min(best.left, piece.left), max(best.right, piece.right)
                # A long cell must not grow its column over its neighbour.
                if not any(left < c.right and c.left < right for c in others):
                    best.left, best.right = left, right
                best.rows.add(row)
    columns.sort(key=lambda column: column.left)
    merged: list[PrintedColumn] = []
    for column in columns:
        before = merged[-1] if merged else None
        if before and not before.rows & column.rows and column.left - before.right < 12:
            before.right = max(before.right, column.right)
            before.rows |= column.rows
        else:
            merged.append(column)
    return merged


def column_of(piece: LinePiece, columns: Sequence[PrintedColumn]) -> int:
    """The index of a cell's column; -1 to the left of all columns."""
    best = max(range(len(columns)), key=lambda i: columns[i].overlap(piece))
    if columns[best].overlap(piece) > 0:
        return best
    if piece.right <= columns[0].left:
        return -1
    return min(range(len(columns)), key=lambda i: abs(columns[i].right - piece.right))


def _rows(lines: Sequence[PrintedLine], columns: Sequence[PrintedColumn]) -> list[_Row]:
    """Make rows, joining labels of several lines."""
    rows: list[_Row] = []
    zone = columns[0].left
    steps = sorted(b.top - a.top for a, b in pairwise(lines))
    pitch = steps[len(steps) // 2] if steps else 0.0
    for line in lines:
        label: list[LinePiece] = []
        cells: dict[int, str] = {}
        words: list[PrintedPiece] = []
        for n, piece in enumerate(line.pieces):
            place = column_of(piece, columns)
            if n == len(label) and (place < 0 or (n == 0 and piece.left < zone - 2)):
                label.append(piece)
                words.append(PrintedPiece(piece.words, 0, 0))
            else:
                place = max(place, 0)
                words.append(PrintedPiece(piece.words, 0, place + 1))
                cells[place] = f"{cells.get(place, '')} {piece.text}".strip()
        row = _Row(
            " ".join(piece.text for piece in label),
            label[0].left if label else 0.0,
            label[-1].right if label else 0.0,
            cells,
            line,
            words,
        )
        if rows and _same_row(rows[-1], row, zone, pitch):
            _join(rows[-1], row)
        else:
            rows.append(row)
    return rows


def _join(row: _Row, more: _Row) -> None:
    if more.label:
        row.right = more.right
        row.label = f"{row.label} {more.label}".strip()
    for place, text in more.cells.items():
        row.cells[place] = f"{row.cells.get(place, '')} {text}".strip()
    row.line = more.line
    row.pieces += more.pieces


def _same_row(row: _Row, more: _Row, zone: float, pitch: float) -> bool:
    """Whether a line continues the row before it."""
    gap = more.line.top - row.line.bottom
    size = more.line.size
    if gap > _LEADING * size:
        return False
    if not more.label:
        # Numbers a little lower than their label, or cells of words on several lines.
        if not row.cells:
            return more.line.top - row.line.top < _ROW_STEP * pitch
        return all(not is_value(text) for text in more.cells.values())
    if gap < -_OVERLAPPING * size and not more.cells:
        return True
    if row.cells and more.cells:
        return False
    return _continues_label(row, more, zone, size)


def _continues_label(row: _Row, more: _Row, zone: float, size: float) -> bool:
    """Whether the second label continues the first."""
    if not row.label or row.label.endswith(":") or row.line.bold != more.line.bold:
        return False
    if more.indent < row.indent - 2:
        return False
    starts_low = more.label[0].islower()
    first_word = more.label.split()[0]
    full = row.right + 0.5 * size * (len(first_word) + 1) > zone - 3 * size
    if row.cells:
        return starts_low and full
    if starts_low or _UNFINISHED.fullmatch(row.label):
        return True
    return full and not more.label.endswith(":")
