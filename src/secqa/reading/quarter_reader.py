"""Tables whose rows are quarters, and dividends per share that are sought in, their years out.

"Cash dividends declared per common share" is often printed by quarter, with a total or without:
the year is what its four quarters come to.
"""

import re
from collections.abc import Iterator

from secqa.filings.days import MONTHS
from secqa.filings.tables.column_periods import column_periods
from secqa.reading.asked_table import AskedTable
from secqa.reading.labels import normal
from secqa.reading.names import refuses
from secqa.reading.place import Place
from secqa.reading.sought import Candidate

_QUARTER = re.compile(
    r"(?:(?:first|second|third|fourth|1st|2nd|3rd|4th)\b(?: fiscal)?(?: quarter)?|q[1-4]"
    rf"|{MONTHS})\b[\d ,]*$"
)
_SCORE = 0.72


def read_quarters(one: AskedTable) -> Iterator[Candidate]:
    """What four quarters of dividends come to, where the rows of the table are quarters."""
    sought, table = one.sought, one.table
    if sought.metric is None or sought.unit != "USD/shares" or sought.period.quarter:
        return
    if "dividend" not in sought.metric.name or not _is_about(one):
        return
    quarters = [row for row in one.rows if _QUARTER.match(row.label.lower())]
    if len(quarters) != 4:
        return
    last = quarters[-1]
    for column, period in enumerate(column_periods(table, one.metadata)):
        values = [cell.value for row in quarters if (cell := row.cell(column)) is not None]
        if period is None or period.year != one.year or len(values) != 4:
            continue
        quote = f"{table.caption} | {table.columns[column]} | four quarters to {last.label}"
        total = round(sum(values), 6)
        yield one.candidate(total, _SCORE, last.index, column, quote, Place.QUARTERS)


def _is_about(one: AskedTable) -> bool:
    heading = f"{one.title} {one.table.caption}"
    words = frozenset(normal(heading))
    names = one.sought.names
    return not refuses(heading, names) and any(words.issuperset(name.words) for name in names.names)
