"""Every number that a record prints, as programs write it, with its place.

Cells and sentences print numbers with dollar signs, commas, percent signs, parentheses and a
second spelling behind the first ("15.7% ( 15.7 % )", "-5 ( 5 )"); programs take one spelling.
"""

import re
from collections.abc import Sequence
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
"""Days of months, numbers of notes and of indexes."""


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
    """Character of its sentence it starts at."""


_IN_TEXT = re.compile(
    r"(?<![\w.,/-])(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?P<percent>\s?%|\s+percent\b)?(?![\w/]|[.,]\d)"
)
_SECOND_SPELLING = re.compile(r"(?<=[%\d])\s+\(\s*[\d.,]+\s*%?\s*\)\s*%?")


@lru_cache(maxsize=16)
def mentions_of(record: Record) -> tuple[RecordNumber, ...]:
    """The numbers of the tables, row by row, then those of the sentences; the last few are kept."""
    found = [mention for t, grid in enumerate(record.tables) for mention in _in_grid(t, grid)]
    found += [mention for s, text in enumerate(record.sentences) for mention in _in_text(s, text)]
    return tuple(found)


def _in_grid(table: int, grid: Grid) -> list[RecordNumber]:
    found = []
    for r, row in enumerate(grid.rows):
        for c, cell in enumerate(row):
            number = cell_number(cell) if c else None
            if number is not None and not number.dash:
                text = _program_text(number)
                found.append(
                    RecordNumber(text, number.value, number.percent, RecordSpot(table, r, c))
                )
    return found


def cell_number(cell: str) -> PrintedNumber | None:
    """The number of a cell, which may be spelled twice."""
    return parse_number(cell) or parse_number(_SECOND_SPELLING.sub("", cell))


def _program_text(number: PrintedNumber) -> str:
    value = number.value
    text = f"{value:.12g}" if abs(value) < 1e12 else f"{value:.0f}"
    return f"{text}%" if number.percent else text


def _in_text(sentence: int, text: str) -> list[RecordNumber]:
    # Blanked, not cut, so that characters keep their places.
    text = _SECOND_SPELLING.sub(lambda match: " " * len(match[0]), text)
    found = []
    text = _NOT_AMOUNTS.sub(lambda match: " " * len(match[0]), text)
    for match in _IN_TEXT.finditer(text):
        digits = match["number"].replace(",", "")
        percent = match["percent"] is not None
        found.append(
            RecordNumber(
                f"{digits}%" if percent else digits,
                float(digits),
                percent,
                RecordSpot(sentence=sentence),
                match.start(),
            )
        )
    return found


def spots_of(record: Record, text: str, mentions: Sequence[RecordNumber]) -> tuple[RecordSpot, ...]:
    """Where a program's number may stand in the record, whatever its sign."""
    number = parse_number(text)
    if number is None:
        return ()
    return tuple(m.spot for m in mentions if abs(m.value) == abs(number.value))
