"""A table in, the period of each of its columns out: what date or time its numbers are about.

A header rarely says all of it in one place. The length stands over several columns ("Three
Months Ended"), the day over the years ("June 30, | 2023 | 2022"), or only in the caption;
bare years may be calendar years of the closing date or the company's own fiscal years, which
differ for a year that ends in January. So each column's text is read for what it holds, what
is missing comes from the columns left of it, then from the corner and the caption, and the
fiscal year is counted from the document's own.
"""

import math
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from secqa.filings.document import Metadata, Statement, Table


@dataclass(frozen=True, slots=True)
class ColumnPeriod:
    """What one column is about. Fields that nothing states are None or ""."""

    kind: str = ""
    """`instant`, `duration` or "" (not stated)."""
    months: int | None = None
    """Length of a duration: 3, 6, 9, 12 or another number."""
    end: date | None = None
    """Closing date, where day and year are stated."""
    year: int | None = None
    """Fiscal year as the company numbers them."""
    quarter: str = ""
    """`Q1` to `Q4`: the quarter that the period is, or that it closes with."""
    role: str = "value"
    """`value`, `change`, `percent` or `note`."""


_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_MONTH_DAY = re.compile(rf"\b({_MONTHS})\.?\s+(\d{{1,2}})(?!\d)(?:\s*,?\s*((?:19|20)\d\d)\b)?")
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})\s+({_MONTHS})\.?,?(?:\s+((?:19|20)\d\d)\b)?")
_NUMERIC = re.compile(r"\b(\d{1,2})/(\d{1,2})/((?:19|20)?\d\d)\b|\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")
_YEAR = re.compile(r"(?<![\d$.,])((?:19|20)\d\d)(?![\d%]|,\d|\.\d)")
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "sixteen": 16, "twenty-six": 26, "twenty-seven": 27, "thirty-nine": 39, "forty": 40,
    "fifty-two": 52, "fifty-three": 53,
}  # fmt: skip
_COUNT = rf"(\d{{1,2}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_LENGTH = re.compile(rf"\b{_COUNT}[\s-]+(month|week)s?\b(?! (?:treasury|libor))")
_ANNUAL = re.compile(
    r"\b(?:(?:fiscal|calendar)?\s*years?\s*(?:ended|ending)|full[- ]year|annual|for the years?"
    r"|fiscal years?(?! end\b))\b|\byears? ended"
)
_QUARTERLY = re.compile(r"\b(?:(?:fiscal )?quarters?(?:ly)?(?: periods?)? ended|three months)\b")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}  # fmt: skip
_QUARTER = re.compile(
    r"\b(first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+(?:fiscal\s+)?quarter|\bq([1-4])\b|\b([1-4])q"
)
_FISCAL = re.compile(r"\b(?:fiscal(?: year)?|fy)\s*'?\s*((?:20|19)\d\d|\d\d)\b")
_INSTANT = re.compile(r"\b(?:as of|balances? at|balance as|at (?:the )?end of)\b")
_AT_DATE = re.compile(rf"^(?:at|on)\s+(?:{_MONTHS})|\(?\bat\s+(?:{_MONTHS})\.?\s+\d")
_CHANGE = re.compile(
    r"\bchanges?\b|\bincrease|\bdecrease|\bvariance\b|\bvs\.?\b|\bversus\b|\bover\b|\bcompared\b"
    r"|\$\s*chg|\bdifference\b|\bgrowth\b"
)
_PERCENT = re.compile(r"%|\bpercent(?:age)?s?\b|\bpct\b|\bmargin\b|\bbps\b")
_NOTE = re.compile(r"^(?:notes?|footnotes?|ref(?:erence)?|see note)\.?$")
_MONTH_OF = {name: index for index, name in enumerate(
    "jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1
)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Words:
    """What one piece of header text says about a period, before anything is filled in."""

    months: int | None = None
    month_day: tuple[int, int] | None = None
    year: int | None = None
    fiscal: bool = False
    """The year is named as the company's fiscal year."""
    quarter: int | None = None
    instant: bool = False
    duration: bool = False


@lru_cache(maxsize=4096)
def column_periods(
    table: Table, metadata: Metadata, context: str = ""
) -> tuple[ColumnPeriod | None, ...]:
    """The period of each column, None for the labels' column and columns without any.

    `context` is further text to look in when the table says too little, such as the titles
    above it.
    """
    corner = " ".join(row[0] for row in table.cells[: table.header_rows] if row and row[0])
    around = _around(corner, table.caption, context)
    read = [_words(text) for text in table.columns]
    filled = _fill(read, around)
    shift = _shift(filled, metadata)
    return tuple(
        None if column == 0 else _period(text, words, table, metadata, shift)
        for column, (text, words) in enumerate(zip(table.columns, filled, strict=True))
    )


def text_period(text: str, metadata: Metadata) -> ColumnPeriod | None:
    """The period that a phrase names ("fiscal 2023", "June 30, 2023"), None when it names none."""
    words = _words(text)
    if words.year is None:
        return None
    return _resolve(words, metadata, 0, None)


def fiscal_year_of(day: date, metadata: Metadata) -> tuple[int, int] | None:
    """Fiscal year and quarter (1 to 4) that `day` closes, counted from the document's own.

    Days up to 20 after a year's end still close that year, since 52-week years wander. None when the document does not say which fiscal year it is about.
    """
    end = _year_end(metadata)
    if end is None or metadata.fiscal_year is None:
        return None
    days = (day - end).days
    years = math.ceil((days - 20) / 365.25)
    quarters_left = round((years * 365.25 - days) / 91.3)
    return metadata.fiscal_year + years, max(1, min(4, 4 - quarters_left))


def _year_end(metadata: Metadata) -> date | None:
    """Close of the document's fiscal year."""
    end = metadata.period_end
    if end is None:
        return None
    if metadata.fiscal_period in ("Q1", "Q2", "Q3"):
        return end + timedelta(days=round((4 - int(metadata.fiscal_period[1])) * 91.3))
    return end


@lru_cache(maxsize=8192)
def _words(text: str) -> _Words:
    folded = text.lower().replace("’", "'").replace("\n", " ")
    month_day, year = _day(folded)
    fiscal = _FISCAL.search(folded)
    if fiscal:
        number = int(fiscal[1])
        year = number if number > 99 else 2000 + number
    elif year is None and (bare := _YEAR.search(folded)):
        year = int(bare[1])
    months = None
    if length := _LENGTH.search(folded):
        count = int(length[1]) if length[1].isdigit() else _NUMBERS[length[1]]
        months = count if length[2] == "month" else _months_of_weeks(count)
    elif _QUARTERLY.search(folded):
        months = 3
    elif _ANNUAL.search(folded):
        months = 12
    quarter = None
    if named := _QUARTER.search(folded):
        quarter = _ORDINALS[named[1]] if named[1] else int(named[2] or named[3])
        months = months or 3
    return _Words(
        months=months,
        month_day=month_day,
        year=year,
        fiscal=fiscal is not None and month_day is None,
        quarter=quarter,
        instant=bool(_INSTANT.search(folded) or _AT_DATE.search(folded)),
        duration=months is not None or " ended" in folded,
    )


def _day(folded: str) -> tuple[tuple[int, int] | None, int | None]:
    """The last complete day in the text, else the last month and day without a year."""
    found: tuple[tuple[int, int] | None, int | None] = (None, None)
    for match in _MONTH_DAY.finditer(folded):
        if found[1] is None or match[3]:
            found = (_MONTH_OF[match[1][:3]], int(match[2])), int(match[3]) if match[3] else None
    if found[0] is None and (match := _DAY_MONTH.search(folded)):
        found = (_MONTH_OF[match[2][:3]], int(match[1])), int(match[3]) if match[3] else None
    if found[0] is None and (match := _NUMERIC.search(folded)):
        if match[1]:
            year = int(match[3])
            found = (int(match[1]), int(match[2])), year if year > 99 else 2000 + year
        else:
            found = (int(match[5]), int(match[6])), int(match[4])
    if found[0] is not None and found[1] is None and (bare := _YEAR.search(folded)):
        found = found[0], int(bare[1])
    return found


def _months_of_weeks(weeks: int) -> int:
    return round(weeks / 4.345)


def _around(*texts: str) -> _Words:
    """What the corner, caption and context say together; the first to speak wins."""
    merged = _Words()
    for text in texts:
        words = _words(text)
        merged = _Words(
            months=merged.months or words.months,
            month_day=merged.month_day or words.month_day,
            year=merged.year or words.year,
            fiscal=merged.fiscal or (merged.year is None and words.fiscal),
            quarter=merged.quarter or words.quarter,
            instant=merged.instant or (words.instant and not merged.duration),
            duration=merged.duration or (words.duration and not merged.instant),
        )
    return merged


def _fill(read: list[_Words], around: _Words) -> list[_Words]:
    """Give columns that say only a part what their left neighbours and the caption say."""
    filled: list[_Words] = []
    last = _Words()
    years = any(words.year for words in read)
    lengths = any(words.months for words in read)
    for words in read:
        if words.year is not None or words.months or words.quarter or words.month_day:
            same_kind = not words.instant
            heir = replace(
                words,
                months=words.months or (last.months if same_kind and not words.instant else None),
                month_day=words.month_day
                or (last.month_day if not words.fiscal and not words.quarter else None),
                quarter=words.quarter or (last.quarter if not words.month_day else None),
                duration=words.duration or (last.duration and not words.instant),
                instant=words.instant or (last.instant and not words.duration),
            )
            last = heir
        else:
            heir = words
        filled.append(heir)
    if not years and around.year is not None:
        filled = [
            replace(words, year=around.year) if words.months or words.month_day else words
            for words in filled
        ]
    if not lengths and around.months:
        filled = [
            replace(words, months=around.months)
            if words.year is not None and not words.instant and not words.quarter
            else words
            for words in filled
        ]
    return [
        replace(
            words,
            month_day=words.month_day
            or (around.month_day if not words.fiscal and not words.quarter else None),
            instant=words.instant or (around.instant and not words.duration and not words.months),
            duration=words.duration or (around.duration and not words.instant),
        )
        if words.year is not None
        else words
        for words in filled
    ]


def _shift(columns: list[_Words], metadata: Metadata) -> int:
    """What to add to a bare year to make it the company's fiscal year.

    Bare years are calendar years of the closing date or fiscal years already. Where the two
    differ the largest bare year of the table tells, since it is the document's own year.
    """
    end = _year_end(metadata)
    if end is None or metadata.fiscal_year is None or end.year == metadata.fiscal_year:
        return 0
    bare = [words.year for words in columns if words.year and not words.fiscal]
    return metadata.fiscal_year - end.year if bare and max(bare) == end.year else 0


def _period(
    text: str, words: _Words, table: Table, metadata: Metadata, shift: int
) -> ColumnPeriod | None:
    folded = text.lower()
    if _NOTE.match(folded.strip()):
        return ColumnPeriod(role="note")
    role = "value"
    if _CHANGE.search(folded):
        role = "change"
    elif _PERCENT.search(folded):
        role = "percent"
    if words.year is None:
        return ColumnPeriod(role=role) if role != "value" else None
    return replace(_resolve(words, metadata, shift, table.statement), role=role)


def _resolve(
    words: _Words, metadata: Metadata, shift: int, statement: Statement | None
) -> ColumnPeriod:
    assert words.year is not None
    end = _date(words.year, words.month_day)
    year: int | None = words.year if words.fiscal else words.year + shift
    quarter = f"Q{words.quarter}" if words.quarter else ""
    placed = fiscal_year_of(end, metadata) if end and not words.fiscal else None
    if placed:
        year = placed[0]
        quarter = quarter or f"Q{placed[1]}"
    kind = "instant" if words.instant else "duration" if words.duration or words.months else ""
    if statement is Statement.BALANCE_SHEET:
        kind = "instant"
    elif statement in (Statement.INCOME, Statement.CASH_FLOW, Statement.COMPREHENSIVE_INCOME):
        kind = "duration"
    months = words.months if kind != "instant" else None
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
