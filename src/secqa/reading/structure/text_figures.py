"""Find the numbers and years in a text, and the year of each number.

"$5.3 billion, $4.9 billion and $4.1 billion in 2024, 2023 and 2022, respectively", "$20 million in
2023 and $18 million in 2022": years follow each number or form a separate list. Days, years and
note numbers are no values. `figures_in` also reads the notation of analysts ("1.6bn", "510 bps").
"""

import math
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from secqa.filings.dates import MONTHS
from secqa.filings.document import Metadata
from secqa.filings.tables.column_periods import text_period
from secqa.parsing.lexicon import class_runs, stem, words
from secqa.reading.structure.vocabulary import pattern_of


@dataclass(frozen=True, slots=True)
class TextNumber:
    """A number in a text."""

    value: float
    """Scaled by "million" and the like; percentages as printed."""
    start: int
    end: int
    money: bool
    percent: bool
    scaled: bool
    """Whether it has a scale: "5.3 billion"."""
    text: str


_NUMBER = pattern_of("text_figures", "number")
_LEADS = re.compile(r"(?:,|\b(?:and|or|was|were|is|are|of|to|at|from)) *$")
_CLOSED = re.compile(r"\)(\s?%)?")
_LEAST_UNSCALED = 1e3
"""Numbers from this size on have no implied scale."""
_SCALE = re.compile(r"thousand|million|billion|trillion")
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_MONTH = rf"(?:{MONTHS})\.?"
DATES = re.compile(
    rf"\b{_MONTH}\s+\d{{1,2}}(?:\s*,\s*(?:19|20)\d\d)?(?!\d)|\b\d{{1,2}}\s+{_MONTH}\s+(?:19|20)\d\d"
    r"|\b(?:fiscal(?: years?)?\s+)?(?:19|20)\d\d\b(?!,\d)"
)
_REFERENCE = pattern_of("text_figures", "reference")


_LISTED = re.compile(r"\)?%?,?\s*(?:and|or)?\s*(?:approximately|about)?\s*\(?")
_JOINED = re.compile(r",? (?:and|or) |, ")


@lru_cache(maxsize=8192)
def numbers_in(text: str) -> tuple[TextNumber, ...]:
    """Numbers in lower-case `text` that can be values."""
    return _with_shared_units(_numbers(text), text)


def _numbers(text: str) -> tuple[TextNumber, ...]:
    taken = [(day.start(), day.end()) for day in DATES.finditer(text)]
    found = []
    for match in _NUMBER.finditer(text):
        if any(start <= match.start("digits") < end for start, end in taken) and not match["money"]:
            continue
        if not match["money"] and _REFERENCE.search(
            text, max(0, match.start() - 12), match.start()
        ):
            continue
        value = float(match["digits"].replace(",", ""))
        value *= _SCALES.get(match["scale"] or "", 1.0)
        if math.isinf(value):
            continue
        if match["cents"]:
            value /= 100
        percent = bool(match["percent"])
        if text[match.start() - 1 : match.start()] == "(" and (
            closed := _CLOSED.match(text, match.end())
        ):
            # "(9.1)%" is negative, and "were ($13)"; "$5 (10%)" remarks, and "(10)" is a note.
            listed = _LEADS.search(text, max(0, match.start() - 12), match.start() - 1)
            if closed[1] or (listed and (percent or match["money"])):
                value = -value
            percent = percent or closed[1] is not None
        found.append(
            TextNumber(
                value=value,
                start=match.start(),
                end=match.end(),
                money=bool(match["money"] or match["cents"]),
                percent=percent,
                scaled=bool(match["scale"]),
                text=match[0].strip(),
            )
        )
    return tuple(found)


def _with_shared_units(found: tuple[TextNumber, ...], text: str) -> tuple[TextNumber, ...]:
    """Apply shared units: "23.0 and 22.2 percent", "$2.6 and $2.1 billion"."""
    whole = list(found)
    for place in range(len(found) - 2, -1, -1):
        this, after = whole[place], whole[place + 1]
        if this.scaled or this.percent or not _JOINED.fullmatch(text, this.end, after.start):
            continue
        if after.percent and not this.money:
            whole[place] = replace(this, percent=True)
        elif after.scaled and this.money == after.money and this.value < _LEAST_UNSCALED:
            factor = _SCALES[_SCALE.findall(after.text)[-1]]
            whole[place] = replace(this, value=this.value * factor, scaled=True)
    return tuple(whole)


@dataclass(frozen=True, slots=True)
class TextYear:
    """A fiscal year in a text."""

    year: int
    start: int
    end: int


def years_in_text(text: str, metadata: Metadata) -> tuple[TextYear, ...]:
    """Fiscal years in `text`, in order; days count as the year that they end."""
    found = []
    for match in DATES.finditer(text):
        period = text_period(match[0], metadata)
        if period is not None and period.year is not None:
            found.append(TextYear(period.year, match.start(), match.end()))
    return tuple(found)


def with_years(
    values: tuple[TextNumber, ...], named: tuple[TextYear, ...], text: str
) -> list[tuple[TextNumber, int | None]]:
    """Each value with its fiscal year, or None."""
    if not named:
        return [(value, None) for value in values]
    if len(values) == len(named) > 1 and _apart(values, named):
        return [(value, year.year) for value, year in zip(values, named, strict=True)]
    if len(values) == 1 or len(named) == 1:
        return [(value, year.year) for value in values for year in named]
    listed_runs = [run for run in number_lists(values, text) if len(run) == len(named)]
    if listed_runs and _apart(
        values if listed_runs[0][0] is not values[0] else listed_runs[0], named
    ):
        # "At the end of 2023 and 2022, assets were $9 and $8, debts $7 and $6": one value per year.
        listed = {
            value: year.year for run in listed_runs for value, year in zip(run, named, strict=True)
        }
        return [(value, listed.get(value)) for value in values]
    result: list[tuple[TextNumber, int | None]] = []
    for place, value in enumerate(values):
        until = values[place + 1].start if place + 1 < len(values) else len(text)
        since = values[place - 1].end if place else 0
        after = [year for year in named if value.end <= year.start < until]
        before = [year for year in named if since <= year.end <= value.start]
        nearest = after[0] if after else before[-1] if before else None
        result.append((value, nearest.year if nearest else None))
    return result


def number_lists(values: tuple[TextNumber, ...], text: str) -> list[tuple[TextNumber, ...]]:
    """Lists of values that are separated only by "," and "and"."""
    found: list[list[TextNumber]] = []
    for value in values:
        if found and _LISTED.fullmatch(text, found[-1][-1].end, value.start):
            found[-1].append(value)
        else:
            found.append([value])
    return [tuple(run) for run in found]


def _apart(values: tuple[TextNumber, ...], named: tuple[TextYear, ...]) -> bool:
    """Whether all years are after the last value, before the first, or alternate with values."""
    if named[0].start >= values[-1].end or named[-1].end <= values[0].start:
        return True
    starts = [(value.start, "value") for value in values] + [(year.start, "") for year in named]
    turns = [kind for _, kind in sorted(starts)]
    return all(one != other for one, other in pairwise(turns))


_SHORT = (
    (re.compile(r"\bfy\s?'?(?=\d)|\bq[1-4]\s?'(?=\d)"), " "),
    (re.compile(r"(?<=\d)\s?(?:mn|mln|mm|m)\b"), " million"),
    (re.compile(r"(?<=\d)\s?(?:bn|bln|b)\b"), " billion"),
    (re.compile(r"(?<=\d)\s?(?:k)\b"), " thousand"),
    (re.compile(r"(?<=\d)\s?(?:pp|ppts?|pct)\b"), "%"),
)
"""Abbreviations of analysts."""
_BASIS_POINTS = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s?(?:basis points?|bps?)\b")
YEAR_IN_PROSE = re.compile(r"(?<![\w.,/$€£-])(?:19|20)\d\d(?![\w%]|,\d|\.\d)")
_LIST_MARK = re.compile(r"(?<!\S)\(?\d{1,2}[).](?=\s)")
_MINUS = re.compile(r"[-−]\s?$")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n+")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a text."""

    value: float
    """Scaled; percentages are as printed."""
    unit: str
    """`money`, `percent`, `year`, or "" for a bare number."""
    half: float
    """Half a unit of the last printed digit."""
    digits: int
    """Number of printed digits without leading and trailing zeros."""
    scaled: bool
    """Whether it has a scale: "5.3 billion"."""
    year: int | None
    """Its year in the sentence."""
    negative: bool
    """Whether it has a minus sign or brackets, or its sentence a word of falling."""
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
    """The text in lower case with abbreviations expanded, without list marks."""
    folded = _LIST_MARK.sub(" ", text.lower().replace("~", " ").replace("’", "'"))
    for short, whole in _SHORT:
        folded = short.sub(whole, folded)
    return _BASIS_POINTS.sub(lambda m: f"{float(m[1].replace(',', '')) / 100:g}%", folded)


def _of_sentence(text: str) -> list[Figure]:
    named = tuple(TextYear(int(found[0]), *found.span()) for found in YEAR_IN_PROSE.finditer(text))
    given = numbers_in(text)
    falls = _falls(text)
    found = [_figure(one, year, text, falls) for one, year in with_years(given, named, text)]
    return found + [Figure(y.year, "year", 0, 4, True, None, False, str(y.year)) for y in named]


def _figure(one: TextNumber, year: int | None, text: str, falls: bool) -> Figure:
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
