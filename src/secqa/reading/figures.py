"""The figures that a text states: a text in, values with unit, year and printed precision out.

The same figure is printed in many ways: "$1,577 million", "1.6bn", "5.1%", "510 basis points".
Numbers are found as the reader finds them in sentences; what analysts shorten is written out
before. Years are figures too, with a unit of their own: a report of another year says other things.
"""

import re
from dataclasses import dataclass

from secqa.parsing.lexicon import class_runs, stem, words
from secqa.reading.mentions import Mention, Year, mentions, paired

_SHORT = (
    (re.compile(r"\bfy\s?'?(?=\d)|\bq[1-4]\s?'(?=\d)"), " "),
    (re.compile(r"(?<=\d)\s?(?:mn|mln|mm|m)\b"), " million"),
    (re.compile(r"(?<=\d)\s?(?:bn|bln|b)\b"), " billion"),
    (re.compile(r"(?<=\d)\s?(?:k)\b"), " thousand"),
    (re.compile(r"(?<=\d)\s?(?:pp|ppts?|pct)\b"), "%"),
)
"""How analysts shorten what reports write out."""
_BASIS_POINTS = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s?(?:basis points?|bps?)\b")
_YEAR = re.compile(r"(?<![\w.,/$€£-])(?:19|20)\d\d(?![\w%]|,\d|\.\d)")
_LIST_MARK = re.compile(r"(?<!\S)\(?\d{1,2}[).](?=\s)")
_MINUS = re.compile(r"[-−]\s?$")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n+")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a text."""

    value: float
    """Scaled; percentages as printed."""
    unit: str
    """`money`, `percent`, `year`, or "" for a bare number."""
    half: float
    """Half a unit of the last printed place."""
    digits: int
    """Printed, without zeros before the first and after the last of them."""
    scaled: bool
    """It names its own scale: "5.3 billion"."""
    year: int | None
    """That its sentence gives it."""
    negative: bool
    """A minus sign or brackets, or a word of falling in its sentence."""
    text: str

    @property
    def size(self) -> float:
        return abs(self.value)


def figures_in(text: str) -> tuple[Figure, ...]:
    """All figures of a text in order."""
    return tuple(one for part in sentences(written_out(text)) for one in _of_sentence(part))


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text."""
    return [part for part in _SENTENCE.split(text) if part.strip()]


def written_out(text: str) -> str:
    """The text in small letters, with what analysts shorten written out, without list marks."""
    folded = _LIST_MARK.sub(" ", text.lower().replace("~", " ").replace("’", "'"))
    for short, whole in _SHORT:
        folded = short.sub(whole, folded)
    return _BASIS_POINTS.sub(lambda m: f"{float(m[1].replace(',', '')) / 100:g}%", folded)


def _of_sentence(text: str) -> list[Figure]:
    named = tuple(Year(int(found[0]), *found.span()) for found in _YEAR.finditer(text))
    given = mentions(text)
    falls = _falls(text)
    found = [_figure(one, year, text, falls) for one, year in paired(given, named, text)]
    return found + [Figure(y.year, "year", 0, 4, True, None, False, str(y.year)) for y in named]


def _figure(one: Mention, year: int | None, text: str, falls: bool) -> Figure:
    printed = re.sub(r"[^\d.]", "", one.text).rstrip(".")
    places = len(printed.partition(".")[2])
    scale = abs(one.value) / float(printed) if float(printed) else 1.0
    value = -one.value if one.value > 0 and _MINUS.search(text[: one.start]) else one.value
    unit = "percent" if one.percent else "money" if one.money else ""
    digits = len(printed.replace(".", "").strip("0"))
    half = 0.5 * 10.0**-places * scale
    return Figure(value, unit, half, digits, one.scaled, year, falls or value < 0, one.text)


def _falls(text: str) -> bool:
    return any("down" in classes for _, _, classes in class_runs([stem(w) for w in words(text)]))
