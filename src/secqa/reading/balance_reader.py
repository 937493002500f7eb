"""Tables whose rows are days, and what is sought in, candidate balances and movements out.

A statement of equity or the movement of goodwill runs from "Balance at December 31, 2021" down
to the next balance; its columns are parts of the whole. The balance sought stands where the row's
day closes the period and the column is named like the metric, or is the total of a table that is
about the metric. A movement, such as other comprehensive income, belongs to the period that the
next balance below it closes.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from secqa.filings.document import Element, Metadata, Page, Statement, Table
from secqa.filings.numbers import parse_number
from secqa.filings.period_words import period_words
from secqa.filings.periods import text_period
from secqa.filings.scale import Scale
from secqa.reading.labels import normal
from secqa.reading.names import Names, fit
from secqa.reading.sought import Candidate, Sought
from secqa.reading.tables import rows_of, scale_of

_SPAN = re.compile(r"^.*\bended\b.*?\b(?:19|20)\d\d\b", re.IGNORECASE)
_TOTAL = re.compile(r"total\b|consolidated\b", re.IGNORECASE)
_TELLING = 30
"""Characters of a caption that says what its table is about."""
_LEAST_FIT = 0.7
_MOVED = 0.7
"""What a movement in a statement of equity is worth beside its own statement's line."""
_WORTH = 0.8
"""What a movement's balance is worth beside a balance sheet's line."""


def read_balances(
    sought: Sought, metadata: Metadata, page: Page, fallback: Scale
) -> Iterator[Candidate]:
    """Closing balances of the page's movement tables."""
    if sought.unit not in ("USD", "shares"):
        return
    if sought.period.kind != "instant":
        yield from _read_movements(sought, metadata, page, fallback)
        return
    for element in page.elements:
        table = element.table
        if table is None or not (days := _day_rows(table)):
            continue
        column, column_fit = _column(table, element, sought.names)
        if not column_fit or (sought.unit == "shares" and not _counts_shares(table, column)):
            continue
        for row in days:
            value = _value(table, element, row, column, fallback, sought.unit)
            if value is None or not _closes(table.cells[row][0], metadata, sought):
                continue
            if sought.metric is not None and sought.metric.outflow:
                value = abs(value)
            yield Candidate(
                value=value,
                unit=sought.unit,
                score=_WORTH * column_fit,
                metadata=metadata,
                page=page.number,
                element=element.index,
                row=row,
                column=column,
                quote=f"{table.cells[row][0]} | {table.columns[column]} | "
                f"{table.cells[row][column]}",
                why="balance in a table of movements",
            )


def _read_movements(
    sought: Sought, metadata: Metadata, page: Page, fallback: Scale
) -> Iterator[Candidate]:
    """What changed the balances of a statement of equity, in its column of totals."""
    if sought.unit != "USD" or sought.metric is None:
        return
    for element in page.elements:
        table = element.table
        if table is None or table.statement is not Statement.EQUITY:
            continue
        days, column = _day_rows(table), _total_column(table)
        if not days or not column:
            continue
        closing = [row for row in days if _closes(table.cells[row][0], metadata, sought)]
        for row in rows_of(table):
            below = next((day for day in days if day > row.index), None)
            cell = row.cell(column)
            if below not in closing or row.index in days or cell is None or cell.dash:
                continue
            sure = fit(row.label, row.words, frozenset(), sought.names)
            value = _value(table, element, row.index, column, fallback, "USD")
            if sure < _LEAST_FIT or value is None:
                continue
            yield Candidate(
                value=abs(value) if sought.metric.outflow else value,
                unit=sought.unit,
                score=_MOVED * sure,
                metadata=metadata,
                page=page.number,
                element=element.index,
                row=row.index,
                column=column,
                quote=f"{row.label} | {table.columns[column]} | {cell.text}",
                why="movement in the statement of equity",
            )


@lru_cache(maxsize=8192)
def _day_rows(table: Table) -> tuple[int, ...]:
    """Rows whose label is a day, when there are two or more of them."""
    days = [
        index
        for index in range(table.header_rows, len(table.cells))
        if (words := period_words(table.cells[index][0])).month_day is not None
        and words.year is not None
        and any(table.cells[index][1:])
    ]
    return tuple(days) if len(days) > 1 else ()


def _column(table: Table, element: Element, names: Names) -> tuple[int, float]:
    """The column that is the metric's, and how sure that is."""
    best = (0, 0.0)
    for column in range(1, len(table.columns)):
        label = _SPAN.sub("", table.columns[column])
        sure = fit(label, normal(label), frozenset(), names)
        best = max(best, (column, sure), key=lambda pair: pair[1])
    if best[1] >= 0.7:
        return best
    titles = element.path[-1:]
    if table.caption and (titles or ("",))[0] not in table.caption:
        # "Note 9. Goodwill and intangible assets" says less than "Changes in goodwill were".
        titles = () if len(table.caption) > _TELLING else titles
    heading = frozenset(normal(" ".join((*titles, table.caption))))
    about = max((name.rank for name in names.names if heading.issuperset(name.words)), default=0.0)
    total = _total_column(table)
    return (total, 0.85 * about) if total else (0, 0.0)


def _counts_shares(table: Table, column: int) -> bool:
    return "share" in f"{table.caption} {table.columns[column]} {table.cells[0][0]}".lower()


def _total_column(table: Table) -> int:
    """The last column of totals, or the only column; 0 when there is none."""
    totals = [
        column
        for column in range(1, len(table.columns))
        if _TOTAL.match(_SPAN.sub("", table.columns[column]).strip())
    ]
    return totals[-1] if totals else 1 if len(table.columns) == 2 else 0


def _closes(label: str, metadata: Metadata, sought: Sought) -> bool:
    day = text_period(label, metadata)
    if day is None:
        return False
    year = sought.period.year if sought.period.year is not None else metadata.fiscal_year
    return day.year == year and day.quarter == (sought.period.quarter or "Q4")


def _value(
    table: Table, element: Element, row: int, column: int, fallback: Scale, unit: str
) -> float | None:
    number = parse_number(table.cells[row][column])
    if number is None or number.percent or number.dash:
        return None
    scale = scale_of(element, table)
    if unit == "USD":
        known = scale.money or fallback.money
        return None if known is None else number.value * known
    if number.value >= 1e6:
        return number.value
    return number.value * (scale.shares or scale.money or fallback.shares or fallback.money or 1.0)
