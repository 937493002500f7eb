"""Parse dates, and words about time ("Thirteen Weeks Ended May 5, 2024", "Q2 FY24", "2022").

"September 28, 2024", "SEPT. 28TH 2024", "28 September 2024", "9/28/24" and "2024-09-28" are the
same day; months come before days, as in all American filings. Two-digit years from 70 on belong to
the 20th century. Words about time name parts of a period, some of which are usually missing;
numbers that only look like years ("$2,023", "2023%") must be rejected.
"""

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
"""Pattern of the names of months, in full or abbreviated."""
_SHORT = "jan feb mar apr may jun jul aug sep oct nov dec"
MONTH_OF = {name: number for number, name in enumerate(_SHORT.split(), start=1)}
"""The number of a month by the first three letters of its name."""
_NAME = rf"\b({MONTHS})\b\.?"
_DATE = re.compile(
    rf"{_NAME}\s+(\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s*(\d{{4}})\b"
    rf"|\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_NAME},?\s+(\d{{4}})\b"
    r"|\b(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)\b"
    r"|\b(\d{4})-(\d\d)-(\d\d)\b",
    re.IGNORECASE,
)


def printed_dates(text: str) -> list[date]:
    """All complete and valid dates in `text`, in order."""
    dates: list[date] = []
    for month, day, year, day2, month2, year2, number, day3, year3, *iso in _DATE.findall(text):
        if month or month2:
            parts = int(year or year2), MONTH_OF[(month or month2)[:3].lower()], int(day or day2)
        elif number:
            parts = whole_year(int(year3)), int(number), int(day3)
        else:
            parts = int(iso[0]), int(iso[1]), int(iso[2])
        try:
            dates.append(date(*parts))
        except ValueError:
            continue
    return dates


def printed_date(text: str) -> date | None:
    """The first complete date in `text`, or None."""
    return next(iter(printed_dates(text)), None)


def whole_year(year: int) -> int:
    """Complete a two-digit year to four digits."""
    if year > 99:
        return year
    return year + (1900 if year >= 70 else 2000)


_MONTH_DAY = re.compile(
    rf"\b({MONTHS})\.?[\s-]+(\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:[\s,-]*((?:19|20)\d\d)\b)?"
)
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})\s+({MONTHS})\.?,?(?:\s+((?:19|20)\d\d)\b)?")
_NUMERIC = re.compile(r"\b(\d{1,2})/(\d{1,2})/((?:19|20)?\d\d)\b|\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
STATED_YEAR = re.compile(r"(?<![\d$.,])(?:19|20)\d\d(?![\d%]|,\d|\.\d)")
"""A year that is not part of an amount."""
NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "twenty-four": 24, "twenty-six": 26, "twenty-seven": 27, "twenty-eight": 28,
    "thirty-six": 36, "thirty-nine": 39, "forty": 40, "fifty-two": 52, "fifty-three": 53,
}  # fmt: skip
_COUNT = rf"(\d{{1,2}}|{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
_LENGTH = re.compile(rf"\b{_COUNT}[\s-]+(month|week)s?\b(?! (?:treasury|libor))")
_LENGTHS = {
    months: re.compile(pattern)
    for months, pattern in {
        3: r"\b(?:(?:fiscal )?quarters?(?:ly)?(?: periods?)? ended|three months)\b",
        6: r"\bfirst half\b|\bhalf[- ]years? ended",
        12: r"\b(?:(?:fiscal|calendar)?\s*years?\s*(?:ended|ending)|full[- ]year"
        r"|annual(?! (?:weighted|average))|for the years?|fiscal years?(?! end\b))\b"
        r"|\byears? ended",
    }.items()
}
"""Words for lengths in months, without a count; the shorter of two lengths is used."""
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4,
}  # fmt: skip
_QUARTER = re.compile(
    rf"\b({'|'.join(_ORDINALS)})[\s-]+(?:fiscal\s+)?quarter|\bq([1-4])\b|\b([1-4])q"
)
_SHORT_QUARTER = re.compile(r"\b(?:q[1-4]|[1-4]q)\s*(?:fy)?\s*'?(\d\d)\b")
_TO_DATE = re.compile(r"\bytd\b|\byear[- ]to[- ]date\b")
_FISCAL = re.compile(r"\b(?:fiscal(?: year)?|fy)\s*'?\s*((?:20|19)\d\d|\d\d)\b")
_INSTANT = re.compile(
    r"\b(?:as of|balances? at|balance as|at (?:the )?end of)\b"
    rf"|^(?:at|on)\s+(?:{MONTHS})|\(?\bat\s+(?:{MONTHS})\.?\s+\d"
)
_TIME_WORDS = re.compile(
    rf"\b(?:{MONTHS}|{'|'.join(NUMBER_WORDS)}|{'|'.join(_ORDINALS)}|months?|weeks?|quarters?|quarterly"
    r"|years?|fiscal|calendar|fy(?:\d\d){0,2}|periods?|half|annual|ended|ending|as|of|at|on|for"
    r"|the|and|in|through|to|from|unaudited|audited|restated|[1-4]q|q[1-4])\b"
    r"|\b(?:19|20)\d\d\b|\b[0-3]?\d(?=\W|$)|[^\w$%]"
)
_LONGEST_PERIOD = 100
"""Maximum characters of a text that only names a period."""
WEEKS_A_MONTH = 4.345


@dataclass(frozen=True, slots=True)
class PeriodWords:
    """Parts of a period; None or False if the text does not name them."""

    months: int | None = None
    month_day: tuple[int, int] | None = None
    year: int | None = None
    fiscal: bool = False
    """True if the text calls the year a fiscal year."""
    quarter: int | None = None
    to_date: bool = False
    """True for a period from the start of the fiscal year ("year to date")."""
    instant: bool = False
    duration: bool = False


@lru_cache(maxsize=8192)
def period_words(text: str) -> PeriodWords:
    """Parse the parts of a period that `text` names."""
    folded = text.lower().replace("’", "'").replace("\n", " ")
    month_day, year = _day(folded)
    fiscal = _FISCAL.search(folded)
    if fiscal:
        number = int(fiscal[1])
        year = whole_year(number)
    elif year is None and (bare := STATED_YEAR.search(folded)):
        year = int(bare[0])
    elif year is None and (short := _SHORT_QUARTER.search(folded)):
        year = whole_year(int(short[1]))
    months: int | None
    if length := _LENGTH.search(folded):
        count = int(length[1]) if length[1].isdigit() else NUMBER_WORDS[length[1]]
        months = count if length[2] == "month" else round(count / WEEKS_A_MONTH)
    else:
        months = next((n for n, words in _LENGTHS.items() if words.search(folded)), None)
    quarter = None
    if named := _QUARTER.search(folded):
        quarter = _ORDINALS[named[1]] if named[1] else int(named[2] or named[3])
        months = months or 3
    return PeriodWords(
        months=months,
        month_day=month_day,
        year=year,
        fiscal=fiscal is not None and month_day is None,
        quarter=quarter,
        to_date=_TO_DATE.search(folded) is not None,
        instant=_INSTANT.search(folded) is not None,
        duration=months is not None or " ended" in folded,
    )


@lru_cache(maxsize=8192)
def says_only_time(text: str) -> bool:
    """Whether `text` only names a period: "Six Months Ended June 30, 2025"."""
    if not text or len(text) > _LONGEST_PERIOD:
        return False
    words = period_words(text)
    names_time = words.year or words.month_day or words.months or words.quarter
    return names_time is not None and not _TIME_WORDS.sub("", text.lower().replace("’", "'"))


def years_in(text: str) -> set[int]:
    """The years that `text` names."""
    return {int(year) for year in STATED_YEAR.findall(text)}


def _day(folded: str) -> tuple[tuple[int, int] | None, int | None]:
    """The (month, day) and year of the last complete date, else of the last without a year."""
    day: tuple[int, int] | None = None
    year: int | None = None
    for match in _MONTH_DAY.finditer(folded):
        if year is None or match[3]:
            day = MONTH_OF[match[1][:3]], int(match[2])
            year = int(match[3]) if match[3] else None
    if day is None and (other := _DAY_MONTH.search(folded)):
        day = MONTH_OF[other[2][:3]], int(other[1])
        year = int(other[3]) if other[3] else None
    if day is None and (digits := _NUMERIC.search(folded)):
        if digits[1]:
            day, year = (int(digits[1]), int(digits[2])), whole_year(int(digits[3]))
        else:
            day, year = (int(digits[5]), int(digits[6])), int(digits[4])
    if day is not None and year is None and (bare := STATED_YEAR.search(folded)):
        year = int(bare[0])
    return day, year
