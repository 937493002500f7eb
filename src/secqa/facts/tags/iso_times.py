"""Convert printed dates and lengths of time to ISO 8601, and number words to integers.

"May 31, 2023" becomes 2023-05-31, with or without the year or the day; "five years" P5Y; "3.5"
years P3Y6M. The registries have formats for two dozen languages (`months.toml`), eras of Japan and
the Indian calendar. Like EDGAR, parts of a length below a day are dropped, and for lengths in
hours parts below an hour. All functions raise ValueError for other texts.
"""

import re
import unicodedata
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache

from secqa.files import bundled_toml
from secqa.filings.dates import YEAR
from secqa.filings.decoding import whole_number

_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
_ERAS = {"明": 1867, "大": 1911, "昭": 1925, "平": 1988, "令": 2018}
"""The year before the first of an era, by how its name begins."""
_PIECE = re.compile(r"\d+|[^\W\d_](?:[^\d\s.,;:/'’()_–—-]*)|--")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_SAME = {"dk": "da", "in": "hi"}
"""What the third registry calls a language, and what the others do."""
_DAYS_OF_A_MONTH = Fraction(36525, 1200)
_UNITS = (("Y", r"years?"), ("M", r"months?"), ("W", r"weeks?"), ("D", r"days?"))


# -- dates --------------------------------------------------------------------------------


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
    year = YEAR.search(text)
    if not quarter or year is None:
        raise ValueError(f"{text!r} is no quarter")
    after = date(int(year[0]) + quarter // 4, quarter % 4 * 3 + 1, 1)
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


# -- names of months ----------------------------------------------------------------------


def month_number(word: str, language: str) -> int:
    """1 to 12; 0 for a word that is no month. `language` "roman" is numbers as I to XII."""
    letters = unicodedata.normalize("NFKD", word.lower())
    plain = "".join(letter for letter in letters if not "\u0300" <= letter <= "\u036f")
    if language == "roman":
        return _ROMAN.index(plain) + 1 if plain in _ROMAN else 0
    matches = [b for b in _beginnings(_SAME.get(language, language)) if plain.startswith(b[0])]
    return max(matches, key=lambda beginning: len(beginning[0]))[1] if matches else 0


@lru_cache
def _beginnings(language: str) -> tuple[tuple[str, int], ...]:
    """The beginnings of names in a language, and the numbers of their months."""
    return tuple(
        (unicodedata.normalize("NFKD", beginning), number)
        for number, spellings in enumerate(_month_names().get(language, "").split(), 1)
        for beginning in spellings.split("|")
    )


@lru_cache
def _month_names() -> dict[str, str]:
    return bundled_toml("secqa.facts.tags", "months.toml")


# -- lengths of time ----------------------------------------------------------------------


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
    """ "one hundred and twenty-five million" -> 125000000; digits may stand among the words.

    Raises ValueError for anything else.
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
