"""Dates as filings print them -> ISO: whole ones, and those that lack the year or the day.

The registries have formats for two dozen languages, the eras of Japan and the Indian calendar.
"""

import re
from datetime import date, timedelta

from secqa.facts.months import month_number

_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
_ERAS = {"明": 1867, "大": 1911, "昭": 1925, "平": 1988, "令": 2018}
"""The year before the first of an era, by how its name begins."""
_PIECE = re.compile(r"\d+|[^\W\d_](?:[^\d\s.,;:/'’()_–—-]*)|--")


def date_of(text: str, order: str, language: str = "en") -> str:
    """`order` says what stands where, "mdy": "May 31, 2023" -> "2023-05-31".

    Without a year "--05-31", without a day "2023-05". A month is a number or a word in the
    language, "roman" included; years of "saka" are those of the Indian calendar.
    Raises ValueError or IndexError for what is no such date.
    """
    pieces = [_number(piece, language) for piece in _PIECE.findall(text)]
    numbers = [number for number in pieces if number]
    values = dict(zip(order, (numbers[place] for place in range(len(order))), strict=True))
    month = values["m"]
    if not 1 <= month <= 12:
        raise ValueError(f"{text!r} has no month")
    if "d" not in values:
        return f"{_year(values['y']):04}-{month:02}"
    if "y" not in values:
        date(2000, month, values["d"])
        return f"--{month:02}-{values['d']:02}"
    if language == "saka":
        return _from_saka(values["y"], month, values["d"]).isoformat()
    return date(_year(values["y"]), month, values["d"]).isoformat()


def japanese_date(text: str, order: str) -> str:
    """ "令和5年12月31日" -> "2023-12-31"; the first year of an era is 元."""
    era = next((era for era in _ERAS if era in text), "")
    numbers = re.findall(r"\d+", text.replace("元", "1"))
    if not era or not numbers:
        raise ValueError(f"{text!r} names no era")
    return date_of(" ".join([str(_ERAS[era] + int(numbers[0])), *numbers[1:]]), order)


def quarter_end(text: str) -> str:
    """The last day of a quarter of the calendar: "third quarter of 2024" -> "2024-09-30"."""
    number = re.search(r"\b(?:Q?([1-4])(?:st|nd|rd|th)?)\b", text)
    named = [value for word, value in _QUARTERS.items() if word in text.lower()]
    quarter = named[0] if named else int(number[1]) if number else 0
    found = re.search(r"\b(?:19|20)\d\d\b", text)
    if not quarter or found is None:
        raise ValueError(f"{text!r} is no quarter")
    after = date(int(found[0]) + quarter // 4, quarter % 4 * 3 + 1, 1)
    return (after - timedelta(days=1)).isoformat()


def _number(piece: str, language: str) -> int:
    """A number, or the number of a month; 0 for other words: "31 de diciembre", "2024 m."."""
    return int(piece) if piece.isdecimal() else month_number(piece, language)


def _from_saka(year: int, month: int, day: int) -> date:
    """Its first month begins on 22 March and has 30 days, in leap years 21 March and 31."""
    western = year + 78
    leap = western % 4 == 0 and (western % 100 != 0 or western % 400 == 0)
    lengths = [30 + leap, *[31] * 5, *[30] * 6]
    if not 1 <= day <= lengths[month - 1]:
        raise ValueError(f"month {month} has no day {day}")
    return date(western, 3, 22 - leap) + timedelta(days=sum(lengths[: month - 1]) + day - 1)


def _year(number: int) -> int:
    return number + 2000 if number < 100 else number
