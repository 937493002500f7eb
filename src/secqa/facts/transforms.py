"""Printed text of a tag -> the value it stands for, as its `format` attribute says.

Names of the transformation registries (`ixt` 1 to 5, `ixt-sec`) differ in hyphens and case
only where they mean the same, so a format is looked up by its bare letters.
"""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import lru_cache

_NOISE = re.compile(r"[\s$€£¥'’]")
_DIGITS = re.compile(r"\d+\.?\d*|\.\d+")
_ZEROS = {"fixedzero", "zerodash", "numdash"}
_COMMA_DECIMALS = {
    "numcomma",
    "numdotcomma",
    "numspacecomma",
    "numcommadecimal",
    "numcommadecimalapos",
}
# fmt: off
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_MONTHS = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)
# fmt: on
_WORDS = {word: value for value, word in enumerate(_ONES)}
_WORDS |= {word: 20 + 10 * place for place, word in enumerate(_TENS)}
_WORDS |= {"no": 0, "none": 0, "nil": 0, "a": 1, "an": 1}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def number_of(text: str, transform: str) -> Decimal:
    """The unscaled, unsigned number that a tagged text stands for.

    Raises ValueError when the text is no number in that format.
    """
    name = _bare(transform)
    if name in _ZEROS:
        return Decimal(0)
    if name.startswith("numwords"):
        return Decimal(number_in_words(text))
    digits = _NOISE.sub("", text)
    if name.startswith("numunitdecimal"):
        # "1,234 dollars 56 cents": the unit's name stands where the point would.
        digits = ".".join(re.findall(r"\d[\d.,]*", digits.replace(",", "")))
    elif name in _COMMA_DECIMALS:
        digits = digits.replace(".", "").replace(",", ".")
    digits = digits.replace(",", "")
    if digits in ("-", "–", "—"):
        return Decimal(0)  # a dash tagged without a format: how zero is printed
    if not _DIGITS.fullmatch(digits):
        raise ValueError(f"{text!r} is no number")
    return Decimal(digits)


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
        elif word.replace(",", "").isdigit():
            group += int(word.replace(",", ""))
        else:
            raise ValueError(f"{word!r} is no number")
    return total + group


def text_of(text: str, transform: str) -> str:
    """The canonical form of a tagged text: dates as ISO, booleans as true and false.

    Texts in a format that only rewords them (names of exchanges, durations) stay as printed.
    """
    plain = " ".join(text.split())
    name = _bare(transform)
    convert = _TEXTS.get(name)
    if convert is None:
        return plain
    try:
        return convert(plain)
    except (ValueError, IndexError):
        # What does not follow its format is kept as it is printed: it is only a text.
        return plain


@lru_cache(maxsize=256)
def _bare(transform: str) -> str:
    return re.sub(r"[^a-z]", "", transform.split(":")[-1].lower())


def _month(word: str) -> int:
    return _MONTHS.index(word.lower()[:3]) + 1


def _pieces(text: str) -> list[str]:
    return re.findall(r"[A-Za-z]+|\d+", text)


def _year(digits: str) -> int:
    return int(digits) + 2000 if len(digits) <= 2 else int(digits)


def _month_day_year_words(text: str) -> str:
    month, day, year = _pieces(text)[:3]
    return date(_year(year), _month(month), int(day)).isoformat()


def _day_month_year_words(text: str) -> str:
    day, month, year = _pieces(text)[:3]
    return date(_year(year), _month(month), int(day)).isoformat()


def _month_day_year(text: str) -> str:
    month, day, year = _pieces(text)[:3]
    return date(_year(year), int(month), int(day)).isoformat()


def _day_month_year(text: str) -> str:
    day, month, year = _pieces(text)[:3]
    return date(_year(year), int(month), int(day)).isoformat()


def _month_day_words(text: str) -> str:
    month, day = _pieces(text)[:2]
    return f"--{_month(month):02}-{int(day):02}"


def _month_day(text: str) -> str:
    month, day = _pieces(text)[:2]
    return f"--{int(month):02}-{int(day):02}"


def _month_year_words(text: str) -> str:
    month, year = _pieces(text)[:2]
    return f"{_year(year):04}-{_month(month):02}"


_TEXTS: dict[str, Callable[[str], str]] = {
    "datemonthnamedayyearen": _month_day_year_words,
    "datemonthdayyearen": _month_day_year_words,
    "datelongus": _month_day_year_words,
    "datedaymonthnameyearen": _day_month_year_words,
    "datedaymonthyearen": _day_month_year_words,
    "datelonguk": _day_month_year_words,
    "datemonthdayyear": _month_day_year,
    "dateslashus": _month_day_year,
    "datedaymonthyear": _day_month_year,
    "dateslasheu": _day_month_year,
    "datemonthnamedayen": _month_day_words,
    "datemonthdayen": _month_day_words,
    "datemonthday": _month_day,
    "datemonthnameyearen": _month_year_words,
    "datemonthyearen": _month_year_words,
    "fixedtrue": lambda _: "true",
    "booleantrue": lambda _: "true",
    "fixedfalse": lambda _: "false",
    "booleanfalse": lambda _: "false",
    "boolballotbox": lambda text: "true" if text in ("☑", "☒", "þ", "x", "X", "R") else "false",
    "fixedempty": lambda _: "",
    "nocontent": lambda _: "",
}
