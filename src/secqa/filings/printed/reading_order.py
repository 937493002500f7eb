"""Rows of words -> lines in reading order, two columns of prose one after the other.

What comes in are the words of a page; what goes out are its lines as they are read. Tables have
empty upright strips as well: columns of prose are told by lines that fill both sides.
"""

from collections.abc import Sequence
from itertools import pairwise

from secqa.filings.printed.printed_lines import PIECE_GAP, PrintedLine, Word, line_of, word_rows

# Columns of prose: how many lines must stand beside each other, and how full they must be.
_COLUMN_LINES = 8
_COLUMN_FULL = 0.55


def lines_of(words: Sequence[Word], width: float) -> list[PrintedLine]:
    """Lines of a page `width` points wide, in reading order; two columns of prose one by one."""
    rows = word_rows(words)
    gutter = _gutter(rows, width)
    if gutter is None:
        return [line_of(row) for row in rows]
    return _in_columns(rows, gutter)


def _gutter(rows: Sequence[Sequence[Word]], width: float) -> float | None:
    """The x between two columns of prose, or None.

    Tables have empty strips as well; columns of prose are told by lines that fill both sides.
    """
    if len(rows) < _COLUMN_LINES:
        return None
    gaps: list[tuple[float, float]] = []
    for row in rows:
        for before, word in pairwise(row):
            middle = (before.right + word.left) / 2
            if (
                word.left - before.right > PIECE_GAP * (word.bottom - word.top)
                and 0.4 * width < middle < 0.6 * width
            ):
                gaps.append((before.right, word.left))
                break
    if len(gaps) < _COLUMN_LINES:
        return None
    left = sorted(gap[0] for gap in gaps)[int(0.95 * (len(gaps) - 1))]
    right = sorted(gap[1] for gap in gaps)[int(0.05 * (len(gaps) - 1))]
    if left >= right:
        return None
    middle = (left + right) / 2
    edges = min(row[0].left for row in rows), max(row[-1].right for row in rows)
    both = [row for row in rows if _split(row, middle)]
    full = [row for row in both if _full_sides(row, middle, edges)]
    beside = len(both) >= 0.6 * len(rows)
    return middle if beside and len(full) >= max(_COLUMN_LINES, 0.6 * len(both)) else None


def _split(row: Sequence[Word], x: float) -> bool:
    """Has words on both sides of x and none across it."""
    return row[0].right < x < row[-1].left and not any(word.left < x < word.right for word in row)


def _full_sides(row: Sequence[Word], x: float, edges: tuple[float, float]) -> bool:
    """Both sides read like prose: filled with words rather than cells."""
    for side, extent in (
        ([word for word in row if word.left < x], x - edges[0]),
        ([word for word in row if word.left >= x], edges[1] - x),
    ):
        letters = sum(word.right - word.left for word in side if word.text[:1].isalpha())
        if len(side) < 4 or letters < _COLUMN_FULL * extent:
            return False
    return True


def _in_columns(rows: Sequence[Sequence[Word]], gutter: float) -> list[PrintedLine]:
    """Left column before right; a row that crosses the gutter ends both."""
    lines: list[PrintedLine] = []
    left: list[Word] = []
    right: list[Word] = []

    def flush() -> None:
        for side in (left, right):
            lines.extend(line_of(row) for row in word_rows(side))
            side.clear()

    for row in rows:
        if any(word.left < gutter < word.right for word in row):
            flush()
            lines.append(line_of(row))
        else:
            for word in row:
                (left if word.left < gutter else right).append(word)
    flush()
    return lines
