"""Schedules of future payments, and what is sought in, candidate balances out.

The rows of a schedule of maturities are years to come, its columns kinds ("Operating leases",
"Finance leases") and no periods; what the payments are worth today stands below the years, on
the day that the document closes.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from secqa.filings.document import Metadata, Table
from secqa.reading.asked_table import AskedTable
from secqa.reading.columns import beside
from secqa.reading.labels import normal
from secqa.reading.names import fit, refuses
from secqa.reading.place import Place
from secqa.reading.rows import Row
from secqa.reading.sought import Candidate, Sought

_YEAR = re.compile(r"(?:fiscal |after |year )?(20\d\d)\b|(?:\d{4} and )?thereafter", re.IGNORECASE)
_PART = frozenset({"current", "noncurrent"})
"""A schedule comes to both together unless a line says otherwise."""
_LEAST_YEARS = 4
_LEAST_FIT = 0.5
_WORTH = 0.75
"""What a schedule's balance is worth beside a balance sheet's line."""


def read_maturities(one: AskedTable) -> Iterator[Candidate]:
    """Balances below the years of a schedule of payments."""
    sought = one.sought
    if sought.unit != "USD" or sought.period.kind != "instant" or sought.metric is None:
        return
    if not _is_own_close(sought, one.metadata):
        return
    first, known = _below_years(one.table), one.money
    if first is None or known is None:
        return
    for row in one.rows:
        if row.index >= first:
            yield from _read_row(one, row, known)


def _is_own_close(sought: Sought, metadata: Metadata) -> bool:
    """A schedule is of the day that the document closes."""
    if sought.period.year not in (None, metadata.fiscal_year):
        return False
    quarter = metadata.fiscal_period if metadata.fiscal_period != "FY" else ""
    return (sought.period.quarter or "Q4") == (quarter or "Q4")


@lru_cache(maxsize=8192)
def _below_years(table: Table) -> int | None:
    """The first row below the years, None when the table is no schedule."""
    years = [
        index
        for index in range(table.header_rows, len(table.cells))
        if _YEAR.match(table.cells[index][0])
    ]
    return years[-1] + 1 if len(years) >= _LEAST_YEARS else None


def _read_row(one: AskedTable, row: Row, known: float) -> Iterator[Candidate]:
    table, names = one.table, one.sought.names
    if _PART & names.vocabulary and _PART.isdisjoint(row.words):
        return
    heading = f"{one.title} {table.caption}"
    for cell in row.cells:
        kind = table.columns[cell.column]
        if cell.percent or cell.dash or refuses(kind, names) or refuses(row.label, names):
            continue
        sure = max(
            fit(row.label, row.words, frozenset(normal(heading)), names),
            0.97 * fit(row.label, (*normal(kind), *row.words), frozenset(), names),
        )
        if sure < _LEAST_FIT or (refuses(heading, names) and len(table.columns) == 2):
            continue
        score = _WORTH * sure * beside(kind, names.vocabulary)
        quote = f"{row.label} | {kind} | {cell.text}"
        value = abs(cell.value) * known
        yield one.candidate(value, score, row.index, cell.column, quote, Place.SCHEDULE)
