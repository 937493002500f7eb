"""Schedules of future payments, and what is sought in, candidate balances out.

The rows of a schedule of maturities are years to come, its columns kinds ("Operating leases",
"Finance leases") and no periods; what the payments are worth today stands below the years, on
the day that the document closes.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from secqa.filings.document import Element, Metadata, Page, Table
from secqa.filings.scale import Scale
from secqa.reading.columns import beside
from secqa.reading.labels import normal
from secqa.reading.names import fit, refuses
from secqa.reading.rows import Row
from secqa.reading.sought import Candidate, Sought
from secqa.reading.tables import rows_of, scale_of

_YEAR = re.compile(r"(?:fiscal |after |year )?(20\d\d)\b|(?:\d{4} and )?thereafter", re.IGNORECASE)
_LEAST_YEARS = 4
_LEAST_FIT = 0.5
_WORTH = 0.75
"""What a schedule's balance is worth beside a balance sheet's line."""


def read_maturities(
    sought: Sought, metadata: Metadata, page: Page, fallback: Scale
) -> Iterator[Candidate]:
    """Balances below the years of the page's schedules of payments."""
    if sought.unit != "USD" or sought.period.kind != "instant" or sought.metric is None:
        return
    if not _is_own_close(sought, metadata):
        return
    for element in page.elements:
        table = element.table
        if table is None or (first := _below_years(table)) is None:
            continue
        known = scale_of(element, table).money or fallback.money
        if known is None:
            continue
        for row in rows_of(table):
            if row.index >= first:
                yield from _read_row(sought, metadata, page, element, table, row, known)


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


def _read_row(
    sought: Sought,
    metadata: Metadata,
    page: Page,
    element: Element,
    table: Table,
    row: Row,
    known: float,
) -> Iterator[Candidate]:
    names = sought.names
    heading = f"{element.path[-1] if element.path else ''} {table.caption}"
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
        yield Candidate(
            value=abs(cell.value) * known,
            unit=sought.unit,
            score=_WORTH * sure * beside(kind, names.vocabulary),
            metadata=metadata,
            page=page.number,
            element=element.index,
            row=row.index,
            column=cell.column,
            quote=f"{row.label} | {kind} | {cell.text}",
            why="below a schedule of payments",
        )
