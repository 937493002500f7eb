"""Dates and lengths of time as filings print them -> ISO 8601.

"May 31, 2023" is 2023-05-31, whole or without the year or the day; "five years" is P5Y, "3.5" years
P3Y6M. What of a length is less than a day, or where hours count less than an hour, is left off,
as EDGAR does. What is no such time raises ValueError. EDGAR takes filings in English only.
"""

import re
from datetime import date
from fractions import Fraction

from secqa.facts.tags.number_words import number_in_words
from secqa.filings.days import MONTH_OF, whole_year

_PIECE = re.compile(r"\d+|[a-z]+")
_DAYS_OF_A_MONTH = Fraction(36525, 1200)
_UNITS = (("Y", r"years?"), ("M", r"months?"), ("W", r"weeks?"), ("D", r"days?"))


def date_of(text: str, order: str) -> str:
    """`order` says what stands where, "mdy": "May 31, 2023" -> "2023-05-31".

    Without a year "--05-31", without a day "2023-05". A month is a number or a word.
    Raises ValueError or IndexError for what is no such date.
    """
    pieces = _PIECE.findall(text.lower())
    found = [int(one) if one.isdecimal() else MONTH_OF.get(one[:3], 0) for one in pieces]
    numbers = [number for number in found if number]
    values = dict(zip(order, (numbers[place] for place in range(len(order))), strict=True))
    month = values["m"]
    if not 1 <= month <= 12:
        raise ValueError(f"{text!r} has no month")
    if "d" not in values:
        return f"{whole_year(values['y']):04}-{month:02}"
    if "y" not in values:
        date(2000, month, values["d"])
        return f"--{month:02}-{values['d']:02}"
    return date(whole_year(values["y"]), month, values["d"]).isoformat()


def iso_years(text: str) -> str:
    """ "2.25" -> "P2Y3M"."""
    whole, rest = _split(text)
    more, part = divmod(rest * 12, 1)
    return _duration(Y=whole, M=int(more), D=int(part * _DAYS_OF_A_MONTH))


def iso_months(text: str) -> str:
    """ "18" -> "P18M"."""
    whole, rest = _split(text)
    return _duration(M=whole, D=int(rest * _DAYS_OF_A_MONTH))


def iso_days(text: str, of: int = 1) -> str:
    """ "90" -> "P90D"; `of` 7 reads weeks."""
    whole, rest = divmod(_amount(text) * of, 1)
    return f"P{int(whole)}D" + (f"T{int(rest * 24)}H" if rest else "")


def iso_hours(text: str) -> str:
    """ "36" -> "PT36H"."""
    return f"PT{int(_amount(text))}H"


def duration_in_words(text: str) -> str:
    """ "two years and six months" -> "P2Y6M"."""
    spaced = re.sub(r"[-‐‑‒–—,]", " ", text.lower())
    found = {}
    at = 0
    for unit, words in _UNITS:
        match = re.search(rf"\b{words}\b", spaced[at:])
        if match:
            found[unit] = _words(spaced[at : at + match.start()])
            at += match.end()
    if spaced.strip() in ("no", "none", "zero"):
        return "P0D"
    if not found or spaced[at:].strip():
        raise ValueError(f"{text!r} is no length of time")
    if "W" in found:
        found["D"] = found.pop("W") * 7 + found.get("D", 0)
    return _duration(**found)


def _words(text: str) -> int:
    return number_in_words(re.sub(r"^\s*and\b", "", text))


def _split(text: str) -> tuple[int, Fraction]:
    whole, rest = divmod(_amount(text), 1)
    return int(whole), rest


def _amount(text: str) -> Fraction:
    return Fraction(text.replace(",", "").strip())


def _duration(**amounts: int) -> str:
    said = "".join(f"{amount}{unit}" for unit, amount in amounts.items() if amount)
    return f"P{said}" if said else "P0D"
