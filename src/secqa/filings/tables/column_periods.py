"""Find the period of each column of a table.

A closing date in a header (`column_words`) does not give the company's fiscal year, which may
differ from the calendar year if it ends in January. So fiscal years are counted from the document's
own. A bare year is taken for the fiscal year.
"""

import math
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from secqa.filings.dates import PeriodWords, period_words, says_only_time, years_in
from secqa.filings.document import Metadata, Statement, Table
from secqa.filings.tables.column_words import column_words
from secqa.word_lists import any_of


@dataclass(frozen=True, slots=True)
class ColumnPeriod:
    """The period of one column. Fields that are not stated are None or ""."""

    kind: str = ""
    """`instant`, `duration` or "" (not stated)."""
    months: int | None = None
    """Length of a duration: 3, 6, 9, 12 or another number."""
    end: date | None = None
    """Closing date, if day and year are stated."""
    year: int | None = None
    """Fiscal year as the company numbers them."""
    quarter: str = ""
    """`Q1` to `Q4`: the quarter that the period is, or that it closes with."""
    role: str = "value"
    """`value`, `change`, `percent` or `note`."""


_CHANGE = re.compile(
    r"\bchanges?\b|\bincrease|\bdecrease|\bvariance\b|\bvs\.?\b|\bversus\b|\bover\b|\bcompared\b"
    r"|\$\s*chg|\bdifference\b|\bgrowth\b"
)
_PERCENT = re.compile(r"%|\bpercent(?:age)?s?\b|\bpct\b|\bmargin\b|\bbps\b")
_OTHER_YEARS = any_of("origination, vintage, maturit*, beginning, opening")
"""Words next to years that are not the period: loan years, maturities, opening balances."""
_FOOTNOTES = re.compile(r"(?<=\S)(?:\s*(?:\(\s?(?:[a-z]|\d{1,2})\s?\)|\[\w{1,2}\]|[*†‡§]),?)+$")
"""Marks of footnotes at the end of a label: "Second quarter (1)"."""
_NEAR_CLOSE = 9
"""Days by which the last day of a quarter varies."""
_YEAR_SLACK = timedelta(days=20)
"""Days by which the last day of a 52-week year varies."""
_YEAR_DAYS, _QUARTER_DAYS = 365.25, 91.3
_QUARTER = 91.31
"""Days from one quarter's close to the next; the hundredth matters over ten years."""
_NOTE = re.compile(r"^(?:notes?|footnotes?|ref(?:erence)?|see note)\.?$")


def column_periods(
    table: Table, metadata: Metadata, context: str = ""
) -> tuple[ColumnPeriod | None, ...]:
    """The period of each column; None for the column of labels and columns without a period.

    `context` is more text to search if the table does not state its periods, such as the titles
    above it.
    """
    header = replace(table, cells=table.cells[: table.header_rows], indents=())
    return _header_periods(header, metadata, context)


@lru_cache(maxsize=4096)
def _header_periods(
    header: Table, metadata: Metadata, context: str
) -> tuple[ColumnPeriod | None, ...]:
    """`column_periods` of a header alone, so that the cache does not keep whole tables."""
    by_column = column_words(header, context)
    return tuple(
        None if column == 0 else _period(text, words, header.statement, metadata)
        for column, (text, words) in enumerate(zip(header.columns, by_column, strict=True))
    )


def cell_period(
    default: ColumnPeriod | None, table: Table, row: int, column: int, metadata: Metadata
) -> ColumnPeriod | None:
    """The period of one cell: `default`, the column's, unless the row's label states another.

    "Balance, December 31, 2023" means that day if the column states no day, and "Second quarter"
    means that part of the column's year.
    """
    label = table.cells[row][0]
    words = period_words(label)
    if row < table.header_rows or not label or (default is not None and default.role != "value"):
        return default
    if words.quarter and default is not None and says_only_time(_FOOTNOTES.sub("", label)):
        quarter = f"Q{words.quarter}"
        return replace(
            default,
            months=3,
            end=None,
            quarter=quarter,
            year=words.year or default.year,
        )
    if words.month_day is None or words.duration or len(years_in(label)) != 1:
        return default
    if (
        default is not None
        and default.kind != "duration"
        and period_words(table.columns[column]).year
    ):
        return default
    day = _resolve(replace(words, instant=True), metadata, None)
    balance = words.instant or _closes_quarter(day, metadata)
    return day if balance and not _is_ahead(day, metadata) else default


def _closes_quarter(period: ColumnPeriod, metadata: Metadata) -> bool:
    """Whether a day is near the end of a fiscal quarter, unlike the day of a payment or a loan."""
    end = year_end(metadata)
    if end is None or period.end is None:
        return False
    after = (period.end - end).days % _QUARTER
    return min(after, _QUARTER - after) <= _NEAR_CLOSE


def text_period(text: str, metadata: Metadata) -> ColumnPeriod | None:
    """The period that a phrase names ("fiscal 2023", "June 30, 2023"), None when it names none."""
    words = period_words(text)
    if words.year is None:
        return None
    return _resolve(words, metadata, None)


def fiscal_year_of(day: date, metadata: Metadata) -> tuple[int, int] | None:
    """Fiscal year and quarter (1 to 4) that end at `day`, counted from the document's own.

    A day up to 20 days after a year's end still belongs to that year, since 52-week years vary.
    None if the document's fiscal year is unknown.
    """
    end = year_end(metadata)
    if end is None or metadata.fiscal_year is None:
        return None
    days = (day - end).days
    years = math.ceil((days - _YEAR_SLACK.days) / _YEAR_DAYS)
    quarters_left = round((years * _YEAR_DAYS - days) / _QUARTER_DAYS)
    return metadata.fiscal_year + years, max(1, min(4, 4 - quarters_left))


def year_end(metadata: Metadata) -> date | None:
    """Close of the document's fiscal year."""
    end = metadata.period_end
    if end is None:
        return None
    if metadata.form.startswith("10-Q") and not metadata.fiscal_period:
        return None
    if metadata.fiscal_period in ("Q1", "Q2", "Q3"):
        return end + timedelta(days=round((4 - int(metadata.fiscal_period[1])) * _QUARTER_DAYS))
    return end


def _period(
    text: str, words: PeriodWords, statement: Statement | None, metadata: Metadata
) -> ColumnPeriod | None:
    folded = text.lower()
    if _NOTE.match(folded.strip()):
        return ColumnPeriod(role="note")
    role = "value"
    if _CHANGE.search(folded):
        role = "change"
    elif _PERCENT.search(folded):
        role = "percent"
    if words.year is None or _OTHER_YEARS.search(folded):
        return ColumnPeriod(role=role) if role != "value" else None
    period = _resolve(words, metadata, statement)
    return None if _is_ahead(period, metadata) else replace(period, role=role)


def _is_ahead(period: ColumnPeriod, metadata: Metadata) -> bool:
    """Whether a period in a 10-K or 10-Q is in the future: debts due, leases."""
    close = metadata.period_end
    if close is None or not metadata.form.startswith(("10-K", "10-Q")):
        return False
    if period.end is not None:
        return period.end > close + _YEAR_SLACK
    year = metadata.fiscal_year
    return year is not None and period.year is not None and period.year > year


def _resolve(words: PeriodWords, metadata: Metadata, statement: Statement | None) -> ColumnPeriod:
    assert words.year is not None
    end = _date(words.year, words.month_day)
    year = words.year
    quarter = f"Q{words.quarter}" if words.quarter else ""
    placed = fiscal_year_of(end, metadata) if end and not words.fiscal else None
    if placed:
        year = placed[0]
        quarter = quarter or f"Q{placed[1]}"
    kind = ""
    if words.instant != words.duration:
        kind = "instant" if words.instant else "duration"
    if statement is Statement.BALANCE_SHEET:
        kind = "instant"
    elif statement in (Statement.INCOME, Statement.CASH_FLOW, Statement.COMPREHENSIVE_INCOME):
        kind = "duration"
    months = words.months if kind != "instant" else None
    if words.to_date and metadata.fiscal_period in ("Q1", "Q2", "Q3"):
        kind, months = "duration", 3 * int(metadata.fiscal_period[1])
        quarter = quarter or metadata.fiscal_period
    annual = metadata.form.startswith("10-K") and not words.quarter
    if kind == "duration" and months is None and annual:
        months = 12
    return ColumnPeriod(kind, months, end, year, quarter)


def _date(year: int, month_day: tuple[int, int] | None) -> date | None:
    if month_day is None:
        return None
    try:
        return date(year, *month_day)
    except ValueError:
        return None
