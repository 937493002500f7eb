"""Compute with concrete fiscal periods: earlier periods, and sums of reported periods."""

from dataclasses import replace

from secqa.query.period import Period


def earlier(period: Period, back: int) -> Period:
    """The period `back` years (for a quarter: quarters) before a concrete one."""
    assert period.year is not None
    if not back and not period.back:
        return period
    if period.span != "quarter":
        return replace(period, year=period.year - back, back=0)
    place = period.year * 4 + period.quarter - 1 - back
    return replace(period, year=place // 4, quarter=place % 4 + 1, back=0)


def in_time(period: Period) -> tuple[int, int]:
    """Sort key of concrete periods by their ends; a quarter precedes the year that it closes."""
    return period.year or 0, period.quarter or 5


def reported(period: Period, balance: bool) -> tuple[tuple[int, Period], ...]:
    """The reported periods that add up to a concrete one, each with its sign.

    No report prints a fourth quarter: it is the year minus nine months. A balance is that of the
    period's end.
    """
    year, quarter, span = period.year, period.quarter, period.span
    assert year is not None
    whole = (1, Period(year))
    if span == "year" or (span in ("to_date", "trailing") and quarter in (0, 4)):
        return (whole,)
    if span == "half" or quarter == 4:
        return (whole,) if balance else (whole, (-1, _until(year, 2 if span == "half" else 3)))
    if balance or span == "quarter":
        return ((1, Period(year, "quarter", quarter)),)
    if span == "to_date":
        return ((1, _until(year, quarter)),)
    return (1, Period(year - 1)), (1, _until(year, quarter)), (-1, _until(year - 1, quarter))


def of_year_to_date(period: Period) -> tuple[tuple[int, Period], ...]:
    """A second or third quarter as a difference of years to date, which is all that cash flow
    statements print; () for other periods."""
    year, quarter = period.year, period.quarter
    if year is None or period.span != "quarter" or quarter not in (2, 3):
        return ()
    return (1, _until(year, quarter)), (-1, _until(year, quarter - 1))


QUARTERS = ("first", "second", "third", "fourth")
MONTHS = ("three", "six", "nine", "twelve")


def in_words(period: Period) -> str:
    """ "fiscal year 2024", "the third quarter of fiscal year 2024"."""
    year, quarter, span = f"fiscal year {period.year}", period.quarter, period.span
    if span in ("trailing", "half"):
        return str(period)
    if span == "to_date" and 1 < quarter < 4:
        return f"the first {MONTHS[quarter - 1]} months of {year}"
    return f"the {QUARTERS[quarter - 1]} quarter of {year}" if quarter else year


def _until(year: int, quarter: int) -> Period:
    return Period(year, "to_date", quarter) if quarter > 1 else Period(year, "quarter", 1)
