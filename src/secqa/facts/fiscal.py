"""Name the fiscal year and period of dates as the company itself does.

The company's label of its own current year is the anchor (`DocumentFiscalYearFocus`); years
before count back from it by whole years. Calendar years mislead: a year that ends 2 February
2025 is fiscal 2024 for one company and a year that ends 31 January 2025 is fiscal 2025 for
another. Years have 52 or 53 weeks, and quarters 12 to 17. A company that changes the end of its
year reports on the months between (Form 10-KT, 10-QT): a period of any length up to a year.
"""

from datetime import date
from functools import lru_cache

from secqa.filings.document import Metadata
from secqa.record import record

_YEAR = range(349, 381)
_QUARTER = range(76, 121)
_YEAR_DAYS = 365.2425
_QUARTER_DAYS = _YEAR_DAYS / 4
_YEAR_SLACK = 10
"""Days an end may be off whole years: weeks of 52 and 53, ends of months and last Sundays."""

_QUARTER_SLACK = 25
"""Days an end may be off the quarters of an even year: those of 12, 13, 16 and 17 weeks."""

TRANSITION = "TP"

_QUARTERS = {"Q1": 1, "Q2": 2, "Q3": 3, "Q4": 4, "FY": 4}


@record
class FiscalPeriod:
    """A period by the company's own label."""

    year: int
    period: str
    """`FY`; `Q1` to `Q4`: three months, or the balance at their end; `Q2 YTD`, `Q3 YTD`: the
    year up to the end of that quarter; `TP`: a transition period, or the balance at its end."""


def fiscal_period_of(start: date | None, end: date, document: Metadata) -> FiscalPeriod | None:
    """What the company calls a period, or None when it is no year, quarter or year to date.

    `start` None asks for a balance. None also when the document does not say what its own
    year or the end of its period is.
    """
    if document.fiscal_year is None or document.period_end is None:
        return None
    own = (document.form, document.fiscal_period, document.fiscal_year, document.period_end)
    return _called(start, end, *own)


@lru_cache(maxsize=4096)
def _called(
    start: date | None, end: date, form: str, fiscal_period: str, fiscal_year: int, period_end: date
) -> FiscalPeriod | None:
    """What a document of this form and period calls a period; facts by the thousand share it."""
    if form.rstrip("/A").endswith("T"):
        return _in_transition(start, end, fiscal_year, period_end)
    own_quarter = _QUARTERS.get(fiscal_period)
    if own_quarter is None:
        return None
    days_back = (period_end - end).days
    quarters_back = round(days_back / _QUARTER_DAYS)
    off = abs(days_back - quarters_back * _QUARTER_DAYS)
    if off > (_YEAR_SLACK if quarters_back % 4 == 0 else _QUARTER_SLACK):
        return None
    years_off, quarter = divmod(own_quarter - 1 - quarters_back, 4)
    year = fiscal_year + years_off
    name = _period_name(start, end, quarter + 1)
    return FiscalPeriod(year, name) if name else None


def _in_transition(
    start: date | None, end: date, year: int, period_end: date
) -> FiscalPeriod | None:
    """What a transition report calls a period: its own, or a fiscal year before it."""
    days = (end - start).days + 1 if start is not None else 0
    if end == period_end and days < _YEAR.start:
        return FiscalPeriod(year, TRANSITION)
    if end < period_end and (start is None or days in _YEAR):
        return FiscalPeriod(year - (period_end.year - end.year), "FY")
    return None


def _period_name(start: date | None, end: date, quarter: int) -> str:
    if start is None:
        return "FY" if quarter == 4 else f"Q{quarter}"
    days = (end - start).days + 1
    if days in _YEAR:
        return "FY" if quarter == 4 else ""
    if days in _QUARTER:
        return f"Q{quarter}"
    if quarter in (2, 3) and round(days / _QUARTER_DAYS) == quarter:
        return f"Q{quarter} YTD"
    return ""
