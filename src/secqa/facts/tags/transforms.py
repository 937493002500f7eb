"""Convert the printed text of a tag to a value as its `format` attribute specifies.

Names in the transformation registries (`ixt` 3 to 5, `ixt-sec`) that differ only in hyphens and
case mean the same, so a format is looked up by its letters. Names on a cover ("Delaware") stay as
they are printed; the registry of the SEC has codes for them.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache, partial
from string import ascii_lowercase

from secqa.facts.tags.iso_times import (
    date_of,
    duration_in_words,
    iso_days,
    iso_hours,
    iso_months,
    iso_years,
    number_in_words,
)
from secqa.files import bundled_toml
from secqa.filings.decoding import folded


def country_names(code: str) -> tuple[str, ...]:
    """The names of a country, its ISO code first."""
    return (code, *_countries().get(code, ()))


@lru_cache
def _countries() -> dict[str, list[str]]:
    return bundled_toml("secqa.facts.tags", "countries.toml")


_NOISE = re.compile(r"[\s$€£¥'’`´′＇]")
_DIGITS = re.compile(r"\d+\.?\d*|\.\d+")
_ZEROS = {"fixedzero", "zerodash", "numdash"}
_COMMA_DECIMALS = frozenset(
    ["numcomma", "numdotcomma", "numspacecomma", "numcommadecimal", "numcommadecimalapos"]
)


def number_of(text: str, transform: str) -> Decimal:
    """Convert a tagged text to its unscaled, unsigned number.

    Raises `ValueError` if the text does not match its format.
    """
    name = _bare(transform)
    if name in _ZEROS:
        return Decimal(0)
    if name.startswith("numwords"):
        return Decimal(number_in_words(text))
    digits = _NOISE.sub("", text)
    if name.startswith("numunitdecimal"):
        # "1,234 dollars 56 cents": the unit's name stands where the point would.
        whole, cents = re.findall(r"\d[\d.,，]*", digits) or ("", "")
        digits = f"{''.join(filter(str.isdigit, whole))}.{cents.zfill(2)}"
    elif name in _COMMA_DECIMALS:
        digits = digits.replace(".", "").replace(",", ".")
    digits = digits.replace(",", "")
    if digits in ("-", "–", "—"):
        return Decimal(0)  # a dash tagged without a format: how zero is printed
    if not _DIGITS.fullmatch(digits):
        raise ValueError(f"{text!r} is no number")
    return Decimal(digits)


def text_of(text: str, transform: str) -> str:
    """Convert a tagged text to canonical form: ISO dates and durations, booleans.

    Texts without a format or that do not match it are unchanged.
    """
    plain = folded(text)
    name = _bare(transform)
    try:
        convert = _TEXTS.get(name) or _date_format(name)
        return convert(plain) if convert is not None else plain
    except (ValueError, IndexError, ArithmeticError):
        # What does not follow its format is kept as it is printed: it is only a text.
        return plain


@lru_cache(maxsize=256)
def _bare(transform: str) -> str:
    return "".join(c for c in transform.split(":")[-1].lower() if c in ascii_lowercase)


_DATE = re.compile(r"date((?:day|monthname|month|year)+)(?:en|cjk|us|uk)?")
_PART = re.compile(r"day|month(?:name)?|year")


@lru_cache(maxsize=256)
def _date_format(name: str) -> Callable[[str], str] | None:
    """Choose the conversion of dates; `datedaymonthnameyearen` contains order and language."""
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
    "durday": iso_days,
    "durhour": iso_hours,
    "durwordsen": duration_in_words,
}
