"""Group words at positions into lines, and divide lines into pieces at gaps wider than a space.

This is the first step for PDFs and plain text. Difficult are raised footnote marks (same line,
other height), justified prose (wide spaces) and signs at a distance from their numbers. All shares
of heights and widths here were chosen by hand on PDF reports.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from secqa.filings.blocks import Piece
from secqa.filings.numbers import parse_number


class Word(NamedTuple):
    """A run of characters without white space. In points; y grows downwards."""

    text: str
    left: float
    right: float
    top: float
    bottom: float
    bold: bool = False


class LinePiece(NamedTuple):
    """Neighbouring words, one space apart."""

    text: str
    left: float
    right: float
    words: tuple[Word, ...] = ()


class PrintedPiece(Piece):
    """The words of a line, a paragraph or a table cell."""

    def __init__(self, words: tuple[Word, ...], row: int = -1, column: int = -1) -> None:
        super().__init__()
        self.words = words
        self.row = row
        self.column = column


class Rule(NamedTuple):
    """A horizontal line drawn under words."""

    left: float
    right: float
    y: float


class PrintedLine(NamedTuple):
    """Words on one line."""

    pieces: tuple[LinePiece, ...]
    top: float
    bottom: float
    size: float
    """Height of the letters in points."""
    bold: bool
    """True if all words are bold."""
    words: tuple[Word, ...] = ()

    @property
    def text(self) -> str:
        return " ".join([piece.text for piece in self.pieces])

    @property
    def left(self) -> float:
        return self.pieces[0].left

    @property
    def right(self) -> float:
        return self.pieces[-1].right


_PIECE_GAP: Final = 0.95
"""A gap wider than this share of the letters' height ends a piece. A space takes 0.2 to 0.3 of
it, and up to 0.7 in justified prose."""
_VALUE_GAP: Final = 0.42
"""The same between two values, for which smaller gaps separate cells."""
_TOUCHING: Final = 0.02
"""Gap up to which words are one word whose glyphs are drawn one by one."""
_MARK_GAP: Final = 1.5
"""Maximum distance of a raised footnote mark from its word."""
_SMALL: Final = 0.85
"""Share of a line's height below which letters are small."""
_RAISED: Final = 0.1
"""Share of a line's height between its bottom and that of raised letters."""
_SAME_ROW: Final = 0.3
"""Share of a row's height by which a word must overlap it."""
_OVERLAP: Final = 0.4
"""Share of the height of small letters that overlaps their line."""
_COLLISION: Final = 0.3
"""Share of a word's width above which two overlapping words collide."""
_MOST_PAIRS: Final = 10_000
"""Rows with more pairs of words than any printed line are not compared word by word."""

_NO_NUMBER = re.compile(
    r"\(?(?:N/?A|NM|N/M|n/?a|n\.?m\.?)\)?|[*†‡]{1,3}|\.{3}|…|[$€£¥]\s*[-—–‒−]+|"
    r"\(?[-–−]?\d[\d,.]*\)?\s?(?:x|pts?\.?|bps?|pp|¢)\s?\)?",
)
"""Texts in cells without a number, and numbers with units."""
_MARKS = r"(?:\s?(?:\([a-z0-9]{1,2}\)|\[[a-z0-9]{1,2}\]|[*†‡§]))*"
_BEFORE_NUMBER = re.compile(r"\(?(?:US|C|A|HK)?[$€£¥]\s?\(?|\(")
_AFTER_NUMBER = re.compile(r"\)?\s?(?:%|\)|pts?\.?|bps|x)\s?\)?")
_CELL_WORD = re.compile(r"[($€£¥%)\d.,\-–—―−]+")
_SPACED_SIGN = re.compile(r"(?<=[$€£¥(])\s+|\s+(?=[)%])")
_YEAR = re.compile(rf"(?:19|20)\d\d{_MARKS}")


@lru_cache(maxsize=65536)
def is_value(text: str) -> bool:
    """Whether a text is a number or replaces one: "(1,234)", "$ 1.10", "3.6 %", "—", "N/A"."""
    return parse_number(text) is not None or _NO_NUMBER.fullmatch(text) is not None


def is_year(text: str) -> bool:
    """Whether a text is a calendar year, perhaps with a footnote mark: "2018", "2018 (a)"."""
    return _YEAR.fullmatch(text) is not None


def lines_of(words: Iterable[Word]) -> list[PrintedLine]:
    """Group the words of a page into lines, from top to bottom."""
    return list(map(_line, _word_rows(words)))


def _word_rows(words: Iterable[Word]) -> list[list[Word]]:
    """Group words by height, each row from left to right."""
    rows: list[list[Word]] = []
    top = bottom = 0.0
    for word in sorted(words, key=lambda word: word.top + word.bottom):
        middle = (word.top + word.bottom) / 2
        height = bottom - top
        if rows and middle < bottom - _SAME_ROW * height:
            rows[-1].append(word)
            # The tallest word determines the row's height, so that a superscript cannot reduce it.
            if word.bottom - word.top > height:
                top, bottom = word.top, word.bottom
        else:
            rows.append([word])
            top, bottom = word.top, word.bottom
    rows = _with_superscripts(rows)
    for row in rows:
        row.sort(key=lambda word: word.left)
    return rows


def _with_superscripts(rows: list[list[Word]]) -> list[list[Word]]:
    """Join rows of raised or lowered small letters to their line."""
    boxes = [(min(w.top for w in row), max(w.bottom for w in row)) for row in rows]
    merged: list[list[Word]] = []
    at: list[tuple[float, float]] = []
    for row, (top, bottom) in zip(rows, boxes, strict=True):
        if merged:
            before_top, before_bottom = at[-1]
            heights = sorted((bottom - top, before_bottom - before_top))
            overlap = min(bottom, before_bottom) - max(top, before_top)
            small = heights[0] < _SMALL * heights[1]
            if small and overlap > _OVERLAP * heights[0] and not _collide(row, merged[-1]):
                merged[-1].extend(row)
                if bottom - top > before_bottom - before_top:
                    at[-1] = (top, bottom)
                continue
        merged.append(row)
        at.append((top, bottom))
    return merged


def _collide(row: Sequence[Word], other: Sequence[Word]) -> bool:
    """Whether words of two rows would overlap on one line."""
    return len(row) * len(other) > _MOST_PAIRS or any(
        min(a.right, b.right) - max(a.left, b.left)
        > _COLLISION * min(a.right - a.left, b.right - b.left)
        for a in row
        for b in other
    )


def _line(row: Sequence[Word]) -> PrintedLine:
    size = max(word.bottom - word.top for word in row)
    return PrintedLine(
        tuple(line_pieces(row, size, _PIECE_GAP)),
        min(word.top for word in row),
        max(word.bottom for word in row),
        size,
        all(word.bold for word in row),
        tuple(row),
    )


def line_pieces(row: Sequence[Word], size: float, widest: float) -> list[LinePiece]:
    """Divide words, from left to right, at gaps wider than `widest` times their height."""
    bottom = max(word.bottom for word in row)
    pieces: list[LinePiece] = []
    texts, left, right = [row[0].text], row[0].left, row[0].right
    before, first = row[0], 0
    for at, word in enumerate(row[1:], 1):
        gap = word.left - right
        dollar = word.text[0] == "$" and is_value(before.text)
        if gap < _MARK_GAP * size and _is_raised(word, size, bottom):
            # A footnote mark is appended to the word before it, but not to a number.
            if len(texts) > 1 or not is_value(texts[0]):
                texts[-1] += word.text
            right = max(right, word.right)
            continue
        if (
            gap > widest * size
            or dollar
            or (
                gap > _VALUE_GAP * size
                and _CELL_WORD.fullmatch(word.text)
                and _CELL_WORD.fullmatch(before.text)
            )
        ):
            pieces.append(LinePiece(" ".join(texts), left, right, tuple(row[first:at])))
            texts, left, right, first = [word.text], word.left, word.right, at
        else:
            if gap < _TOUCHING * size:
                texts[-1] += word.text
            else:
                texts.append(word.text)
            right = max(right, word.right)
        before = word
    pieces.append(LinePiece(" ".join(texts), left, right, tuple(row[first:])))
    return _joined(pieces)


def _is_raised(word: Word, size: float, bottom: float) -> bool:
    """Whether a word is short, small and raised above the line."""
    return (
        word.bottom - word.top < _SMALL * size
        and len(word.text) <= 5
        and word.bottom < bottom - _RAISED * size
    )


def _joined(pieces: Sequence[LinePiece]) -> list[LinePiece]:
    """Join `$` and `(` to the number after them, and `)` and `%` to the one before."""
    joined: list[LinePiece] = []
    sign: LinePiece | None = None
    for piece in pieces:
        if sign is not None:
            if is_value(piece.text):
                words = sign.words + piece.words
                piece = LinePiece(sign.text + piece.text, sign.left, piece.right, words)
            else:
                joined.append(sign)
            sign = None
        if _BEFORE_NUMBER.fullmatch(piece.text):
            sign = piece
        elif joined and _AFTER_NUMBER.fullmatch(piece.text) and is_value(joined[-1].text):
            before = joined.pop()
            words = before.words + piece.words
            joined.append(LinePiece(before.text + piece.text, before.left, piece.right, words))
        else:
            joined.append(piece)
    if sign is not None:
        joined.append(sign)
    return [
        piece._replace(text=_SPACED_SIGN.sub("", piece.text)) if is_value(piece.text) else piece
        for piece in joined
    ]
