"""Find the columns of a table for a period.

A column of the right year may still be wrong: three months instead of nine, a segment instead of
the total, a change, the opening balance. Header words other than the period distinguish segments
from totals.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from secqa.filings.dates import MONTHS
from secqa.filings.document import Metadata, Table
from secqa.filings.tables.column_periods import ColumnPeriod, column_periods
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.vocabulary import weights
from secqa.word_lists import any_of

_W = weights("columns")


@dataclass(frozen=True, slots=True)
class ReadPeriod:
    """A period to read."""

    year: int | None
    """Fiscal year; None for that of the document."""
    quarter: str = ""
    """`Q1` to `Q4`, or "" for the year."""
    months: int | None = None
    """Months of a year to date: 6 or 9."""
    kind: str = ""
    """`instant`, `duration`, or "" if unknown."""


_PERIOD_WORDS = re.compile(
    rf"\b(?:{MONTHS})\b|\bfiscal\b|\byears?\b|\bended\b"
    r"|\bquarters?\b|\bmonths?\b|\bweeks?\b|\bfor\b|\bthe\b|\bas\b|\bof\b|\bat\b|\bin\b|\band\b"
    r"|\b(?:three|six|nine|twelve|thirteen|first|second|third|fourth)\b|\bmillions?\b|\bthousands?\b"
    r"|\bbillions?\b|\bunaudited\b|\baudited\b|\bdollars?\b|\bfifty\b|\btwo\b|\bperiods?\b"
    r"|\bexcept\b|\bper\b|\bshares?\b|\bdata\b|\bamounts?\b|\bon\b|\bending\b|\b\d+\b|\bq[1-4]\b"
)
_COUNTED_IN = re.compile(r"\([^()]*\b(?:thousand|million|billion)s\b[^()]*\)")
"""A note on the scale with its exceptions: "(in millions, except discount rate)"."""
CLOSING = 0.75
"""Certainty of a balance in the column of a duration."""
_PAST_DUE = frozenset({"past", "due"})
_OF_AVERAGES = frozenset({"average", "interest", "yield", "rate"})
"""Header words of average balances, which are no closing balances."""
_TOTAL = any_of("consolidated, total, amount(s), as reported, net")
_WORDS = re.compile(r"[a-z]{2,}")


def header_words(text: str) -> tuple[str, ...]:
    """The words of a header without the period."""
    rest = label_words(_PERIOD_WORDS.sub(" ", _COUNTED_IN.sub(" ", text.lower())))
    return rest if _WORDS.search(" ".join(rest)) else ()


@lru_cache(maxsize=16384)
def header_fit(text: str, own: frozenset[str]) -> float:
    """The fit of the header words other than the period; 1 without any.

    `own` are the words of the metric's name: "Operating leases" fits operating lease liabilities
    better than "Total", and "Gross" only fits gross values.
    """
    rest = header_words(text)
    if not rest:
        return 1.0
    if own.issuperset(rest):
        return 1.0
    if "gross" in own and "net" in rest:
        return _W["other_measure"]
    if not own.issuperset(_OF_AVERAGES.intersection(rest)) or frozenset(rest) - own >= _PAST_DUE:
        return _W["other_measure"]
    if "accumulated" in rest or "gross" in rest or "adjustment" in rest:
        return _W["adjustment"]
    return _W["total"] if _TOTAL.search(text.lower()) else _W["segment"]


def fitting_columns(
    table: Table, metadata: Metadata, context: str, period: ReadPeriod
) -> tuple[tuple[int, float], ...]:
    """Columns of a period with their certainty (0 to 1), best first.

    A balance in the column of a year is the closing balance.
    """
    found = []
    for column, own in enumerate(_periods(table, metadata, context)):
        if own is None or own.role != "value":
            continue
        sure = agrees(own, metadata, period)
        if sure:
            found.append((column, sure))
    # Equal columns keep their order: the first is the company's own.
    return tuple(sorted(found, key=lambda pair: (-pair[1], pair[0])))


def _periods(table: Table, metadata: Metadata, context: str) -> tuple[ColumnPeriod | None, ...]:
    stated = column_periods(table, metadata, context)
    if any(stated) or any(table.columns[1:]):
        return stated
    return _continued(table, metadata)


def _continued(table: Table, metadata: Metadata) -> tuple[ColumnPeriod | None, ...]:
    """Years of a table without any header: the rest of a statement from the page before.

    Annual reports print two or three years side by side, the latest first.
    """
    columns = [
        column for column in range(1, len(table.columns)) if any(row[column] for row in table.cells)
    ]
    year = metadata.fiscal_year
    if year is None or metadata.fiscal_period != "FY" or len(columns) not in (2, 3):
        return (None,) * len(table.columns)
    years = {column: year - place for place, column in enumerate(columns)}
    return tuple(
        ColumnPeriod(year=years[column]) if column in years else None
        for column in range(len(table.columns))
    )


def agrees(own: ColumnPeriod, metadata: Metadata, period: ReadPeriod) -> float:
    """The certainty that `own` is the period to read, 0 to 1."""
    year = period.year if period.year is not None else metadata.fiscal_year
    if own.year != year:
        return 0.0
    if period.kind == "instant":
        if own.kind == "duration":
            return CLOSING * _closes(own, period)
        return _agrees_instant(own, metadata, period)
    if own.kind == "instant":
        return 0.0 if period.kind else _agrees_instant(own, metadata, period)
    return _agrees_duration(own, metadata, period)


def _closes(own: ColumnPeriod, period: ReadPeriod) -> float:
    """1 if a duration ends with the year or quarter to read, else 0."""
    if period.quarter in ("", "Q4"):
        return 1.0 if own.months == 12 or own.quarter == "Q4" else 0.0
    return 1.0 if own.quarter == period.quarter else 0.0


def _agrees_instant(own: ColumnPeriod, metadata: Metadata, period: ReadPeriod) -> float:
    quarter = period.quarter or "Q4"
    if own.quarter:
        return 1.0 if own.quarter == quarter else 0.0
    annual = metadata.form.startswith("10-K")
    return _W["report_end"] if annual == (quarter == "Q4") else _W["other_end"]


def _agrees_duration(own: ColumnPeriod, metadata: Metadata, period: ReadPeriod) -> float:
    months = period.months or (3 if period.quarter else 12)
    if own.months is not None:
        if own.months != months:
            return 0.0
        if months == 12 or own.quarter == period.quarter:
            return 1.0
        return 0.0 if own.quarter else 0.5
    if months == 12:
        return _W["unsaid_year"] if metadata.form.startswith("10-K") else 0.0
    same = own.quarter == period.quarter or (
        not own.quarter and metadata.fiscal_period == period.quarter
    )
    return _W["unsaid_quarter"] if same else 0.0
