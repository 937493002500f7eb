"""Cells of one row to joined cells: neighbours that print one thing become one.

Filings set `$`, `(`, `%`, `)` and footnote marks in cells of their own beside the figure. Which
of them belong to it depends on where they stand and what they are: a raised digit after a
figure is a mark, a dollar sign waits for the figure on its right.
"""

import re
from functools import lru_cache

from secqa.filings.numbers import parse_number
from secqa.filings.structure.blocks import Piece

_PREFIX = re.compile(r"\(|\(?\s*(?:[A-Z]{0,3}[$€£¥₹]|USD|EUR|GBP|CAD|RMB)\s*[(-]?")
_SUFFIX = re.compile(r"[)%\s]+|[*†‡§^]+|\)?\s*\(?[a-z]\)|\)?\s*%?\s*\([a-z]\)")
_RAISED_SUFFIX = re.compile(r"\(?\d{1,2}\)?(?:,\s*\(?\d{1,2}\)?)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST_SIGN = 16
"""Characters of what stands in a cell of its own before or after a figure."""


class JoinedCell:
    """One or more neighbouring cells that print one thing: "$", "(1,234", ")"."""

    __slots__ = ("end", "figure", "high", "low", "pieces", "start", "text", "year")

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
        """One number, percentage or dash."""
        self.year = self.figure and len(text) == 4 and _YEAR.fullmatch(text) is not None
        """A figure that may be a year."""


CellRow = list[JoinedCell]


def joined_cells(cells: list[Piece]) -> CellRow:
    """Join the signs that stand in cells of their own to their figures."""
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
    """Whether the piece goes on with the figure on its left."""
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
