"""Find every number that a record prints, as programs write it, with its location.

Pages print numbers with dollar signs, commas, percent signs, parentheses, and often twice
("15.7% ( 15.7 % )", "-5 ( 5 )"). Programs use one spelling.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from secqa.conversation.records.conversation_record import Grid, Record, RecordSpot
from secqa.filings.numbers import PrintedNumber, parse_number

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_NOT_AMOUNTS = re.compile(
    r"(?<=s&p )500|(?<=s & p )500|(?<=russell )[123]000"
    rf"|(?<=\b){_MONTH}\s+\d{{1,2}}(?=\s*,?\s+(?:19|20)\d\d|\s*[,.;)]|\s+[a-z]|$)"
    r"|\b(?:notes?|item|page|section|fas|fin|no|topic|exhibit|level|part)\s+\.?\s*\d+\b",
    re.IGNORECASE,
)
"""Days of months, and numbers that are part of the name of a note or an index."""
_IN_TEXT = re.compile(
    r"(?<![\w.,/-])(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?P<percent>\s?%|\s+percent\b)?(?![\w/]|[.,]\d)"
)
_SECOND_SPELLING = re.compile(r"(?<=[%\d])\s+\(\s*[\d.,]+\s*%?\s*\)\s*%?")
_TWELVE_DIGITS = 1e12
"""Amounts from here on are written in full: `.12g` would round them."""


@dataclass(frozen=True, slots=True)
class RecordNumber:
    """A printed number."""

    text: str
    """As a program writes it: `1234.5`, `-5`, `15.7%`."""
    value: float
    """As printed: 15.7 for `15.7%`."""
    percent: bool
    spot: RecordSpot
    start: int = 0
    """The character of its sentence where it starts."""


@lru_cache(maxsize=16)
def mentions_of(record: Record) -> tuple[RecordNumber, ...]:
    """The numbers of the tables, row by row, then those of the sentences."""
    cells = (number for t, grid in enumerate(record.tables) for number in _in_grid(t, grid))
    texts = (number for s, text in enumerate(record.sentences) for number in _in_text(s, text))
    return (*cells, *texts)


def _in_grid(table: int, grid: Grid) -> Iterator[RecordNumber]:
    for r, row in enumerate(grid.rows):
        for c, cell in enumerate(row):
            number = cell_number(cell) if c else None
            if number is not None and not number.dash:
                value = number.value
                text = f"{value:.12g}" if abs(value) < _TWELVE_DIGITS else f"{value:.0f}"
                text += "%" * number.percent
                yield RecordNumber(text, value, number.percent, RecordSpot(table, r, c))


def cell_number(cell: str) -> PrintedNumber | None:
    """The number of a cell, which may spell it twice."""
    return parse_number(cell) or parse_number(_SECOND_SPELLING.sub("", cell))


def _in_text(sentence: int, text: str) -> Iterator[RecordNumber]:
    for pattern in (_SECOND_SPELLING, _NOT_AMOUNTS):
        # Blanked, not cut, so that the other characters keep their positions.
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    for match in _IN_TEXT.finditer(text):
        digits = match["number"].replace(",", "")
        percent = match["percent"] is not None
        spot = RecordSpot(sentence=sentence)
        yield RecordNumber(digits + "%" * percent, float(digits), percent, spot, match.start())


def spots_of(record: Record, text: str, mentions: Sequence[RecordNumber]) -> tuple[RecordSpot, ...]:
    """The locations that print a number of a program, with or without a minus sign."""
    number = parse_number(text)
    if number is None:
        return ()
    return tuple(m.spot for m in mentions if abs(m.value) == abs(number.value))
