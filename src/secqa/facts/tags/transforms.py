"""Printed text of a tag -> the value it stands for, as its `format` attribute says.

Names of the transformation registries (`ixt` 1 to 5, `ixt-sec`) differ in hyphens and case
only where they mean the same, so a format is looked up by its bare letters.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache, partial

from secqa.facts.tags.iso_times import (
    date_of,
    duration_in_words,
    iso_days,
    iso_hours,
    iso_months,
    iso_years,
)
from secqa.facts.tags.number_words import number_in_words
from secqa.facts.tags.official_names import country_code, exchange_code, filer_category, state_code

_NOISE = re.compile(r"[\s$€£¥'’`´′＇]")
_DIGITS = re.compile(r"\d+\.?\d*|\.\d+")
_ZEROS = {"fixedzero", "zerodash", "numdash"}
_COMMA_DECIMALS = frozenset(
    ["numcomma", "numdotcomma", "numspacecomma", "numcommadecimal", "numcommadecimalapos"]
)


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
    if name in _COMMA_DECIMALS:
        digits = digits.replace(".", "").replace(",", ".")
    digits = digits.replace(",", "")
    if digits in ("-", "–", "—"):
        return Decimal(0)  # a dash tagged without a format: how zero is printed
    if not _DIGITS.fullmatch(digits):
        raise ValueError(f"{text!r} is no number")
    return Decimal(digits)


def text_of(text: str, transform: str) -> str:
    """The canonical form of a tagged text: ISO dates and durations, booleans, official names.

    Texts that do not follow their format, or have none, stay as they are printed.
    """
    plain = " ".join(text.split())
    name = _bare(transform)
    try:
        convert = _TEXTS.get(name) or _date_format(name)
        return convert(plain) if convert is not None else plain
    except (ValueError, IndexError, ArithmeticError):
        # What does not follow its format is kept as it is printed: it is only a text.
        return plain


@lru_cache(maxsize=256)
def _bare(transform: str) -> str:
    return re.sub(r"[^a-z]", "", transform.split(":")[-1].lower())


_DATE = re.compile(r"date((?:day|monthname|month|year)+)(?:en)?")
_PART = re.compile(r"day|month(?:name)?|year")


@lru_cache(maxsize=256)
def _date_format(name: str) -> Callable[[str], str] | None:
    """How dates of a format are read: `datemonthnamedayyearen` names its order."""
    named = _DATE.fullmatch(name)
    if named is None:
        return None
    return partial(date_of, order="".join(part[0] for part in _PART.findall(named[1])))


def _ballot_box(text: str) -> bool:
    return text in ("☑", "☒", "þ", "x", "X", "R")


_TEXTS: dict[str, Callable[[str], str]] = {
    "fixedtrue": lambda _: "true",
    "booleantrue": lambda _: "true",
    "fixedfalse": lambda _: "false",
    "booleanfalse": lambda _: "false",
    "boolballotbox": lambda text: "true" if _ballot_box(text) else "false",
    "yesnoballotbox": lambda text: "Yes" if _ballot_box(text) else "No",
    "fixedempty": lambda _: "",
    "nocontent": lambda _: "",
    "duryear": iso_years,
    "durmonth": iso_months,
    "durweek": lambda text: iso_days(text, of=7),
    "durday": iso_days,
    "durhour": iso_hours,
    "durwordsen": duration_in_words,
    "stateprovnameen": state_code,
    "countrynameen": country_code,
    "exchnameen": exchange_code,
    "entityfilercategoryen": filer_category,
}
