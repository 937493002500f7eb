"""Facts without places, out with those of the statements: facts of a file beside the pages.

Nothing says where a figure stands, and headers name periods in a hundred ways. But a column of
a statement shows one period: the one most of whose facts it prints, in the scale that most are
printed in. There each fact has its row, by its figure, and by its label where several have it.
What is placed so is as good as tagged: its label can tell what the concept does not.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from secqa.facts.fact import Fact
from secqa.filings.document import Document, Element, Location, Statement, Table
from secqa.filings.numbers import parse_number

_SCALES = (1e6, 1e3, 1.0)
_ENOUGH = 3
"""Facts of a period that a column shows, from which on it is this period's."""
_CHANCE = 100.0
"""Below it figures meet by chance too often to tell a column."""
_SURE = 1000.0
"""From it on a figure of a column is a fact's whatever its label says: "Profit", "Sales"."""
_STEM = 4
"""Letters in which a word of a label and one of a concept are the same: "taxes", "Tax"."""
_EMPTY = frozenset({"and", "carr", "valu", "the", "for", "amou"})
"""Beginnings of words that concepts have and labels leave out, or the other way round."""

_Period = tuple[date | None, date]


@dataclass(frozen=True, slots=True)
class _Column:
    """The figures of a column of a statement, without their signs, and the rows that have each."""

    number: int
    rows: Mapping[float, list[int]]


def placed_in_statements(facts: Sequence[Fact], document: Document) -> tuple[Fact, ...]:
    """All facts, those that statements print once for each statement that does, with the place.

    Only facts about the whole company: what has dimensions may stand in any column.
    """
    periods: defaultdict[_Period, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.value and fact.place is None and not fact.dimensions:
            periods[fact.start, fact.end].append(fact)
    placed: defaultdict[int, list[Fact]] = defaultdict(list)
    for element in document.elements:
        if element.table is not None and element.table.statement is not None:
            for fact, there in _in_statement(element, element.table, periods):
                placed[id(fact)].append(there)
    return tuple(each for fact in facts for each in placed.get(id(fact), (fact,)))


def _in_statement(
    element: Element, table: Table, periods: Mapping[_Period, Sequence[Fact]]
) -> Iterator[tuple[Fact, Fact]]:
    """Facts, and the same with their places in a statement."""
    balance = table.statement is Statement.BALANCE_SHEET
    flow = table.statement is Statement.CASH_FLOW
    wanted = {p: facts for p, facts in periods.items() if flow or (p[0] is None) == balance}
    columns = list(_columns(table))
    scale = max(
        _SCALES,
        key=lambda s: sum(_shown(c, facts, s) for c in columns for facts in wanted.values()),
    )
    for column in columns:
        shown = {period: _shown(column, facts, scale) for period, facts in wanted.items()}
        # A balance stands among the flows of a statement of cash flows: each kind for itself.
        for instants in (True, False):
            of_kind = {p: hits for p, hits in shown.items() if (p[0] is None) == instants}
            best = max(of_kind, key=lambda p: of_kind[p], default=None)
            if best is None or max(shown.values()) < _ENOUGH or not of_kind[best]:
                continue
            for fact, row in _rows(wanted[best], column, table, scale):
                place = Location(element.page, element.index, row, column.number)
                printed = table.cells[row][column.number]
                kind = table.statement
                yield (
                    fact,
                    replace(fact, printed=printed, hidden=False, place=place, statement=kind),
                )


def _columns(table: Table) -> Iterator[_Column]:
    for number in range(1, len(table.columns)):
        rows: defaultdict[float, list[int]] = defaultdict(list)
        for row in range(table.header_rows, len(table.cells)):
            printed = parse_number(table.cells[row][number])
            if printed is not None and not printed.dash:
                rows[abs(printed.value)].append(row)
        yield _Column(number, rows)


def _shown(column: _Column, facts: Sequence[Fact], scale: float) -> int:
    """How many facts of money a column shows in a scale."""
    figures = {abs(fact.value or 0.0) / scale for fact in facts if fact.unit.isalpha()}
    return sum(figure >= _CHANCE and figure in column.rows for figure in figures)


def _rows(
    facts: Sequence[Fact], column: _Column, table: Table, scale: float
) -> Iterator[tuple[Fact, int]]:
    """Facts and their rows in a column; of several that claim a row, those it is likest to."""
    claims: defaultdict[int, list[tuple[float, Fact]]] = defaultdict(list)
    for fact in facts:
        money = fact.unit.isalpha()
        for each in (scale,) if money else _SCALES if fact.unit == "shares" else (1.0,):
            figure = abs(fact.value or 0.0) / each
            rows = [(_likeness(fact, table.cells[r][0]), r) for r in column.rows.get(figure, ())]
            if rows:
                likeness, row = max(rows, key=lambda found: found[0])
                if likeness or (money and figure >= _SURE):
                    claims[row].append((likeness, fact))
                break
    for row, claimed in claims.items():
        most = max(likeness for likeness, _ in claimed)
        yield from ((fact, row) for likeness, fact in claimed if likeness == most)


def _likeness(fact: Fact, label: str) -> float:
    """The share of words that a concept and a label have in common."""
    concept = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", fact.concept.rpartition(":")[2])
    ours, theirs = _stems(concept), _stems(label)
    return len(ours & theirs) / max(len(ours | theirs), 1)


@lru_cache(maxsize=16_384)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in re.findall(r"[a-z]{3,}", text.lower())) - _EMPTY
