"""Represent fiscal periods, parse their written form, and compute with concrete ones."""

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from secqa.errors import SecqaError

EACH = "each"
"""Stands for the current company, part or year of an `over`."""
Span = Literal["year", "quarter", "to_date", "trailing", "half", "report"]
"""`report`: the period of the latest report, a quarter or a year."""
_SPANS = {"to_date": "YTD", "trailing": "TTM", "half": "H2"}


@dataclass(frozen=True, slots=True)
class Period:
    """A fiscal year, or a part of one.

    Written `FY2024`, `2024Q2`, `2024Q3 YTD` (the year up to that quarter), `2024Q3 TTM` (twelve
    months up to it), `2024H2`, `latest`, `latest-1` (a year before), `latest quarter`, `latest
    report`, `2024-09-28` (the period that ends on that day), `each`, `each-1`, `each+1`.
    """

    year: int | None = None
    """Fiscal year; None for the latest reported one."""
    span: Span = "year"
    quarter: int = 0
    """1 to 4; 0 for whole years, and for the latest reported quarter."""
    back: int = 0
    """Number of years (or quarters or reports, by span) before; negative for later periods."""
    end: date | None = None
    """Its last day, if a day is named instead of a year."""
    each: bool = False
    """Stands for the current period of an `over`."""

    def __str__(self) -> str:
        back = f"{-self.back:+}" if self.back else ""
        if self.each:
            return f"{EACH}{back}"
        if self.end is not None:
            length = {"year": "", "quarter": " quarter"}.get(self.span)
            return f"{self.end}{f' {_SPANS[self.span]}' if length is None else length}"
        year = "latest" if self.year is None else str(self.year)
        match self.span, self.quarter:
            case "year", _:
                return f"{year}{back}" if self.year is None else f"FY{year}{back}"
            case "half", _:
                return f"{year}H2{back}"
            case (("quarter" | "report"), 0):
                return f"{year} {self.span}{back}"
            case "quarter", quarter:
                return f"{year}Q{quarter}{back}"
            case span, 0:
                return f"{year} {_SPANS[span]}{back}"
            case span, quarter:
                return f"{year}Q{quarter} {_SPANS[span]}{back}"


LATEST = Period()
_PERIOD = re.compile(
    r"(?P<each>each)|(?P<end>\d{4}-\d\d-\d\d)(?P<of> quarter| ?YTD| ?TTM| ?H2)?"
    r"|(?:FY ?)?(?P<year>\d{4}|latest) ?(?:Q(?P<quarter>[1-4])|(?P<half>H2)"
    r"|(?P<any>quarter|report))? ?(?P<span>YTD|TTM)?",
    re.IGNORECASE,
)


def parse_period(text: str) -> Period:
    """Parse the written form of a period; raises SecqaError for other text."""
    body, back = text.strip(), 0
    behind = re.search(r"(?<=[a-zA-Z\d])-(\d{1,2})$|(?<=each)\+\d{1,2}$", body)
    if behind and not re.search(r"\d{4}-\d\d-\d\d$", body):
        body, back = body[: behind.start()], -int(behind[0])
    found = _PERIOD.fullmatch(body)
    if found is None:
        raise SecqaError(
            f"{text!r} is no period; write FY2024, 2024Q2, 2024Q3 YTD, latest, latest-1, "
            "latest quarter, latest report or 2024-09-28"
        )
    if found["each"]:
        return Period(back=back, each=True)
    if found["end"]:
        spans: dict[str, Span] = {
            "quarter": "quarter", "ytd": "to_date", "ttm": "trailing", "h2": "half",
        }  # fmt: skip
        try:
            end = date.fromisoformat(found["end"])
        except ValueError:
            raise SecqaError(f"{text!r} is no day of the calendar") from None
        return Period(span=spans.get((found["of"] or "").strip().lower(), "year"), end=end)
    year = None if found["year"].lower() == "latest" else int(found["year"])
    quarter = int(found["quarter"] or 0)
    span: Span = "quarter" if quarter else "half" if found["half"] else "year"
    if found["any"]:
        span = "report" if found["any"].lower() == "report" else "quarter"
    if found["span"]:
        span = "to_date" if found["span"].upper() == "YTD" else "trailing"
    return Period(year, span, quarter, back)


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
