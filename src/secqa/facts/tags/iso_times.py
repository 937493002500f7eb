"""Convert printed dates and durations to ISO 8601, and number words to integers.

"May 31, 2023" becomes 2023-05-31, with or without the year or the day; "five years" P5Y; "3.5"
years P3Y6M. Dates in other languages and calendars, which SEC filings do not use, are not
converted. As in EDGAR, parts of a duration below a day are dropped, and for durations in hours
parts below an hour. All functions raise `ValueError` for other texts.
"""

import re
from datetime import date, timedelta
from fractions import Fraction

from secqa.filings.dates import MONTH_OF, YEAR
from secqa.filings.decoding import whole_number

_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
_PIECE = re.compile(r"\d+|[^\W\d_](?:[^\d\s.,;:/'’()_–—-]*)|--")
_DAYS_OF_A_MONTH = Fraction(36525, 1200)
_UNITS = (("Y", r"years?"), ("M", r"months?"), ("W", r"weeks?"), ("D", r"days?"))


# -- dates --------------------------------------------------------------------------------


def date_of(text: str, order: str) -> str:
    """Convert a date whose parts have this `order`: "May 31, 2023", "mdy" -> "2023-05-31".

    Without a year "--05-31", without a day "2023-05". A month is a number or an English word.
    Raises `ValueError` or `IndexError` for other texts.
    """
    pieces = [_number(piece) for piece in _PIECE.findall(text)]
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
    return date(_year(values["y"]), month, values["d"]).isoformat()


def quarter_end(text: str) -> str:
    """The last day of a calendar quarter: "third quarter of 2024" -> "2024-09-30"."""
    number = re.search(r"\b(?:Q?([1-4])(?:st|nd|rd|th)?)\b", text)
    named = [value for word, value in _QUARTERS.items() if word in text.lower()]
    quarter = named[0] if named else int(number[1]) if number else 0
    year = YEAR.search(text)
    if not quarter or year is None:
        raise ValueError(f"{text!r} is no quarter")
    after = date(int(year[0]) + quarter // 4, quarter % 4 * 3 + 1, 1)
    return (after - timedelta(days=1)).isoformat()


def _number(piece: str) -> int:
    """Parse a number or the name of a month; 0 for other words."""
    return int(piece) if piece.isdecimal() else MONTH_OF.get(piece[:3].lower(), 0)


def _year(number: int) -> int:
    return number + 2000 if number < 100 else number


# -- lengths of time ----------------------------------------------------------------------


def iso_years(text: str) -> str:
    """Convert years: "2.25" -> "P2Y3M"."""
    whole, rest = _split(text)
    more, part = divmod(rest * 12, 1)
    return _duration(Y=whole, M=int(more), D=int(part * _DAYS_OF_A_MONTH))


def iso_months(text: str) -> str:
    """Convert months: "18" -> "P18M"."""
    whole, rest = _split(text)
    return _duration(M=whole, D=int(rest * _DAYS_OF_A_MONTH))


def iso_days(text: str, of: int = 1) -> str:
    """Convert days: "90" -> "P90D"; with `of` 7, weeks."""
    whole, rest = divmod(_amount(text) * of, 1)
    return f"P{int(whole)}D" + (f"T{int(rest * 24)}H" if rest else "")


def iso_hours(text: str) -> str:
    """Convert hours: "36" -> "PT36H"."""
    return f"PT{int(_amount(text))}H"


def duration_in_words(text: str) -> str:
    """Convert a duration in words: "two years and six months" -> "P2Y6M"."""
    spaced = re.sub(r"[-‐‑‒–—,]", " ", text.lower())
    amounts = {}
    at = 0
    for unit, words in _UNITS:
        match = re.search(rf"\b{words}\b", spaced[at:])
        if match:
            amounts[unit] = number_in_words(spaced[at : at + match.start()])
            at += match.end()
    if spaced.strip() in ("no", "none", "zero"):
        return "P0D"
    if not amounts or spaced[at:].strip():
        raise ValueError(f"{text!r} is no length of time")
    if "W" in amounts:
        amounts["D"] = amounts.pop("W") * 7 + amounts.get("D", 0)
    return _duration(**amounts)


def _split(text: str) -> tuple[int, Fraction]:
    whole, rest = divmod(_amount(text), 1)
    return int(whole), rest


def _amount(text: str) -> Fraction:
    return Fraction(text.replace(",", "").strip())


def _duration(**amounts: int) -> str:
    length = "".join(f"{amount}{unit}" for unit, amount in amounts.items() if amount)
    return f"P{length}" if length else "P0D"


# fmt: off
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# fmt: on
NUMBER_WORDS = (*_ONES, *_TENS, "hundred")
_WORDS = {word: value for value, word in enumerate(_ONES)}
_WORDS |= {word: 20 + 10 * place for place, word in enumerate(_TENS)}
_WORDS |= {"no": 0, "none": 0, "nil": 0, "a": 1, "an": 1}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def number_in_words(text: str) -> int:
    """Parse a number in words and digits: "one hundred and twenty-five million" -> 125000000.

    Raises `ValueError` for other texts.
    """
    total = group = 0
    words = re.findall(r"[a-z]+|[\d,]+", text.lower())
    counted = [word for word in words if word != "and"]
    if not counted:
        raise ValueError(f"no number in {text!r}")
    for word in counted:
        if word in _WORDS:
            group += _WORDS[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        elif word in _SCALES:
            total += max(group, 1) * _SCALES[word]
            group = 0
        elif (number := whole_number(word.replace(",", ""))) is not None:
            group += number
        else:
            raise ValueError(f"{word!r} is no number")
    return total + group
