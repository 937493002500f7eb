"""A sentence or a label in, the numbers and the years it mentions out, and which goes with which.

"$5.3 billion, $4.9 billion and $4.1 billion in 2024, 2023 and 2022, respectively", "$20 million
in 2023 and $18 million in 2022", "15,116 and 15,550 shares": years may follow each number, stand
in a row of their own, or be left to the reader. Days, years and note numbers are numbers too and
must not be read as values.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from secqa.filings.days import MONTHS
from secqa.filings.document import Metadata
from secqa.filings.tables.column_periods import text_period


@dataclass(frozen=True, slots=True)
class Mention:
    """A number in a text."""

    value: float
    """With "million" and the like applied; percent not divided."""
    start: int
    end: int
    money: bool
    percent: bool
    scaled: bool
    """It names its own scale: "5.3 billion"."""
    text: str


_NUMBER = re.compile(
    r"(?P<money>(?:us)?[$€£]\s?)?(?<![\w.,/])(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:[\s-](?P<scale>thousand|million|billion|trillion)s?\b)?"
    r"(?P<percent>\s?%|\spercent(?:age points)?\b)?(?P<cents>\scents?\b)?(?![\w/]|,\d|\.\d)"
)
_LEADS = re.compile(r"(?:,|\b(?:and|or|was|were|is|are|of|to|at|from)) *$")
_CLOSED = re.compile(r"\)(\s?%)?")
_LEAST_UNSCALED = 1e3
"""Numbers this large have no word of scale left out."""
_SCALE = re.compile(r"thousand|million|billion|trillion")
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_MONTH = rf"(?:{MONTHS})\.?"
DATES = re.compile(
    rf"\b{_MONTH}\s+\d{{1,2}}(?:\s*,\s*(?:19|20)\d\d)?(?!\d)|\b\d{{1,2}}\s+{_MONTH}\s+(?:19|20)\d\d"
    r"|\b(?:fiscal(?: years?)?\s+)?(?:19|20)\d\d\b(?!,\d)"
)
_REFERENCE = re.compile(
    r"\b(?:notes?|items?|parts?|pages?|rules?|sections?|class|series|level|tier|exhibit|asc|asu|form|"
    r"no\.?|number|schedule|chapter|article|phase|version|top|s&p)\s*$"
)


_LISTED = re.compile(r"\)?%?,?\s*(?:and|or)?\s*(?:approximately|about)?\s*\(?")
_JOINED = re.compile(r",? (?:and|or) |, ")


@lru_cache(maxsize=65536)
def mentions(text: str) -> tuple[Mention, ...]:
    """Numbers of `text` (lower-cased) that can be values."""
    return _with_shared_units(_numbers(text), text)


def _numbers(text: str) -> tuple[Mention, ...]:
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
            Mention(
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


def _with_shared_units(found: tuple[Mention, ...], text: str) -> tuple[Mention, ...]:
    """The same with "23.0 and 22.2 percent" both percent, "$2.6 and $2.1 billion" both scaled."""
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
class Year:
    """A fiscal year that a text names."""

    year: int
    start: int
    end: int


def years(text: str, metadata: Metadata) -> tuple[Year, ...]:
    """Fiscal years that `text` names, in order; days count for the year they close."""
    found = []
    for match in DATES.finditer(text):
        period = text_period(match[0], metadata)
        if period is not None and period.year is not None:
            found.append(Year(period.year, match.start(), match.end()))
    return tuple(found)


def paired(
    values: tuple[Mention, ...], named: tuple[Year, ...], text: str
) -> list[tuple[Mention, int | None]]:
    """Each value with the fiscal year that the text gives it, None where it gives none."""
    if not named:
        return [(value, None) for value in values]
    if len(values) == len(named) > 1 and _apart(values, named):
        return [(value, year.year) for value, year in zip(values, named, strict=True)]
    if len(values) == 1 or len(named) == 1:
        return [(value, year.year) for value in values for year in named]
    listed_runs = [run for run in runs(values, text) if len(run) == len(named)]
    if listed_runs and _apart(
        values if listed_runs[0][0] is not values[0] else listed_runs[0], named
    ):
        # "At the end of 2023 and 2022, assets were $9 and $8, debts $7 and $6": a value a year.
        listed = {
            value: year.year for run in listed_runs for value, year in zip(run, named, strict=True)
        }
        return [(value, listed.get(value)) for value in values]
    result: list[tuple[Mention, int | None]] = []
    for place, value in enumerate(values):
        until = values[place + 1].start if place + 1 < len(values) else len(text)
        since = values[place - 1].end if place else 0
        after = [year for year in named if value.end <= year.start < until]
        before = [year for year in named if since <= year.end <= value.start]
        nearest = after[0] if after else before[-1] if before else None
        result.append((value, nearest.year if nearest else None))
    return result


def runs(values: tuple[Mention, ...], text: str) -> list[tuple[Mention, ...]]:
    """Lists of values with nothing but "," and "and" between them."""
    found: list[list[Mention]] = []
    for value in values:
        if found and _LISTED.fullmatch(text, found[-1][-1].end, value.start):
            found[-1].append(value)
        else:
            found.append([value])
    return [tuple(run) for run in found]


def _apart(values: tuple[Mention, ...], named: tuple[Year, ...]) -> bool:
    """All years stand after the last value, before the first, or they take turns."""
    if named[0].start >= values[-1].end or named[-1].end <= values[0].start:
        return True
    starts = [(value.start, "value") for value in values] + [(year.start, "") for year in named]
    turns = [kind for _, kind in sorted(starts)]
    return all(one != other for one, other in pairwise(turns))
