"""The page that a conversation is about: its text, tables, printed numbers and turns.

Records come from several public datasets and from any page of a corpus. Cells stay as printed
("$ 1,234", "( 27 )", "15.7% ( 15.7 % )"), so that every number can be shown as the page prints it;
programs use one spelling.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from secqa.errors import SecqaError
from secqa.filings.document import FURNITURE, Element, ElementType, Location, Page, Table
from secqa.filings.numbers import PrintedNumber, parse_number


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: `rows[i]` is the name of a row, then its cells as printed."""

    header: tuple[str, ...]
    """One label per column, the corner first; as long as every row."""
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    printed: Table | None = field(default=None, compare=False)
    """The table of a page that it is taken from."""

    @property
    def table(self) -> Table:
        """As a table of a page."""
        indents = (0.0,) * (len(self.rows) + 1)
        return self.printed or Table(
            (self.header, *self.rows), 1, self.header, indents, self.caption
        )

    def heading(self, row: int) -> str:
        """The nearest row above with a name and no cells, which heads a group; or ""."""
        above = (self.rows[r] for r in range(row - 1, -1, -1))
        return next((cells[0] for cells in above if cells[0] and not any(cells[1:])), "")


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with its gold program and answer; "" and None in data without gold."""

    question: str
    program: str = ""
    answer: float | str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A page to talk about."""

    id: str
    pre_text: tuple[str, ...]
    """Sentences or paragraphs before the first table."""
    tables: tuple[Grid, ...]
    post_text: tuple[str, ...]
    """Sentences or paragraphs after the first table."""
    turns: tuple[Turn, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """All text, in order."""
        return (*self.pre_text, *self.post_text)

    @property
    def number_rows(self) -> dict[str, tuple[float, ...]]:
        """The numbers of each row by name, for `table_…` operations; the first of a name counts."""
        rows: dict[str, tuple[float, ...]] = {}
        for grid in self.tables:
            for row in grid.rows:
                numbers = [number.value for cell in row[1:] if (number := parse_number(cell))]
                if numbers:
                    rows.setdefault(row[0], tuple(numbers))
        return rows


@dataclass(frozen=True, slots=True)
class RecordSpot:
    """The cell or the sentence that prints a number of a record."""

    table: int = -1
    row: int = -1
    column: int = -1
    sentence: int = -1
    """-1 for a cell."""

    def words(self, record: Record) -> str:
        """The location in words: "net income, 2014" or "sentence 3"."""
        if self.sentence >= 0:
            return f"sentence {self.sentence + 1}"
        grid = record.tables[self.table]
        name = grid.rows[self.row][0] or f"row {self.row + 1}"
        heading = grid.heading(self.row)
        if heading and sum(row[0] == name for row in grid.rows) > 1:
            name = f"{heading.rstrip(': ')}: {name}"
        column = grid.header[self.column]
        table = f", table {self.table + 1}" if len(record.tables) > 1 else ""
        return f"{name}{f', {column}' if column else ''}{table}"


def check_usable(record: Record) -> None:
    """Raise SecqaError for a record without numbers to compute with."""
    cells = (cell for grid in record.tables for row in grid.rows for cell in row[1:])
    digits = any(c.isdigit() for text in record.sentences for c in text)
    if not digits and not any(parse_number(cell) for cell in cells):
        words = record.tables or any(c.isalpha() for text in record.sentences for c in text)
        problem = "holds only words" if words else "is empty"
        raise SecqaError(f"{record.id}: the record {problem}; choose one with numbers")


Half = Literal["design", "check"]


def page_of(record_id: str) -> str:
    """The page of a conversation: `Single_MRO/2007/page_134.pdf-1` without prefix and number."""
    name, dash, number = record_id.rpartition("-")
    page = name if dash and number.isdigit() else record_id
    return page.removeprefix("Single_").removeprefix("Double_")


def half_of(record_id: str) -> Half:
    """The half that a conversation belongs to, by a hash of its page."""
    even = hashlib.sha256(page_of(record_id).encode()).digest()[0] % 2 == 0
    return "design" if even else "check"


def page_record(document_id: str, page: Page) -> Record:
    """A page of a corpus as a record `document_id#number`."""
    tables = [element for element in page.elements if element.table is not None]
    texts = _texts(page)
    pre = [t.text for t in texts if not tables or t.index < tables[0].index]
    grids = tuple(
        Grid(table.columns, table.cells[table.header_rows :], table.caption, table)
        for table in (element.table for element in tables)
        if table is not None
    )
    post = tuple(text.text for text in texts[len(pre) :])
    return Record(f"{document_id}#{page.number}", tuple(pre), grids, post)


def place_of(spot: RecordSpot, page: Page) -> Location:
    """The location on the page of a number of its record."""
    if spot.sentence >= 0:
        return Location(page.number, _texts(page)[spot.sentence].index)
    element = [element for element in page.elements if element.table is not None][spot.table]
    assert element.table is not None
    row = spot.row + element.table.header_rows
    return Location(page.number, element.index, row, spot.column)


def _texts(page: Page) -> list[Element]:
    return [e for e in page.elements if e.table is None and e.type not in FURNITURE]


def record_page(record: Record) -> Page:
    """Show a record that is not a page of a corpus as a page."""
    between = len(record.pre_text)
    texts = [Element(0, ElementType.NARRATIVE_TEXT, text, 1) for text in record.sentences]
    tables = [grid.table for grid in record.tables]
    grids = [Element(0, ElementType.TABLE, table.text, 1, table=table) for table in tables]
    elements = enumerate((*texts[:between], *grids, *texts[between:]))
    return Page(1, "", tuple(replace(element, index=index) for index, element in elements))


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
