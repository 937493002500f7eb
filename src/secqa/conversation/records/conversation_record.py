"""What a conversation is about: the text and tables of one page, and turns where they are known.

Records come from several public layouts and from any page of a corpus. Cells stay as printed
("$ 1,234", "( 27 )", "15.7%"): what a number means is decided where it is used, and what was
printed can always be shown.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from secqa.errors import SecqaError
from secqa.filings.numbers import parse_number


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: `rows[i]` is a row's name, then its cells as printed."""

    header: tuple[str, ...]
    """One label a column, the corner first; as long as every row."""
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""

    def heading(self, row: int) -> str:
        """The nearest row above that has a name and no cells, which heads a group; or ""."""
        above = (self.rows[r] for r in range(row - 1, -1, -1))
        return next((cells[0] for cells in above if cells[0] and not any(cells[1:])), "")


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with its gold program and answer, "" and None where there is none."""

    question: str
    program: str = ""
    answer: float | str | None = None
    second: bool = False
    """Part of the second of two questions that one conversation was made of."""


@dataclass(frozen=True, slots=True)
class Record:
    """A page to talk about."""

    id: str
    pre_text: tuple[str, ...]
    """Sentences or paragraphs before the tables."""
    tables: tuple[Grid, ...]
    post_text: tuple[str, ...]
    """Those after the first table."""
    turns: tuple[Turn, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """All text, in order."""
        return (*self.pre_text, *self.post_text)

    @property
    def number_rows(self) -> dict[str, tuple[float, ...]]:
        """Row name -> its numbers, for the `table_…` operations; the first of a name counts."""
        rows: dict[str, tuple[float, ...]] = {}
        for grid in self.tables:
            for row in grid.rows:
                numbers = [number.value for cell in row[1:] if (number := parse_number(cell))]
                if numbers:
                    rows.setdefault(row[0], tuple(numbers))
        return rows


@dataclass(frozen=True, slots=True)
class RecordSpot:
    """Where a number of a record is printed: a cell of a table, or a sentence."""

    table: int = -1
    row: int = -1
    column: int = -1
    sentence: int = -1

    def words(self, record: Record) -> str:
        """The place as a person would say it."""
        if self.sentence >= 0:
            return f"sentence {self.sentence + 1}"
        grid = record.tables[self.table]
        name = grid.rows[self.row][0] or f"row {self.row + 1}"
        heading = grid.heading(self.row)
        if heading and sum(row[0] == name for row in grid.rows) > 1:
            name = f"{heading.rstrip(': ')}: {name}"
        column = grid.header[self.column]
        which = f", table {self.table + 1}" if len(record.tables) > 1 else ""
        return f"{name}{f', {column}' if column else ''}{which}"


def check_usable(record: Record) -> None:
    """Raise SecqaError where a record has nothing that a program could compute with."""
    cells = (cell for grid in record.tables for row in grid.rows for cell in row[1:])
    in_cells = any(parse_number(cell) for cell in cells)
    if not in_cells and not any(any(c.isdigit() for c in text) for text in record.sentences):
        worded = record.tables or any(c.isalpha() for text in record.sentences for c in text)
        what = "holds only words" if worded else "is empty"
        raise SecqaError(f"{record.id}: the record {what}; choose one with numbers")


Half = Literal["design", "check"]


def page_of(record_id: str) -> str:
    """The page that a conversation is about: `Single_MRO/2007/page_134.pdf-1` without its ends."""
    return re.sub(r"^(?:Single|Double)_|-\d+$", "", record_id)


def half_of(record_id: str) -> Half:
    """Which half a conversation belongs to, by a hash of its page."""
    even = hashlib.sha256(page_of(record_id).encode()).digest()[0] % 2 == 0
    return "design" if even else "check"


LISTED = 20
"""Ids that a search gives at most."""


def text_of(record: Record) -> str:
    """What a record is found by, in lower case: its id, questions, row names and sentences."""
    names = (row[0] for grid in record.tables for row in grid.rows)
    questions = (turn.question for turn in record.turns)
    return " ".join((record.id, *questions, *names, *record.sentences)).lower()


def holds(text: str, words: str) -> bool:
    """Whether a text has all the words, in any case."""
    text = text.lower()
    return all(word in text for word in words.lower().split())


def first(ids: Iterable[str]) -> tuple[str, ...]:
    """As many as are listed."""
    return tuple(islice(ids, LISTED))


def unknown(record_id: str, where: str) -> SecqaError:
    """What to say of an id that is not there."""
    return SecqaError(f"{record_id}: no such record in {where}; search for one with its words")
