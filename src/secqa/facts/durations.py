"""Lengths of time as filings print them -> ISO durations: "five years" is P5Y, "3.5" years P3Y6M.

What is less than a day, or where hours count less than an hour, is left off, as EDGAR does.
Raises ValueError for what is no such length.
"""

import re
from fractions import Fraction

from secqa.facts.number_words import number_in_words

_DAYS_OF_A_MONTH = Fraction(36525, 1200)
_UNITS = (("Y", r"years?"), ("M", r"months?"), ("W", r"weeks?"), ("D", r"days?"))


def years(text: str) -> str:
    """ "2.25" -> "P2Y3M"."""
    whole, rest = _split(text)
    more, part = divmod(rest * 12, 1)
    return _duration(Y=whole, M=int(more), D=int(part * _DAYS_OF_A_MONTH))


def months(text: str) -> str:
    """ "18" -> "P18M"."""
    whole, rest = _split(text)
    return _duration(M=whole, D=int(rest * _DAYS_OF_A_MONTH))


def days(text: str, of: int = 1) -> str:
    """ "90" -> "P90D"; `of` 7 reads weeks."""
    whole, rest = divmod(_amount(text) * of, 1)
    return f"P{int(whole)}D" + (f"T{int(rest * 24)}H" if rest else "")


def hours(text: str) -> str:
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
