"""Convert the printed text of a tag to a value as its `format` attribute specifies.

Names in the transformation registries (`ixt` 1 to 5, `ixt-sec`) that differ only in hyphens and
case mean the same, so a format is looked up by its letters. Names on a cover become EDGAR's codes:
"Delaware" is DE, "Nasdaq" NASDAQ.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache, partial
from string import ascii_lowercase
from typing import Any

from secqa.facts.tags.iso_times import (
    date_of,
    duration_in_words,
    iso_days,
    iso_hours,
    iso_months,
    iso_years,
    number_in_words,
    quarter_end,
)
from secqa.files import bundled_toml
from secqa.filings.decoding import folded


def state_code(text: str) -> str:
    """The code of a state or province. Raises `ValueError` for other names."""
    code = _codes()["states"].get(_bare_name(text))
    if code is None:
        raise ValueError(f"{text!r} is no state")
    return code


def country_code(text: str) -> str:
    """The ISO code of a country. Raises `ValueError` for other names."""
    name = _bare_name(text)
    for code, country in _countries().items():
        if name in country["names"]:
            return code
    raise ValueError(f"{text!r} is no country")


def edgar_code(text: str) -> str:
    """EDGAR's code of a state, province or foreign country. Raises `ValueError` for other names."""
    name = _bare_name(text).removesuffix(" canada") or "canada"
    code: str = _codes()["edgar"].get(name) or _countries()[country_code(text)]["edgar"]
    if not code:
        raise ValueError(f"{text!r} has no code of EDGAR's")
    return code


def country_names(code: str) -> tuple[str, ...]:
    """The names of a country, its ISO code first."""
    return (code, *_countries().get(code, {"names": ()})["names"])


def exchange_code(text: str) -> str:
    """The code of an exchange. Raises `ValueError` for other names."""
    name = f" {_bare_name(text)} "
    for phrase, code in _codes()["exchanges"].items():
        if phrase in name:
            return code
    raise ValueError(f"{text!r} is no exchange")


def filer_category(text: str) -> str:
    """Capitalize a filer category: "Large Accelerated Filer". Raises `ValueError` for others."""
    words = re.findall(r"[a-z]+", text.lower())
    if words[-2:] != ["accelerated", "filer"]:
        raise ValueError(f"{text!r} is no filer category")
    before = {"large": "Large ", "non": "Non-"}.get(words[0], "")
    return f"{before}{'a' if before == 'Non-' else 'A'}ccelerated Filer"


def _bare_name(text: str) -> str:
    """Normalise a name: "The U.S. Virgin Islands" -> "us virgin islands"."""
    return " ".join(re.sub(r"[^\w\s-]", "", text.lower()).split()).removeprefix("the ")


def _countries() -> dict[str, dict[str, Any]]:
    return bundled_toml("secqa.facts.tags", "countries.toml")


def _codes() -> dict[str, dict[str, str]]:
    return bundled_toml("secqa.facts.tags", "cover_names.toml")


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
    """Convert a tagged text to canonical form: ISO dates and durations, booleans, official names.

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
_FIRST_DATES = {
    name: order
    for order, names in (
        ("mdy", "datelongus dateshortus dateslashus datedotus"),
        ("dmy", "datelonguk dateshortuk dateslasheu datedoteu dateshorteu"),
        ("md", "datelongmonthdayus dateshortmonthdayus dateslashmonthdayus"),
        ("dm", "datelongdaymonthuk dateshortdaymonthuk dateslashdaymontheu"),
        ("my", "datelongmonthyear dateshortmonthyear"),
        ("ym", "datelongyearmonth dateshortyearmonth"),
    )
    for name in names.split()
}
"""Names in the first registries that do not specify the order of parts."""


@lru_cache(maxsize=256)
def _date_format(name: str) -> Callable[[str], str] | None:
    """Choose the conversion of dates; `datedaymonthnameyearen` contains order and language."""
    named = _DATE.fullmatch(name)
    order = "".join(part[0] for part in _PART.findall(named[1])) if named else ""
    order = _FIRST_DATES.get(name, order)
    return partial(date_of, order=order) if order else None


def _ballot_box(text: str) -> bool:
    return text in ("☑", "☒", "þ", "x", "X", "R")


_TEXTS: dict[str, Callable[[str], str]] = {
    "datequarterend": quarter_end,
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
    "edgarprovcountryen": edgar_code,
    "exchnameen": exchange_code,
    "entityfilercategoryen": filer_category,
}
