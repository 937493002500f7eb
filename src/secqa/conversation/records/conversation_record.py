"""The page that a conversation is about: its text, its tables, and its turns where they are known.

Records come from several public datasets and from any page of a corpus. Cells stay as printed
("$ 1,234", "( 27 )", "15.7%"), so that every number can be shown as the page prints it.
"""

import hashlib
from dataclasses import dataclass
from typing import Literal

from secqa.errors import SecqaError
from secqa.filings.numbers import parse_number


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: `rows[i]` is the name of a row, then its cells as printed."""

    header: tuple[str, ...]
    """One label per column, the corner first; as long as every row."""
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""

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
    second: bool = False
    """True for the second half of a conversation that was made of two questions."""


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
