"""Read numbers in row labels: shares outstanding and dividends per share.

"15,116 and 15,550 shares issued and outstanding, respectively" has two periods in the order of the
columns. "Dividends declared ($0.94 per share)" in a statement of equity belongs to the year that
ends with the next balance.
"""

import re
from collections.abc import Iterator

from secqa.filings.document import Metadata, Table
from secqa.filings.tables.column_periods import column_periods, text_period
from secqa.reading.reading import ValueOrigin
from secqa.reading.structure.columns import fitting_columns
from secqa.reading.structure.line_names import refuses
from secqa.reading.structure.text_figures import TextNumber, numbers_in, with_years, years_in_text
from secqa.reading.structure.vocabulary import weights
from secqa.reading.target import Candidate, TargetTable

_W = weights("label_reader")

_COUNT = r"\d[\d,]*(?:\.\d+)?(?: (?:thousand|million|billion))?(?: shares)?"
_BEFORE = re.compile(
    rf"({_COUNT}(?:,? (?:and )?{_COUNT}){{0,2}})"
    r",? ?(?:(?:class [a-z] )?(?:common )?(?:shares|stock) )?(?:(?:were|are) )?"
    r"(?:issued(?:,? and|/|,)? ?)?outstanding"
)
_OTHER_SHARES = re.compile(r"preferred|weighted|average|^\D*$")
_PER_SHARE = re.compile(r"\bper\b[^|]{0,30}\bshare|\ba share\b|/share")


def read_labels(one: TargetTable) -> Iterator[Candidate]:
    """Values in the table's row labels."""
    metric, unit = one.target.metric, one.target.unit
    if metric is None:
        return
    if unit == "shares" and metric.period == "instant":
        yield from _shares(one)
    elif unit == "USD/shares" and "dividend" in metric.name:
        yield from _per_share(one)


def _shares(one: TargetTable) -> Iterator[Candidate]:
    for index, row in enumerate(one.table.cells):
        label = row[0].lower()
        if "outstanding" not in label or _OTHER_SHARES.search(label):
            continue
        chosen = [
            found
            for clause in _outstanding(label)
            if (found := _of_period(clause, one)) is not None
        ]
        if not chosen:
            continue
        # A label that counts several classes of stock counts their sum.
        classes = chosen if len(chosen) > 1 and "class" in label else chosen[:1]
        least = min((value for value, _ in classes), key=lambda value: value.value)
        shares = sum(value.value for value, _ in classes) * _factor(least, one)
        if shares >= _W["least_shares"]:
            sure = min(sure for _, sure in classes)
            score = _W["shares"] * sure * (1.0 if one.table.statement else _W["note"])
            yield one.candidate(shares, score, (index, 0), row[0], ValueOrigin.LABEL)


def _outstanding(label: str) -> Iterator[str]:
    """The parts of a label that count shares outstanding."""
    for part in label.split(";"):
        before = _BEFORE.search(part)
        if before is not None:
            yield before[1] + part[before.end() :]
        elif "outstanding" in part:
            yield part.split("outstanding", 1)[1]


def _factor(least: TextNumber, one: TargetTable) -> float:
    """The scale of the counts in a label, derived from the smallest: all share it."""
    if least.scaled or least.value >= _W["in_full"]:
        # Even millions may be counted in thousands, where that is said of shares alone.
        scale = one.scale
        stated = scale.shares if scale.shares and scale.shares != scale.money else 1.0
        return stated if not least.scaled and least.value * stated < _W["most_shares"] else 1.0
    return one.shares


def _of_period(clause: str, one: TargetTable) -> tuple[TextNumber, float] | None:
    """The value of the period, by year or else by the order of the columns."""
    values = tuple(value for value in numbers_in(clause) if not value.money)
    if not values:
        return None
    named = years_in_text(clause, one.metadata)
    if named:
        pairs = with_years(values, named, clause)
        return next(((value, 1.0) for value, year in pairs if year == one.year), None)
    periods = column_periods(one.table, one.metadata)
    columns = [column for column, own in enumerate(periods) if own]
    fitting = fitting_columns(one.table, one.metadata, "", one.target.period)
    if not fitting:
        return None
    place = columns.index(fitting[0][0])
    if len(values) == 1:
        return values[0], 1.0 if place == 0 else _W["later_column"]
    return (values[place], 1.0) if place < len(values) else None


def _per_share(one: TargetTable) -> Iterator[Candidate]:
    for index, row in enumerate(one.table.cells):
        label = row[0].lower()
        if "dividend" not in label or not _PER_SHARE.search(label):
            continue
        values = tuple(
            value
            for value in numbers_in(label)
            if value.money and value.value < _W["most_per_share"]
        )
        if not values or refuses(label, one.target.names):
            continue
        named = years_in_text(label, one.metadata)
        if named:
            pairs = with_years(values, named, label)
        else:
            pairs = [(values[0], _year_of_row(one.table, index, one.metadata))]
        for value, year in pairs:
            if year == one.year:
                yield one.candidate(
                    abs(value.value), _W["per_share"], (index, 0), row[0], ValueOrigin.LABEL
                )


def _year_of_row(table: Table, index: int, metadata: Metadata) -> int | None:
    """The year of the next balance below the row, which ends the year of a movement."""
    for row in table.cells[index + 1 :]:
        period = text_period(row[0], metadata)
        if period is not None and "balance" in row[0].lower():
            return period.year
    return None
