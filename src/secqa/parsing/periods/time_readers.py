"""What each kind of phrase about time adds to what a question has said of it so far.

In: the `Periods` up to here and the match of a phrase. Out: the same with what the phrase says.
A day that no calendar has counts for its year, or for nothing.
"""

import re
from calendar import monthrange
from dataclasses import replace
from datetime import date

from secqa.parsing.periods.said_time import Periods

_MONTH_NAMES = """
    january february march april may june july august september october november december
"""
MONTHS = tuple(_MONTH_NAMES.split())
ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
    "final": 4,
}  # fmt: skip
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "couple of": 2,
}  # fmt: skip
LENGTHS = {
    "three months": 1, "3 months": 1, "thirteen weeks": 1, "13 weeks": 1, "quarter": 1,
    "six months": 2, "6 months": 2, "twenty-six weeks": 2, "26 weeks": 2, "two quarters": 2,
    "nine months": 3, "9 months": 3, "thirty-nine weeks": 3, "39 weeks": 3, "three quarters": 3,
}  # fmt: skip

HYPHENED = {
    f"{number}-month{plural}": quarters
    for quarters, numbers in ((1, ("three", "3")), (2, ("six", "6")), (3, ("nine", "9")))
    for number in numbers
    for plural in ("s", "")
}


def _add_years(periods: Periods, *years: int) -> Periods:
    return replace(periods, years=tuple(sorted({*periods.years, *years})))


def _two_digits(text: str) -> int:
    year = int(text)
    return year if len(text) == 4 else year + (2000 if year < 70 else 1900)


def short_years(periods: Periods, match: re.Match[str]) -> Periods:
    return _add_years(periods, *(_two_digits(text) for text in re.findall(r"\d+", match.group())))


def _count(text: str) -> int:
    return int(text) if text.isdigit() else NUMBERS[text]


def on_date(periods: Periods, match: re.Match[str]) -> Periods:
    first, second, year = match.groups()[-3:]
    month, day = (second, first) if first.isdigit() else (first, second)
    end = _dated(year, month, day)
    return replace(periods, end=end) if end else _add_years(periods, int(year))


def _dated(year: str, month: str, day: str) -> date | None:
    number = next(i for i, name in enumerate(MONTHS, 1) if name.startswith(month[:3]))
    try:
        return date(int(year), number, int(day))
    except ValueError:
        return None


def iso_date(periods: Periods, match: re.Match[str]) -> Periods:
    try:
        return replace(periods, end=date.fromisoformat(match.group(1)))
    except ValueError:
        return _add_years(periods, int(match.group(1)[:4]))


def month(periods: Periods, match: re.Match[str]) -> Periods:
    """A month closes a period on its last day; both periods that end about then are meant."""
    name, year = match.groups()
    number = next(i for i, month in enumerate(MONTHS, 1) if month.startswith(name[:3]))
    return replace(periods, end=date(int(year), number, monthrange(int(year), number)[1]))


def in_numbers(periods: Periods, match: re.Match[str]) -> Periods:
    month, day, year = (int(text) for text in match.groups())
    if month > 12:
        month, day = day, month
    try:
        return replace(periods, end=date(year if year > 99 else 2000 + year, month, day))
    except ValueError:
        return periods


def day(periods: Periods, match: re.Match[str]) -> Periods:
    """A day without its year, which stands elsewhere."""
    if periods.end or len(periods.years) != 1:
        return periods
    day = _dated(str(periods.years[0]), match[1], match[2])
    return replace(periods, end=day, years=()) if day else periods


def middle(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, end=date(int(match.group(1)), 6, 30))


def month_quarter(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(month(periods, match), length=1)


def second_half(periods: Periods, match: re.Match[str]) -> Periods:
    year = match.groupdict().get("year")
    return replace(_add_years(periods, *([_two_digits(year)] if year else [])), second_half=True)


def half_year(periods: Periods, match: re.Match[str]) -> Periods:
    return half(_add_years(periods, _two_digits(match.group(1))), match)


def trailing(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, trailing=True)


def calendar(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(_add_years(periods, _two_digits(match.group(1))), calendar=True)


def ago(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, years_back=_count(match.group(1)) if match.group(1) else 1)


def before(periods: Periods, match: re.Match[str]) -> Periods:
    back = _count(match.group(1)) if match.group(1) else 1
    return _add_years(periods, int(match.group(2)) - back)


def latest_quarter(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, latest_quarter=True)


def last_quarters(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, last=_count(match.group(1)), latest_quarter=True)


def last_reports(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, last=_count(match.group(1)), of_reports=True)


def decade(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, last=10)


def year_ended(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, length=4)


def length(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, length=LENGTHS[match.group(1)])


def first_months(periods: Periods, match: re.Match[str]) -> Periods:
    quarter = LENGTHS[match.group(1)]
    return replace(periods, quarter=quarter, year_to_date=quarter > 1)


def months(periods: Periods, match: re.Match[str]) -> Periods:
    quarter = int(match.group(1)) // 3
    return replace(periods, quarter=quarter, year_to_date=quarter > 1)


def hyphened(periods: Periods, match: re.Match[str]) -> Periods:
    quarter = HYPHENED[match.group(1)]
    return replace(periods, quarter=quarter, year_to_date=quarter > 1)


def half(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, quarter=2, year_to_date=True)


def to_date(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, year_to_date=True)


def _in_quarter(periods: Periods, quarter: int) -> Periods:
    return replace(
        periods, quarter=quarter, mixed=bool(periods.quarter) and quarter != periods.quarter
    )


def quarter_digit(periods: Periods, match: re.Match[str]) -> Periods:
    return _in_quarter(periods, int(match.group(1)))


def quarter_word(periods: Periods, match: re.Match[str]) -> Periods:
    return _in_quarter(periods, ORDINALS[match.group(1)])


def quarter_year(periods: Periods, match: re.Match[str]) -> Periods:
    return _in_quarter(_add_years(periods, _two_digits(match.group(2))), int(match.group(1)))


def year_quarter(periods: Periods, match: re.Match[str]) -> Periods:
    return _in_quarter(_add_years(periods, int(match.group(1))), int(match.group(2)))


def year_range(periods: Periods, match: re.Match[str]) -> Periods:
    first, last = (_two_digits(text) for text in match.groups())
    if last < first or last - first > 30:
        return _add_years(periods, first, last)
    return replace(_add_years(periods, *range(first, last + 1)), is_range=True)


def between(periods: Periods, match: re.Match[str]) -> Periods:
    first, last = sorted(_two_digits(text) for text in match.groups())
    return replace(_add_years(periods, *range(first, last + 1)), is_range=True)


def since(periods: Periods, match: re.Match[str]) -> Periods:
    year = next(filter(None, match.groups()))
    return replace(_add_years(periods, int(year)), is_range=True)


def year(periods: Periods, match: re.Match[str]) -> Periods:
    return _add_years(periods, _two_digits(next(filter(None, match.groups()))))


def last(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, last=_count(match.group(1)))


def year_over_year(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, prior="year")


def quarter_over_quarter(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, prior="quarter")


def one_before(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, prior="one")


def quarters_ago(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, quarters_back=_count(match[1]) if match.re.groups and match[1] else 1)


def previous(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, years_back=1)


def each(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, each="any" if match.group(1) == "any" else "all")


def latest(periods: Periods, match: re.Match[str]) -> Periods:
    return periods
