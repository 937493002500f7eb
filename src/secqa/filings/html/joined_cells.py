"""Cells of one row to joined cells: neighbours that print one thing become one.

Filings set `$`, `(`, `%`, `)` and footnote marks in cells of their own beside the figure. Which
of them belong to it depends on where they stand and what they are: a raised digit after a
figure is a mark, a dollar sign waits for the figure on its right.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from secqa.filings.numbers import parse_number
from secqa.filings.structure.blocks import Piece

_PREFIX = re.compile(r"\(|\(?\s*(?:[A-Z]{0,3}[$€£¥₹]|USD|EUR|GBP|CAD|RMB)\s*[(-]?")
_SUFFIX = re.compile(r"[)%\s]+|[*†‡§^]+|\)?\s*\(?[a-z]\)|\)?\s*%?\s*\([a-z]\)")
_RAISED_SUFFIX = re.compile(r"\(?\d{1,2}\)?(?:,\s*\(?\d{1,2}\)?)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST_SIGN = 16
"""Characters of what stands in a cell of its own before or after a figure."""


@dataclass(slots=True, eq=False)
class JoinedCell:
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


CellRow = list[JoinedCell]


def joined_cells(cells: Sequence[Piece]) -> CellRow:
    """Join the signs that stand in cells of their own to their figures."""
    units: CellRow = []
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


def _unit(pieces: list[Piece]) -> JoinedCell:
    main = pieces[-1]
    text = main.text if len(pieces) == 1 else " ".join([piece.text for piece in pieces]).strip()
    return JoinedCell(
        pieces,
        text,
        main.start,
        main.start + main.span,
        pieces[0].start,
        main.start + main.span,
        parse_number(text) is not None,
    )


def _is_suffix(unit: JoinedCell, piece: Piece, text: str) -> bool:
    if not unit.figure or piece.start - unit.high > 1 or not 0 < len(text) <= _LONGEST_SIGN:
        return False
    if piece.style.raised and _RAISED_SUFFIX.fullmatch(text):
        return True
    return _SUFFIX.fullmatch(text) is not None


def _extend(unit: JoinedCell, piece: Piece, text: str) -> None:
    close = text[0] in ")%"
    unit.text += text if close else f" {text}"
    unit.pieces.append(piece)
    unit.high = piece.start + piece.span
