"""Read balances from tables of movements.

A table of movements goes from "Balance at December 31, 2021" down to the next balance; its columns
are components, not periods.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from secqa.filings.dates import period_words
from secqa.filings.document import Element, Statement, Table
from secqa.filings.numbers import parse_number
from secqa.filings.tables.column_periods import text_period
from secqa.metrics.metric import Metric
from secqa.reading.reading import ValueOrigin
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.line_names import LineNames, fit, holds
from secqa.reading.structure.signs import likely
from secqa.reading.structure.vocabulary import weights
from secqa.reading.target import Candidate, TargetTable
from secqa.reading.values.table_reader import COUNTED

_W = weights("balance_reader")
_SPAN = re.compile(r"^.*\bended\b.*?\b(?:19|20)\d\d\b", re.IGNORECASE)
_TOTAL = re.compile(r"(?:total|consolidated)\b(?!.*\b(?:number|price|purchased)\b)", re.IGNORECASE)
_TELLING = 30
"""Minimum characters of a caption that describes its table."""


def read_balances(one: TargetTable) -> Iterator[Candidate]:
    """Closing balances of a table of movements, or movements of a statement of equity."""
    target = one.target
    if target.unit not in ("USD", "shares"):
        return
    days = _day_rows(one.table)
    if not days:
        return
    if target.period.kind == "instant":
        yield from _read_closing(one, days)
    elif target.unit == "USD" and target.metric and one.table.statement is Statement.EQUITY:
        yield from _read_movements(one, days, target.metric)


def _read_closing(one: TargetTable, days: tuple[int, ...]) -> Iterator[Candidate]:
    target, table = one.target, one.table
    column, column_fit = _column(table, one.element, target.names)
    about = f"{table.caption} {table.columns[column]} {table.cells[0][0]}".lower()
    if not column_fit or (target.unit == "shares" and "share" not in about):
        return
    if target.unit == "USD" and COUNTED.search(table.columns[column]):
        return
    for row in days:
        value = _value(one, row, column)
        label, *_ = cells = table.cells[row]
        if value is None or not _closes(label, one):
            continue
        if target.metric is not None and target.metric.outflow:
            value = abs(value)
        score = _W["balance"] * column_fit * likely(value, target.metric)
        quote = f"{label} | {table.columns[column]} | {cells[column]}"
        yield one.candidate(value, score, (row, column), quote, ValueOrigin.BALANCE)


def _read_movements(one: TargetTable, days: tuple[int, ...], metric: Metric) -> Iterator[Candidate]:
    """Movements in the total column of a statement of equity.

    A movement belongs to the period that ends with the next balance below it.
    """
    table, column = one.table, _total_column(one.table)
    if not column:
        return
    closing = [row for row in days if _closes(table.cells[row][0], one)]
    for row in one.rows:
        below = next((day for day in days if day > row.index), None)
        cell = row.cell(column)
        if below not in closing or row.index in days or cell is None or cell.dash:
            continue
        sure = fit(row.label, row.words, frozenset(), one.target.names)
        value = _value(one, row.index, column)
        if sure < _W["least_fit"] or value is None:
            continue
        value = abs(value) if metric.outflow else value
        quote = f"{row.label} | {table.columns[column]} | {cell.text}"
        score = _W["moved"] * sure
        yield one.candidate(value, score, (row.index, column), quote, ValueOrigin.MOVEMENT)


@lru_cache(maxsize=1024)
def _day_rows(table: Table) -> tuple[int, ...]:
    """Rows with a day as label, if at least two."""
    days = [
        index
        for index in range(table.header_rows, len(table.cells))
        if (words := period_words(table.cells[index][0])).month_day is not None
        and words.year is not None
        and any(table.cells[index][1:])
    ]
    return tuple(days) if len(days) > 1 else ()


def _column(table: Table, element: Element, names: LineNames) -> tuple[int, float]:
    """The column of the metric, with its certainty."""
    best = (0, 0.0)
    for column in range(1, len(table.columns)):
        label = _SPAN.sub("", table.columns[column])
        sure = fit(label, label_words(label), frozenset(), names)
        best = max(best, (column, sure), key=lambda pair: pair[1])
    if best[1] >= _W["least_fit"]:
        return best
    titles = element.path[-1:]
    if table.caption and (titles or ("",))[0] not in table.caption:
        # "Changes in goodwill were" describes more than "Note 9. Goodwill and intangible assets".
        titles = () if len(table.caption) > _TELLING else titles
    heading = label_words(" ".join((*titles, table.caption)))
    about = max((name.rank for name in names.names if holds(heading, name.words)), default=0.0)
    total = _total_column(table)
    return (total, _W["total"] * about) if total else (0, 0.0)


def _total_column(table: Table) -> int:
    """The last column of totals, or the only column; else 0."""
    totals = [
        column
        for column in range(1, len(table.columns))
        if _TOTAL.match(_SPAN.sub("", table.columns[column]).strip())
    ]
    return totals[-1] if totals else 1 if len(table.columns) == 2 else 0


def _closes(label: str, one: TargetTable) -> bool:
    day = text_period(label, one.metadata)
    if day is None:
        return False
    return day.year == one.year and day.quarter == (one.target.period.quarter or "Q4")


def _value(one: TargetTable, row: int, column: int) -> float | None:
    number = parse_number(one.table.cells[row][column])
    if number is None or number.percent or number.dash:
        return None
    if one.target.unit == "USD":
        return None if one.money is None else number.value * one.money
    if number.value >= 1e6:
        return number.value
    return number.value * one.shares
