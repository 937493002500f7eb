"""A page in, questions to begin with out: about its own rows and years, each tried beforehand.

A question is offered where the offline generator answers it by the very cells that it was made of.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest

from secqa.conversation.offline.question_traits import years_in
from secqa.conversation.programs.generator import Generator
from secqa.conversation.records.conversation_record import Grid, Record, RecordSpot
from secqa.filings.numbers import parse_number

_OFFERED = 4
_TRIED = 10
"""Questions that are tried at most: each takes some hundredths of a second."""
_LONGEST = 60
"""Characters of a row's name that reads well in a question."""


@dataclass(frozen=True, slots=True)
class Made:
    """A question and the cells that its answer takes, in the order of the program."""

    question: str
    spots: tuple[RecordSpot, ...]


def suggestions(record: Record, generator: Generator) -> tuple[Made, ...]:
    """Questions that a page answers, at most four."""
    tried = islice(_made(record), _TRIED)
    return tuple(islice((one for one in tried if _fits(one, record, generator)), _OFFERED))


def _fits(made: Made, record: Record, generator: Generator) -> bool:
    operands = generator.generate(record, (), made.question).operands
    return tuple(one.spot for one in operands) == made.spots


def _made(record: Record) -> Iterator[Made]:
    """Values and changes in turn of rows that have years, and where none has, single figures."""
    rows = [
        (table, row)
        for table, grid in enumerate(record.tables)
        for row, (name, *_) in enumerate(grid.rows)
        if 0 < len(name) <= _LONGEST and any(letter.isalnum() for letter in name)
    ]
    dated = _spread([(t, r) for t, r in rows if len(dated_cells(record.tables[t], r)) > 1])
    values = (_value(record.tables[table], table, row) for table, row in dated)
    changes = (_change(record.tables[table], table, row) for table, row in reversed(dated))
    for pair in zip_longest(values, changes):
        yield from filter(None, pair)
    for table, row in () if dated else _spread(rows):
        yield from _figures(record.tables[table], table, row)


def _spread(rows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Rows in an order whose first few stand all over the page."""
    step = max(len(rows) // _OFFERED, 1)
    return [rows[at] for at in sorted(range(len(rows)), key=lambda at: (at % step, at))]


def _value(grid: Grid, table: int, row: int) -> Made:
    (year, column), *_ = dated_cells(grid, row)
    return Made(f"What was {grid.rows[row][0]} in {year}?", (RecordSpot(table, row, column),))


def _change(grid: Grid, table: int, row: int) -> Made:
    (later, now), (earlier, before), *_ = sorted(dated_cells(grid, row), reverse=True)
    spots = (RecordSpot(table, row, now), RecordSpot(table, row, before))
    name = grid.rows[row][0]
    return Made(f"How much did {name} change from {earlier} to {later}?", spots)


def _figures(grid: Grid, table: int, row: int) -> Iterator[Made]:
    """The first figure of a row, by the name of its column where it has one."""
    for column, cell in enumerate(grid.rows[row]):
        if column and (printed := parse_number(cell)) and not printed.dash:
            of = f" for {grid.header[column]}" if grid.header[column] else ""
            yield Made(f"What was {grid.rows[row][0]}{of}?", (RecordSpot(table, row, column),))
            return


def dated_cells(grid: Grid, row: int) -> list[tuple[int, int]]:
    """Year and column of the figures of a row whose years are told apart by the header."""
    years = [(years_in(label), column) for column, label in enumerate(grid.header) if column]
    found = [
        (year[0], column)
        for year, column in years
        if len(year) == 1 and (printed := parse_number(grid.rows[row][column])) and not printed.dash
    ]
    return found if len({year for year, _ in found}) == len(found) else []
