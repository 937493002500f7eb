"""Read values from the rows and columns of tables.

Statements, segment notes, pro forma and parent-only tables print the same labels. The score of a
candidate is the product of the fit of its row, the fit of its column and the weight of its table.
The printed number then gets its scale and sign.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from secqa.filings.dates import MONTHS
from secqa.filings.document import Element, Statement, Table
from secqa.filings.numbers import Scale, parse_number, text_scale
from secqa.reading.structure.columns import CLOSING, ReadPeriod, fitting_columns, header_fit
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.row_fit import DEFERRED_TAX, fitting_rows
from secqa.reading.structure.signs import likely, sign
from secqa.reading.structure.table_rows import UNITS, NumberCell, TableRow, counts_things
from secqa.reading.structure.vocabulary import pattern_of, weights
from secqa.reading.target import Candidate, ReadTarget, TargetTable
from secqa.word_lists import any_of

_MILLION = 1e6
_W = weights("table_reader")

ELSEWHERE = pattern_of("table_reader", "elsewhere")
_OPENING = re.compile(rf"\bbeginning\b|\bopening\b|\bstart of\b|\bat (?:{MONTHS}) 1$")
_CHANGES = re.compile(r"(?i)\bchanges? in\b.*\bassets\b")
_SHARES = any_of("shares, weighted, number of")
_PERCENT_LABEL = re.compile(r"%|\bpercent|\brate\b|\bratio\b|\bmargin\b|^return on\b")
_THOUSANDS = re.compile(r"[\d,]*\d,\d{3}")
_ENOUGH = 4
"""Minimum figures that end in ",000", which happens by chance once in 10^12."""
_CENTS = re.compile(r"\.\d\d\b")
COUNTED = re.compile(r"(?i)\b(?:shares|number|square (?:feet|footage))\W*$")
"""Ends of headers of columns without money."""
_PER_SHARE = re.compile(r"\bper\b.{0,40}\b(?:share|unit)|\beps\b")


def read_lines(one: TargetTable) -> Iterator[Candidate]:
    """The possible values in the table's rows."""
    target, table, metadata = one.target, one.table, one.metadata
    instant = target.period.kind == "instant"
    rows = fitting_rows(table, one.title, metadata.company, target.names, target.unit, instant)
    if not rows:
        return
    columns = fitting_columns(table, metadata, one.title, target.period)
    opening = _opening_columns(one)
    if not columns and not opening:
        return
    worth = _worth(one.element, table, target)
    # The cash flow statement prints its balances in columns of durations.
    closes = (
        target.metric is not None
        and target.metric.statement == table.statement == Statement.CASH_FLOW
        and target.period.kind == "instant"
    )
    pays = target.metric is not None and (target.metric.positive or target.metric.outflow)
    for row, label_fit in rows:
        if pays and any(map(_CHANGES.search, row.section)):
            # "Income taxes, net" there is a change of a liability, not a payment.
            continue
        opens = target.period.kind == "instant" and _OPENING.search(row.label.lower()) is not None
        for column, column_fit in opening if opens else columns:
            cell = row.cell(column)
            if cell is None:
                continue
            read = value_of(row, cell, table, one.scales, target.unit)
            if read is None:
                continue
            value, sure = read
            value *= sign(row, cell, target.metric, table)
            score = (
                label_fit
                * (column_fit / CLOSING if closes else column_fit)
                * header_fit(table.columns[column], target.names.vocabulary)
                * worth
                * sure
                * likely(value, target.metric)
                * (_W["dash"] if cell.dash else 1.0)
            )
            quote = quote_of(row, cell, table)
            unit = target.unit or _printed_unit(row, cell, table)
            found = one.candidate(value, score, (row.index, column), quote)
            yield replace(found, unit=unit)


def _opening_columns(one: TargetTable) -> tuple[tuple[int, float], ...]:
    """Columns of the next year, whose opening balances close the period."""
    period, year = one.target.period, one.year
    if period.kind != "instant" or year is None:
        return ()
    after = ReadPeriod(year + 1, kind="duration")
    quarter = one.metadata.fiscal_period
    if period.quarter in ("Q1", "Q2", "Q3"):
        after = ReadPeriod(year, f"Q{int(period.quarter[1]) + 1}", 3, "duration")
    elif quarter in ("Q1", "Q2", "Q3"):
        after = ReadPeriod(year + 1, quarter, 3 * int(quarter[1]), "duration")
    columns = fitting_columns(one.table, one.metadata, one.title, after)
    return tuple((column, _W["opening"] * sure) for column, sure in columns)


def _worth(element: Element, table: Table, target: ReadTarget) -> float:
    """The weight of a table for the metric, 0 to 1."""
    metric = target.metric
    heading = " ".join((*element.path[-2:], table.caption)).lower()
    if metric is None or not metric.statement:
        if metric is not None and _under(heading, metric.sections):
            return 1.0
        # A quoted line is most likely in a statement.
        worth = _W["table"]
        if metric is None and table.statement is not None:
            worth = _W["cash_flow"] if table.statement is Statement.CASH_FLOW else 1.0
    elif table.statement is not None:
        worth = 1.0 if table.statement.value == metric.statement else _W["other_statement"]
        if metric.period == "instant" and table.statement is Statement.INCOME:
            # "Income taxes" there is an expense, not a liability.
            worth = _W["charged"]
    else:
        worth = _W["own_note"] if _under(heading, metric.sections) else _W["note"]
    if table.statement is None and ELSEWHERE.search(heading):
        worth *= _W["elsewhere"]
    if "tax" not in target.names.vocabulary and DEFERRED_TAX.search(heading):
        worth *= 0.5
    return worth


def _under(heading: str, sections: tuple[str, ...]) -> bool:
    return any(section in heading for section in sections)


def value_of(
    row: TableRow, cell: NumberCell, table: Table, scales: tuple[Scale, Scale], unit: str
) -> tuple[float, float] | None:
    """The cell's value in base units and the certainty of its scale (0 to 1).

    `scales` are those of the table and its page. None if the unit does not fit.
    """
    (scale, fallback), column = scales, cell.column
    label = row.label.lower()
    unit = unit or printed_unit(cell, label)
    if unit == "pure":
        # A whole number without a percent sign may be money.
        if "$" in cell.text:
            return None
        below = "." in cell.text and _sign_above(table, row.index, column) == "%"
        in_percent = scale.percent or below
        fraction = _fraction(cell, label, in_percent)
        return None if fraction is None else (fraction, 1.0)
    if cell.percent or (unit and scale.percent):
        return None
    if unit.startswith("USD") and "$" not in cell.text and COUNTED.search(table.columns[column]):
        return None
    if unit == "USD" and "." in cell.text and _sign_above(table, row.index, column) == "%":
        return None
    if unit == "USD" and "$" not in cell.text:
        of_things = counts_things(table) and _sign_above(table, row.index, column) != "$"
        if of_things or UNITS.search(label):
            return None
    if unit == "USD/shares":
        least = _W["most_per_share"] if "." in cell.text and "," not in cell.text else 100
        return (cell.value, 1.0) if abs(cell.value) < least else None
    if unit == "count":
        return cell.value * (row.scale.money or 1.0), 1.0
    stated = (row.scale, text_scale(table.columns[column]), scale, fallback)
    if unit == "shares":
        return _shares(cell, stated)
    above = row.section[-1].lower() if row.section else ""
    if _PER_SHARE.search(label) or (_CENTS.search(cell.text) and _PER_SHARE.search(above)):
        return None
    return _money(cell.value, stated, table, column)


def _money(
    value: float, stated: tuple[Scale, ...], table: Table, column: int
) -> tuple[float, float]:
    *own, fallback = stated
    for known in own:
        if known.money is not None:
            return value * known.money, 1.0
    if fallback.money is not None:
        # Other tables of the document may be in thousands.
        return value * (1.0 if _is_rounded_in_full(table, column) else fallback.money), 1.0
    # Without any scale, figures are in full if large, else in millions as most filers print.
    return (value, _W["in_full"]) if _is_in_full(table, column) else (value * _MILLION, 0.5)


@lru_cache(maxsize=4096)
def _is_rounded_in_full(table: Table, column: int) -> bool:
    """Whether all larger figures of a column end in ",000": full dollars, rounded to thousands."""
    cells = (row[column].strip("$() ") for row in table.cells[table.header_rows :])
    larger = [cell for cell in cells if _THOUSANDS.fullmatch(cell)]
    return len(larger) >= _ENOUGH and all(cell.endswith(",000") for cell in larger)


@lru_cache(maxsize=4096)
def _is_in_full(table: Table, column: int) -> bool:
    """Whether some figure of a column is too large to count millions."""
    found = (parse_number(row[column]) for row in table.cells[table.header_rows :])
    return any(number is not None and abs(number.value) >= _MILLION for number in found)


def _shares(cell: NumberCell, stated: tuple[Scale, ...]) -> tuple[float, float] | None:
    if "$" in cell.text or (_CENTS.search(cell.text) and abs(cell.value) < 50):
        return None
    for known in stated:
        if known.shares is not None:
            return cell.value * known.shares, 1.0
        if known.money is not None:
            # Only money's scale is stated; it applies to small numbers of shares.
            return cell.value * (known.money if abs(cell.value) < _MILLION else 1.0), 1.0
    full = abs(cell.value) >= _MILLION
    return (cell.value, _W["in_full"]) if full else (cell.value * _MILLION, 0.5)


def printed_unit(cell: NumberCell, label: str) -> str:
    """The unit of a cell by its label in lower case, if the question names none."""
    if cell.percent:
        return "pure"
    if _PER_SHARE.search(label):
        return "USD/shares"
    if "$" not in cell.text and UNITS.search(label):
        return "count"
    return "shares" if _SHARES.search(label) and "$" not in cell.text else "USD"


def _printed_unit(row: TableRow, cell: NumberCell, table: Table) -> str:
    """The printed unit of a cell; "" for money without "$" in its column above."""
    unit = printed_unit(cell, row.label.lower())
    if not unit.startswith("USD") or "$" in cell.text:
        return unit
    return unit if _sign_above(table, row.index, cell.column) == "$" else ""


def _sign_above(table: Table, row: int, column: int) -> str:
    """The last "%" or "$" above a cell, which is printed once for several rows; else ""."""
    for above in range(row - 1, table.header_rows - 1, -1):
        text = table.cells[above][column]
        if "%" in text or "$" in text:
            return "%" if "%" in text else "$"
    return ""


def _fraction(cell: NumberCell, label: str, in_percent: bool) -> float | None:
    if cell.percent or in_percent or (_PERCENT_LABEL.search(label) and abs(cell.value) > 1):
        return cell.value / 100
    return cell.value if abs(cell.value) <= 1 and "." in cell.text else None


def quote_of(row: TableRow, cell: NumberCell, table: Table) -> str:
    """The printed line: label, column and cell."""
    label = row.label or (row.section[-1] if row.section else "")
    if row.section and len(label_words(label)) <= 2:
        label = f"{row.section[-1]} {label}".strip()
    return f"{label} | {table.columns[cell.column]} | {cell.text}"
