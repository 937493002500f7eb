"""Name the fiscal year and period of dates as the company does.

Years are counted back from the company's label of its current year (`DocumentFiscalYearFocus`).
Calendar years mislead: a year that ends 2 February 2025 is fiscal 2024 for one company, and a year
that ends 31 January 2025 is fiscal 2025 for another. Years have 52 or 53 weeks, and quarters 12 to
17. A company that changes its fiscal year-end reports on the months between (Form 10-KT, 10-QT): a
period of any length up to a year.
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
"""Days by which a year may differ from a calendar year: 52 or 53 weeks, last Sundays."""

_QUARTER_SLACK = 25
"""Days by which the end of a quarter may differ from that of even quarters: 12 to 17 weeks."""

TRANSITION = "TP"

_QUARTERS = {"Q1": 1, "Q2": 2, "Q3": 3, "Q4": 4, "FY": 4}


@record
class FiscalPeriod:
    """A period as the company labels it."""

    year: int
    period: str
    """`FY`; `Q1` to `Q4`: three months, or the balance at their end; `Q2 YTD`, `Q3 YTD`: from the
    start of the year to the end of that quarter; `TP`: a transition period, or the balance at its
    end."""


def fiscal_period_of(start: date | None, end: date, document: Metadata) -> FiscalPeriod | None:
    """Label a period as the company does; None if it is not a year, quarter or year to date.

    `start` is None for a balance. Also None if the document's own fiscal year or period end is
    unknown.
    """
    if document.fiscal_year is None or document.period_end is None:
        return None
    own = (document.form, document.fiscal_period, document.fiscal_year, document.period_end)
    return _label(start, end, *own)


@lru_cache(maxsize=4096)
def _label(
    start: date | None, end: date, form: str, fiscal_period: str, fiscal_year: int, period_end: date
) -> FiscalPeriod | None:
    """`fiscal_period_of`, cached, since thousands of facts share a period."""
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
    """Label a period in a transition report: its own, or a fiscal year before it."""
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
