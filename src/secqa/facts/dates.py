"""Dates as filings print them -> ISO: whole ones, and those that lack the year or the day."""

import re
from datetime import date, timedelta

# fmt: off
_MONTHS = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
# fmt: on


def date_of(text: str, order: str) -> str:
    """`order` says what stands where, "mdy": "May 31, 2023" -> "2023-05-31".

    Without a year "--05-31", without a day "2023-05". A month is a name or a number.
    Raises ValueError or IndexError for what is no such date.
    """
    pieces = [p for p in re.findall(r"[A-Za-z]+|\d+", text) if p not in ("st", "nd", "rd", "th")]
    values = dict(zip(order, (pieces[place] for place in range(len(order))), strict=True))
    month = _month(values["m"])
    if "d" not in values:
        return f"{_year(values['y']):04}-{month:02}"
    day = int(values["d"])
    if "y" not in values:
        date(2000, month, day)
        return f"--{month:02}-{day:02}"
    return date(_year(values["y"]), month, day).isoformat()


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


def _month(word: str) -> int:
    return int(word) if word.isdigit() else _MONTHS.index(word.lower()[:3]) + 1


def _year(digits: str) -> int:
    return int(digits) + 2000 if len(digits) <= 2 else int(digits)
