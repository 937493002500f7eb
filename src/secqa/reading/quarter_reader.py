"""Tables whose rows are quarters, and dividends per share that are sought in, their years out.

"Cash dividends declared per common share" is often printed by quarter, with a total or without:
the year is what its four quarters come to.
"""

import re
from collections.abc import Iterator

from secqa.filings.document import Element, Metadata, Page, Table
from secqa.filings.periods import column_periods
from secqa.reading.labels import normal
from secqa.reading.names import Names, refuses
from secqa.reading.rows import Row
from secqa.reading.sought import Candidate, Sought
from secqa.reading.tables import rows_of

_QUARTER = re.compile(
    r"(?:(?:first|second|third|fourth|1st|2nd|3rd|4th)\b(?: fiscal)?(?: quarter)?|q[1-4]|january"
    r"|february|march|april|may|june|july|august|september|october|november|december)\b[\d ,]*$"
)
_SCORE = 0.72


def read_quarters(sought: Sought, metadata: Metadata, page: Page) -> Iterator[Candidate]:
    """What four quarters of dividends come to, for each table of quarters on the page."""
    if sought.metric is None or sought.unit != "USD/shares" or sought.period.quarter:
        return
    if "dividend" not in sought.metric.name:
        return
    asked = sought.period.year if sought.period.year is not None else metadata.fiscal_year
    for element in page.elements:
        table = element.table
        if table is None or not _is_about(element, table, sought.names):
            continue
        quarters = [row for row in rows_of(table) if _QUARTER.match(row.label.lower())]
        if len(quarters) != 4:
            continue
        for column, period in enumerate(column_periods(table, metadata)):
            values = [cell.value for row in quarters if (cell := row.cell(column)) is not None]
            if period is None or period.year != asked or len(values) != 4:
                continue
            yield _candidate(sum(values), sought, metadata, page, element, quarters[-1], column)


def _is_about(element: Element, table: Table, names: Names) -> bool:
    heading = " ".join((*element.path[-1:], table.caption))
    words = frozenset(normal(heading))
    return not refuses(heading, names) and any(words.issuperset(name.words) for name in names.names)


def _candidate(
    value: float,
    sought: Sought,
    metadata: Metadata,
    page: Page,
    element: Element,
    last: Row,
    column: int,
) -> Candidate:
    assert element.table is not None
    header = element.table.columns[column]
    return Candidate(
        value=round(value, 6),
        unit=sought.unit,
        score=_SCORE,
        metadata=metadata,
        page=page.number,
        element=element.index,
        row=last.index,
        column=column,
        quote=f"{element.table.caption} | {header} | four quarters to {last.label}",
        why="four quarters together",
    )
