"""Find the lines of each table on a page, including its header.

Unlike prose, a table has numbers at a distance from words in line after line. Difficult are
headings between rows, labels of several lines, consecutive tables, and lists whose marks are at a
distance from the text. All shares and distances here were chosen by hand on PDF reports.
"""

import re
from collections.abc import Sequence

from secqa.filings.layout.printed_lines import PrintedLine, is_value, is_year
from secqa.filings.layout.table_grid import stands_over
from secqa.filings.layout.table_headers import is_header_line

_MARK = re.compile(r"[•●▪■◦○·∙➢✓☐☒☑*o–—-]|\(?(?:[a-zA-Z]|[ivxIVX]{1,5}|\d{1,3})[.)]|\(\d{1,2}\)")

_BETWEEN = 5
"""Maximum number of lines without numbers between two rows."""
_HEADINGS = 4
"""Maximum number of row headings ("Assets", "Current assets:") between header and numbers."""
_PROSE_WIDTH = 0.75
"""Least width of a line of prose, as a share of the page's width."""
_HEADER_GAP = 2.2
"""Widest gap between lines of a header, in heights of a line."""
_LABEL_GAP = 0.3
_OFF_MIDDLE = 0.04
"""Maximum distance of a title's centre from the table's, as a share of the table's width."""
_LARGER = 1.25
"""Least size of a title relative to the rows."""


Region = tuple[int, int]
"""The lines [start, stop) of a table."""


def is_marked(line: PrintedLine) -> bool:
    """Whether a line is a list item or footnote with its mark at a distance from its text."""
    return len(line.pieces) == 2 and _MARK.fullmatch(line.pieces[0].text) is not None


def has_numbers(line: PrintedLine) -> bool:
    """Whether a line is a row: a number next to other text."""
    values = sum(is_value(piece.text) for piece in line.pieces)
    if len(line.pieces) == 2 and is_marked(line) and not is_value(line.pieces[1].text):
        return False
    return values >= 2 or (values == 1 and not is_value(line.pieces[0].text))


def table_regions(lines: Sequence[PrintedLine], width: float) -> list[Region]:
    """Find the tables of a page with a printed width of `width` points, from top to bottom."""
    regions: list[Region] = []
    i = 0
    while i < len(lines):
        if has_numbers(lines[i]):
            stop = _end(lines, i, width)
            start = _header_start(lines, i, regions[-1][1] if regions else 0)
            if _is_table(lines[start:stop]):
                regions.append((start, stop))
            i = stop
        else:
            i += 1
    bounds = [0, *(bound for region in regions for bound in region), len(lines)]
    for start, stop in zip(bounds[::2], bounds[1::2], strict=True):
        regions += _text_tables(lines, start, stop)
    return sorted(regions)


def _text_tables(lines: Sequence[PrintedLine], start: int, stop: int) -> list[Region]:
    """Find tables of words within the lines [start, stop)."""
    regions: list[Region] = []
    i = start
    while i < stop:
        end = _text_end(lines[:stop], i) if _is_text_row(lines[i]) else i
        if end - i >= 3:
            regions.append((i, end))
            i = end
        else:
            i += 1
    return regions


def _is_table(lines: Sequence[PrintedLine]) -> bool:
    """Whether lines are a table: two rows, or one below a header."""
    rows = [line for line in lines if has_numbers(line) and not is_header_line(line)]
    return len(rows) >= 2 or (len(rows) == 1 and len(lines) >= 2 and is_header_line(lines[0]))


def _end(lines: Sequence[PrintedLine], start: int, width: float) -> int:
    """The index after the last row of the table whose first numbers are at `start`."""
    last = start
    edge = lines[start].left
    header = is_header_line(lines[start])
    for j in range(start + 1, len(lines)):
        line = lines[j]
        if line.top - lines[j - 1].bottom > 5 * line.size or j - last > _BETWEEN + 1:
            break
        if has_numbers(line):
            if not header and _begins_another(lines, last, j):
                break
        elif not header and _names_columns(line, edge):
            break
        if has_numbers(line):
            header = header and is_header_line(line)
            edge = min(edge, line.left)
            last = j
        elif _is_prose(line, width):
            break
    return last + 1


def _begins_another(lines: Sequence[PrintedLine], last: int, j: int) -> bool:
    """Whether line `j` names years after rows of numbers: the header of the next table."""
    line = lines[j]
    years = sum(is_year(piece.text) for piece in line.pieces)
    return is_header_line(line) and years >= 1 and (j > last + 1 or years >= 2)


def _names_columns(line: PrintedLine, edge: float) -> bool:
    """Whether a line is another header: words above several columns and not above the labels."""
    return len(line.pieces) >= 2 and line.left > edge + 30


def _is_prose(line: PrintedLine, width: float) -> bool:
    """Whether a line is running text: long, or the end of a sentence."""
    if len(line.pieces) > 1:
        return is_marked(line) and len(line.pieces[1].text) > 40
    extent = line.right - line.left
    return extent > _PROSE_WIDTH * width or (extent > 0.5 * width and line.text.endswith("."))


def _header_start(lines: Sequence[PrintedLine], start: int, floor: int) -> int:
    """The index of the first header line above the first row, which is at `start`."""
    rows = [line for line in lines[start : start + 12] if has_numbers(line)]
    cells = [piece.left for line in rows for piece in line.pieces[1:] if is_value(piece.text)]
    if not cells:
        return start
    first = sorted(cells)[len(cells) // 20]
    edge = min(line.left for line in rows)
    top = start
    headings = 0
    for j in range(start - 1, floor - 1, -1):
        line = lines[j]
        if lines[j + 1].top - line.bottom > _HEADER_GAP * line.size or is_marked(line):
            break
        if not is_header_line(line):
            break
        if _over(line, first, edge):
            top = j
        elif top == start and headings < _HEADINGS and _is_heading(line, first):
            # A row heading between the header and the first numbers.
            headings += 1
        else:
            break
    right = max(line.right for line in rows)
    while top < start and (
        not _over(lines[top], first, edge) or _is_title(lines[top], edge, right, rows[0].size)
    ):
        top += 1
    # Include the start of the first row's label.
    while top > floor and lines[top].text[0].islower() and _is_heading(lines[top - 1], first):
        if lines[top].top - lines[top - 1].bottom > _LABEL_GAP * lines[top].size:
            break
        top -= 1
    return top


def _is_heading(line: PrintedLine, first: float) -> bool:
    """Whether a line is a row heading: words to the left of the numbers, which start at `first`."""
    return len(line.pieces) == 1 and line.right < first and len(line.text) < 120


def _over(line: PrintedLine, first: float, edge: float) -> bool:
    """Whether a line is above the numbers, and possibly also above the labels."""
    if len(line.pieces) == 1:
        return stands_over(line, first, edge)
    return line.right > first and all(
        len(piece.text) < 60 or piece.left < edge + 20 for piece in line.pieces
    )


def _is_title(line: PrintedLine, left: float, right: float, size: float) -> bool:
    """Whether a line is the title or the unit of the whole table."""
    if len(line.pieces) != 1:
        return False
    text = line.pieces[0].text
    off = abs(line.left + line.right - left - right) / 2
    return (
        off < max(10, _OFF_MIDDLE * (right - left))
        or line.size > _LARGER * size
        or (text.startswith("(") and text.endswith(")"))
    )


def _is_text_row(line: PrintedLine) -> bool:
    return len(line.pieces) >= 2 and not is_marked(line)


def _text_end(lines: Sequence[PrintedLine], start: int) -> int:
    """The index after the last line whose second piece is aligned with that of `start`."""
    second = lines[start].pieces[1].left
    last = start
    for j in range(start + 1, len(lines)):
        line = lines[j]
        if line.top - lines[j - 1].bottom > 3 * line.size or j - last > 3:
            break
        if _is_text_row(line) and any(abs(piece.left - second) < 4 for piece in line.pieces[1:]):
            last = j
        elif _is_text_row(line) or (line.right > second and line.left < second - 10):
            break
    return last + 1
