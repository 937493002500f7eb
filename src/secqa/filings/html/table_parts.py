"""Join cells that print one value, and divide a table into parts with one header each.

Filings put `$`, `(`, `%`, `)` and footnote marks in separate cells next to the figure: a raised
digit after a figure is a footnote mark, a dollar sign belongs to the figure on its right. A table
of a quarter may continue with the same lines for six months, under new column names or only the
line "Six Months Ended"; under the names at the top its columns would get the wrong period. A
header that only repeats the one above starts no new part.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from secqa.filings.blocks import Piece
from secqa.filings.dates import YEAR, says_only_time
from secqa.filings.numbers import Scale, parse_number, text_scale

_PREFIX = re.compile(r"\(|\(?\s*(?:[A-Z]{0,3}[$€£¥₹]|USD|EUR|GBP|CAD|RMB)\s*[(-]?")
_SUFFIX = re.compile(r"[)%\s]+|[*†‡§^]+|\)?\s*\(?[a-z]\)|\)?\s*%?\s*\([a-z]\)")
_RAISED_SUFFIX = re.compile(r"\(?\d{1,2}\)?(?:,\s*\(?\d{1,2}\)?)*")
_LONGEST_SIGN = 16
"""Maximum characters of a sign in a separate cell before or after a figure."""


class JoinedCell:
    """One or more neighbouring cells that print one value: "$", "(1,234", ")"."""

    def __init__(self, pieces: list[Piece]) -> None:
        main = pieces[-1]
        text = main.text
        if len(pieces) > 1:
            text = " ".join([piece.text for piece in pieces]).strip()
        self.pieces = pieces
        self.text = text
        self.start = main.start
        self.end = main.start + main.span
        """Physical columns of its main cell, end exclusive."""
        self.low = pieces[0].start
        self.high = self.end
        """Physical columns of all its cells."""
        self.figure = parse_number(text) is not None
        """True for one number, percentage or dash."""
        self.year = self.figure and len(text) == 4 and YEAR.fullmatch(text) is not None
        """True for a figure that may be a year."""


CellRow = list[JoinedCell]


def joined_cells(cells: list[Piece]) -> CellRow:
    """Join signs in separate cells to their figures."""
    units: CellRow = []
    sign: Piece | None = None
    for piece in cells:
        is_sign = _is_prefix(piece.text)
        if sign is not None:
            if not is_sign and parse_number(piece.text):
                units.append(JoinedCell([sign, piece]))
                sign = None
                continue
            units.append(JoinedCell([sign]))
            sign = None
        if is_sign:
            sign = piece
        elif units and units[-1].figure and _is_suffix(units[-1], piece):
            _extend(units[-1], piece)
        else:
            units.append(JoinedCell([piece]))
    if sign is not None:
        units.append(JoinedCell([sign]))
    return units


def _is_prefix(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_SIGN and not text[0].isdigit() and _is_sign(text)


@lru_cache(maxsize=4096)
def _is_sign(text: str) -> bool:
    return _PREFIX.fullmatch(text) is not None


def _is_suffix(unit: JoinedCell, piece: Piece) -> bool:
    """Whether the piece is a sign that belongs to the figure on its left."""
    text = piece.text
    if piece.start - unit.high > 1 or not 0 < len(text) <= _LONGEST_SIGN:
        return False
    if piece.style.raised and _RAISED_SUFFIX.fullmatch(text):
        return True
    return _SUFFIX.fullmatch(text) is not None


def _extend(unit: JoinedCell, piece: Piece) -> None:
    text = piece.text
    unit.text += text if text[0] in ")%" else f" {text}"
    unit.year = False
    unit.pieces.append(piece)
    unit.high = piece.start + piece.span


_MOST_HEADINGS = 2
"""Maximum number of label-only rows above a header that belong to it."""
_LONGEST_NAME = 200
_LONGEST_UNIT = 40


@dataclass(frozen=True, slots=True)
class TablePart:
    """A part of a table with one header."""

    header: tuple[CellRow, ...]
    """Its own header rows and those repeated from earlier parts, top to bottom."""
    repeated: tuple[CellRow, ...]
    """The header rows that are printed in an earlier part and still apply."""
    body: tuple[CellRow, ...]


def table_parts(rows: list[CellRow]) -> list[TablePart]:
    """Divide a table into its parts, top to bottom; usually one."""
    header_rows = _header_rows(rows)
    label_end = _label_end(rows[header_rows:])
    header: tuple[CellRow, ...] = tuple(rows[:header_rows])
    repeated: tuple[CellRow, ...] = ()
    start = header_rows
    parts: list[TablePart] = []
    for first, end in _headers_below(rows, header_rows, label_end):
        replaced = _replaced(header, rows[first:end], label_end)
        if replaced is not None:
            parts.append(TablePart(header, repeated, tuple(rows[start:first])))
            header, repeated = replaced
            start = end
    return [*parts, TablePart(header, repeated, tuple(rows[start:]))]


# -- the header on top --------------------------------------------------------------------


def _header_rows(rows: list[CellRow]) -> int:
    """Count the header rows: all down to the last column name above the figures."""
    years_named = False
    for number, row in enumerate(rows):
        values = row if row[0].figure and not row[0].year else row[1:]
        values = [unit for unit in values if unit.text]
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


def _last_naming(rows: list[CellRow], first_data: int) -> int:
    """Count the rows down to the last one above `first_data` that has more than a label. Rows below
    it that contain only a period or a unit also belong to the header."""
    label_end = max(unit.end for unit in rows[first_data][:1])
    for number in range(first_data, 0, -1):
        row = rows[number - 1]
        if len(row) > 1 or row[0].start >= label_end:
            while number < first_data and _names_period_or_unit(rows[number]):
                number += 1
            return number
    return 0


def _names_period_or_unit(row: CellRow) -> bool:
    text = row[0].text
    return says_only_time(text) or (len(text) < _LONGEST_UNIT and text_scale(text) != Scale())


# -- headers further down -----------------------------------------------------------------

_FIGURES, _TEXT, _NAMES, _PERIOD, _HEADING = range(5)
_BETWEEN = (_NAMES, _PERIOD, _HEADING)


def _label_end(body: list[CellRow]) -> int:
    """The physical column where the row labels end."""
    ends = Counter(row[0].end for row in body if len(row) > 1 and not row[0].figure)
    return ends.most_common(1)[0][0] if ends else 1


def _values(row: CellRow, label_end: int) -> list[JoinedCell]:
    """The cells of a row to the right of its label."""
    return [unit for unit in row if unit.text and unit.start >= label_end]


def _label(row: CellRow, label_end: int) -> str:
    return row[0].text if row[0].start < label_end else ""


def _headers_below(
    rows: list[CellRow], header_rows: int, label_end: int
) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each possible header between two rows of figures."""
    if not any(_values(row, label_end) for row in rows[:header_rows]):
        return
    names = {unit.text for row in rows[:header_rows] for unit in row if unit.text}
    edges = {unit.end for row in rows[header_rows:] for unit in row if unit.figure}
    kinds: list[int] = []
    for row in rows[header_rows:]:
        below_names = bool(kinds) and kinds[-1] == _NAMES
        kinds.append(_kind(row, label_end, names, edges, below_names))
    # A period below a heading applies to that heading only.
    periods = (_HEADING, _PERIOD) not in pairwise(kinds)
    at, below_figures = 0, False
    while at < len(kinds):
        end = at + 1
        if kinds[at] in _BETWEEN:
            while end < len(kinds) and kinds[end] in _BETWEEN:
                end += 1
            inside = below_figures and kinds[end : end + 1] == [_FIGURES]
            if inside and (block := _block(kinds, at, end, periods)):
                yield block[0] + header_rows, block[1] + header_rows
        below_figures = below_figures or kinds[at] == _FIGURES
        at = end


def _kind(row: CellRow, label_end: int, names: set[str], edges: set[int], below_names: bool) -> int:
    """Classify a row below the header."""
    for unit in row:
        if unit.figure and not unit.year and unit.start >= label_end:
            return _FIGURES
    values = _values(row, label_end)
    label = _label(row, label_end)
    if not values:
        if not 0 < len(label) < _LONGEST_NAME:
            return _TEXT
        return _PERIOD if says_only_time(label) else _HEADING
    corner = not label or label in names or below_names or _names_period_or_unit(row)
    if not corner or any(len(unit.text) > _LONGEST_NAME for unit in values):
        return _TEXT
    texts = [unit.text for unit in values]
    if any(map(says_only_time, texts)) or names.issuperset(texts):
        return _NAMES
    stand_over = all(any(unit.low < edge <= unit.high for edge in edges) for unit in values)
    worded = all(sum(letter.isalpha() for letter in text) > 2 for text in texts)
    return _NAMES if len(values) > 1 and worded and stand_over and not label else _TEXT


def _block(kinds: list[int], start: int, stop: int, periods: bool) -> tuple[int, int] | None:
    """Find the header among the rows from `start` to `stop`. If `periods`, a period alone is a
    header."""
    naming = [at for at in range(start, stop) if kinds[at] == _NAMES]
    if naming:
        first, end = naming[0], naming[-1] + 1
        headings = 0
        while first > start and headings <= _MOST_HEADINGS:
            first -= 1
            headings += kinds[first] == _HEADING
        first += headings > _MOST_HEADINGS
    elif periods and kinds[start] == _PERIOD:
        first = end = start
    else:
        return None
    while end < stop and kinds[end] == _PERIOD:
        end += 1
    return first, end


def _replaced(
    header: Sequence[CellRow], block: Sequence[CellRow], label_end: int
) -> tuple[tuple[CellRow, ...], tuple[CellRow, ...]] | None:
    """Replace a header by `block`: the new header and the repeated rows; None if unchanged."""
    naming = [row for row in header if _values(row, label_end)]
    own = [row for row in block if _values(row, label_end)]
    count = len(own)
    before = [_texts(row, label_end) for row in naming]
    now = [_texts(row, label_end) for row in own]
    if not count or now == before[-count:]:
        periods = {label for row in block if says_only_time(label := _label(row, label_end))}
        if not periods - {_label(row, label_end) for row in header}:
            return None
        repeated = tuple(naming[: len(naming) - count])
        return (*repeated, *block), repeated
    places = [_places(row, label_end) for row in own]
    if count < len(naming) and places == [_places(row, label_end) for row in naming[:count]]:
        repeated = tuple(naming[count:])
        return (*block, *repeated), repeated
    return tuple(block), ()


def _places(row: CellRow, label_end: int) -> list[tuple[int, int]]:
    return [(unit.start, unit.end) for unit in _values(row, label_end)]


def _texts(row: CellRow, label_end: int) -> list[str]:
    return [unit.text for unit in _values(row, label_end)]
