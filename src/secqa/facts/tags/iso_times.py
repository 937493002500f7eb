"""Dates and lengths of time as filings print them -> ISO 8601.

"May 31, 2023" is 2023-05-31, whole or without the year or the day; "five years" is P5Y, "3.5" years
P3Y6M. The registries have formats for two dozen languages, the eras of Japan and the Indian
calendar. What of a length is less than a day, or where hours count less than an hour, is left off,
as EDGAR does. What is no such time raises ValueError.
"""

import re
import unicodedata
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache

from secqa.facts.tags.number_words import number_in_words

_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
_ERAS = {"明": 1867, "大": 1911, "昭": 1925, "平": 1988, "令": 2018}
"""The year before the first of an era, by how its name begins."""
_PIECE = re.compile(r"\d+|[^\W\d_](?:[^\d\s.,;:/'’()_–—-]*)|--")
# fmt: off
_BEGIN = {
    "bg": "ян фев мар апр маи юни юли авг сеп окт ное дек",
    "cs": "led uno bre dub kve cerven|cervn|cvn cervenc|cervene|cvc srp zar rij lis pro",
    "cy": "ion chwe maw|faw ebr mai|fai meh|feh gor|ngor aws med|fed hyd tach|dach|nhach|thach "
          "rhag|rag",
    "da": "jan feb mar apr maj jun jul aug sep okt nov dec",
    "de": "jan|jaen feb mar|maer apr mai jun jul aug sep okt nov dez",
    "el": "ιαν φεβ μαρ απρ|αριλ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ",
    "en": "jan feb mar apr may jun jul aug sep oct nov dec",
    "es": "ene feb mar abr may jun jul ago sep|set oct nov dic",
    "et": "jaan veebr marts apr mai juuni juuli aug sept okt nov dets",
    "fi": "tam hel maa huh tou kes hei elo syy lok mar jou",
    "fr": "janv fevr mars avr mai juin juil aout sept oct nov dec",
    "hi": "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    "hr": "sij velj ozu tra svi lip srp kol ruj lis stu pro",
    "hu": "jan feb marc apr maj jun jul aug szept okt nov dec",
    "it": "gen feb mar apr mag giu lug ago set ott nov dic",
    "lt": "sau vas kov bal geg bir lie rugp|rgp rugs|rgs spa|spl lap gru|grd",
    "lv": "janv febr marts apr maijs jun jul aug sept okt nov dec",
    "nl": "jan feb maa|mrt apr mei jun jul aug sep okt nov dec",
    "no": "jan feb mar apr mai jun jul aug sep okt nov des",
    "pl": "sty lut mar kwi maj cze lip sie wrz paz lis gru",
    "pt": "jan fev mar abr mai jun jul ago set out nov dez",
    "ro": "ian feb mar apr mai iun iul aug sep oct noi|nov dec",
    "sk": "jan feb mar apr maj jun jul aug sep okt nov dec",
    "sl": "jan feb mar apr maj jun jul avg sep okt nov dec",
    "saka": "chait|चैत्र vai|वैशाख|बैसाख jy|ज्येष्ठ asad|ashad|आषाढ srav|shrav|श्रावण|सावन "
            "bhad|prost|भाद्रपद|भादो asv|asw|ashw|आश्विन kar|कार्तिक agra|marg|मार्गशीर्ष|अगहन "
            "pau|पौष mag|माघ phal|फाल्गुन",
}
# fmt: on
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_SAME = {"dk": "da", "in": "hi"}
"""What the third registry calls a language, and what the others do."""
_ACCENTS = re.compile("[\u0300-\u036f]")
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


# -- names of months ----------------------------------------------------------------------


def month_number(word: str, language: str) -> int:
    """1 to 12; 0 for a word that is no month. `language` "roman" is numbers as I to XII."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", word.lower()))
    if language == "roman":
        return _ROMAN.index(plain) + 1 if plain in _ROMAN else 0
    found = [b for b in _beginnings(_SAME.get(language, language)) if plain.startswith(b[0])]
    return max(found, key=lambda beginning: len(beginning[0]))[1] if found else 0


@lru_cache
def _beginnings(language: str) -> tuple[tuple[str, int], ...]:
    if language not in _BEGIN:
        return ()
    return tuple(
        (unicodedata.normalize("NFKD", beginning), number)
        for number, several in enumerate(_BEGIN[language].split(), 1)
        for beginning in several.split("|")
    )


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
