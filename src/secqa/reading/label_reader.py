"""Numbers that stand inside row labels: shares outstanding and dividends per share.

"Common stock, $0.01 par value; 50,400 shares authorized; 15,116 and 15,550 shares issued and
outstanding, respectively" holds two periods in one label, in the order of the columns; "Dividends
declared ($0.94 per share)" in a statement of equity belongs to the year that the next balance
closes, for there the rows, not the columns, are periods.
"""

import re
from collections.abc import Iterator

from secqa.filings.document import Element, Metadata, Page, Table
from secqa.filings.periods import column_periods, text_period
from secqa.filings.scale import Scale
from secqa.reading.columns import fitting_columns
from secqa.reading.mentions import Mention, mentions, paired, years
from secqa.reading.names import refuses
from secqa.reading.sought import Candidate, Sought
from secqa.reading.tables import scale_of

_COUNT = r"\d[\d,]*(?:\.\d+)?(?: (?:thousand|million|billion))?(?: shares)?"
_BEFORE = re.compile(
    rf"({_COUNT}(?:,? (?:and )?{_COUNT}){{0,2}})"
    r",? ?(?:(?:class [a-z] )?(?:common )?(?:shares|stock) )?(?:(?:were|are) )?"
    r"(?:issued(?:,? and|/|,)? ?)?outstanding"
)
_MOST_SHARES = 1e11
_OTHER_SHARES = re.compile(r"preferred|weighted|average|^\D*$")
_PER_SHARE = re.compile(r"\bper\b[^|]{0,30}\bshare|\ba share\b|/share")


def read_labels(
    sought: Sought, metadata: Metadata, page: Page, fallback: Scale
) -> Iterator[Candidate]:
    """Values that the page's row labels hold."""
    if sought.metric is None or sought.unit not in ("shares", "USD/shares"):
        return
    if sought.unit == "shares" and sought.metric.period != "instant":
        return
    if sought.unit == "USD/shares" and "dividend" not in sought.metric.name:
        return
    read = _shares if sought.unit == "shares" else _per_share
    for element in page.elements:
        if element.table is not None:
            yield from read(sought, metadata, page, element, element.table, fallback)


def _shares(
    sought: Sought,
    metadata: Metadata,
    page: Page,
    element: Element,
    table: Table,
    fallback: Scale,
) -> Iterator[Candidate]:
    for index, row in enumerate(table.cells):
        label = row[0].lower()
        if "outstanding" not in label or _OTHER_SHARES.search(label):
            continue
        chosen = [
            found
            for clause in _outstanding(label)
            if (found := _of_period(clause, sought, metadata, table)) is not None
        ]
        if not chosen:
            continue
        # A label that counts several classes of stock counts their sum.
        classes = chosen if len(chosen) > 1 and "class" in label else chosen[:1]
        least = min((value for value, _ in classes), key=lambda value: value.value)
        shares = sum(value.value for value, _ in classes)
        shares *= _factor(least, element, table, fallback)
        if shares >= 1e5:
            sure = min(sure for _, sure in classes)
            score = 0.95 * sure * (1.0 if table.statement else 0.9)
            yield _candidate(shares, score, sought, metadata, page, element, index, row[0])


def _outstanding(label: str) -> Iterator[str]:
    """The parts of a label that count shares outstanding."""
    for part in label.split(";"):
        before = _BEFORE.search(part)
        if before is not None:
            yield before[1] + part[before.end() :]
        elif "outstanding" in part:
            yield part.split("outstanding", 1)[1]


def _factor(least: Mention, element: Element, table: Table, fallback: Scale) -> float:
    """What to multiply a label's counts by, told by the smallest: all are counted alike."""
    scale = scale_of(element, table)
    if least.scaled or least.value >= 1e6:
        # Even millions may be counted in thousands, where that is said of shares alone.
        stated = scale.shares if scale.shares and scale.shares != scale.money else 1.0
        return stated if not least.scaled and least.value * stated < _MOST_SHARES else 1.0
    return scale.shares or scale.money or fallback.shares or fallback.money or 1.0


def _of_period(
    clause: str, sought: Sought, metadata: Metadata, table: Table
) -> tuple[Mention, float] | None:
    """The value of the period asked for: by year, else by the order of the columns."""
    values = tuple(value for value in mentions(clause) if not value.money)
    if not values:
        return None
    asked = sought.period.year if sought.period.year is not None else metadata.fiscal_year
    named = years(clause, metadata)
    if len(named) > 1:
        return next(
            ((value, 1.0) for value, year in paired(values, named, clause) if year == asked), None
        )
    columns = [column for column, own in enumerate(column_periods(table, metadata)) if own]
    fitting = fitting_columns(table, metadata, "", sought.period)
    if not fitting:
        return None
    place = columns.index(fitting[0][0])
    if len(values) == 1:
        return values[0], 1.0 if place == 0 else 0.7
    return (values[place], 1.0) if place < len(values) else None


def _per_share(
    sought: Sought,
    metadata: Metadata,
    page: Page,
    element: Element,
    table: Table,
    fallback: Scale,
) -> Iterator[Candidate]:
    asked = sought.period.year if sought.period.year is not None else metadata.fiscal_year
    for index, row in enumerate(table.cells):
        label = row[0].lower()
        if "dividend" not in label or not _PER_SHARE.search(label) or refuses(label, sought.names):
            continue
        values = tuple(value for value in mentions(label) if value.money and value.value < 1e3)
        if not values:
            continue
        named = years(label, metadata)
        if named:
            pairs = paired(values, named, label)
        else:
            pairs = [(values[0], _year_of_row(table, index, metadata))]
        for value, year in pairs:
            if year == asked:
                yield _candidate(
                    abs(value.value), 0.85, sought, metadata, page, element, index, row[0]
                )


def _year_of_row(table: Table, index: int, metadata: Metadata) -> int | None:
    """The year of the next balance below the row: a movement belongs to the year it closes."""
    for row in table.cells[index + 1 :]:
        period = text_period(row[0], metadata)
        if period is not None and "balance" in row[0].lower():
            return period.year
    return None


def _candidate(
    value: float,
    score: float,
    sought: Sought,
    metadata: Metadata,
    page: Page,
    element: Element,
    row: int,
    label: str,
) -> Candidate:
    return Candidate(
        value=value,
        unit=sought.unit,
        score=score,
        metadata=metadata,
        page=page.number,
        element=element.index,
        row=row,
        column=0,
        quote=label,
        why="stated in a row's label",
    )
