"""Parse single phrases of time: "FY23", "Q3 2024", "the three months ended June 30, 2024".

Relative phrases ("the last 3 years") stay relative, since only the corpus has each company's latest
year. `data/time_phrases.toml` lists the phrases. Parsed phrases are masked, so that a year is not
an amount.
"""

import re
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Literal

from secqa.filings.dates import MONTH_OF, MONTHS, whole_year
from secqa.parsing.lexicon import NUMBER_WORDS, count_of, expanded, read_data

Step = Literal["", "year", "quarter"]
"""The distance to the earlier period of a comparison, or ""."""
_LONGEST_RANGE = 30
"""Maximum years of a range; years further apart are separate."""


@dataclass(frozen=True, slots=True)
class TimePhrase:
    """A phrase of time."""

    start: int
    end: int
    """Characters `[start, end)`."""
    years: tuple[int, ...] = ()
    """Fiscal years, ascending; all years of a range."""
    is_range: bool = False
    """Whether the years are a range "from … to …"; with one year, "since …"."""
    last: int = 0
    """n of "the last n years" and "over an n-year period"; else 0."""
    prior: Step | Literal["one"] = ""
    """The step to a previous period for comparison; "one" for "the one before"."""
    years_back: int = 0
    """1 for "the previous year"."""
    quarters_back: int = 0
    """1 for "the previous quarter"."""
    quarter: int = 0
    """1 to 4; 0 for whole years."""
    year_to_date: bool = False
    """Whether it is the fiscal year up to `quarter`."""
    length: int = 0
    """Number of quarters of a period "ended" on `day`; else 0."""
    of_reports: bool = False
    """Whether it counts reports: "the last n reports"."""
    latest_quarter: bool = False
    """Whether it is "the most recent quarter"."""
    each: str = ""
    """"all" or "any" for a condition on several years."""
    second_half: bool = False
    """Whether it is the last two quarters of a year."""
    trailing: bool = False
    """Whether it is the twelve months up to a quarter."""
    calendar: bool = False
    """Whether the years are calendar years."""
    day: date | None = None
    """A day: "as of September 28, 2024", "three months ended June 30, 2024"."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """The content of the data file."""

    phrases: tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]
    """Patterns with the fields of their phrases."""
    ordinals: Mapping[str, int]
    lengths: Mapping[str, int]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    data = read_data("time_phrases")
    words = {
        **data["words"],
        "ORDINAL": "|".join(data["ordinals"]),
        "LENGTH": "|".join(data["lengths"]),
        "MONTH": MONTHS,
        "NUMBER": "|".join(NUMBER_WORDS),
    }
    phrases = []
    for phrase in data["phrase"]:
        pattern = expanded(phrase["pattern"], words).replace("\n", "")
        pattern = pattern.replace("years?", "y(?:ea)?rs?")
        pattern = pattern.replace(" year", " y(?:ea)?r")
        phrases.append((re.compile(pattern), phrase.get("says", {})))
    return _Rules(tuple(phrases), data["ordinals"], data["lengths"])


def time_phrases(text: str) -> list[TimePhrase]:
    """The phrases of a text in order."""
    rest = text.lower()
    phrases = []
    for pattern, says in _rules().phrases:
        while match := pattern.search(rest):
            start, end = match.span()
            groups = {name.rstrip("2"): group for name, group in match.groupdict().items() if group}
            phrases.append(TimePhrase(start, end, **{**says, **_fields(groups)}))
            rest = rest[:start] + " " * (end - start) + rest[end:]
    return sorted(phrases, key=lambda phrase: phrase.start)


def _fields(groups: dict[str, str]) -> dict[str, Any]:
    """The fields from the groups of a match."""
    fields: dict[str, Any] = {}
    for name in ("last", "years_back", "quarters_back"):
        if name in groups:
            fields[name] = count_of(groups[name])
    if "each" in groups:
        fields["each"] = "any" if groups["each"] == "any" else "all"
    if "quarter" in groups:
        ordinal = groups["quarter"]
        fields["quarter"] = int(ordinal) if ordinal.isdigit() else _rules().ordinals[ordinal]
    if "length" in groups:
        fields["length"] = _rules().lengths[groups["length"]]
    if "months" in groups:
        fields["quarter"] = _quarters(groups["months"])
        fields["year_to_date"] = fields["quarter"] > 1
    return fields | _years(groups) | _day(groups)


def _years(groups: dict[str, str]) -> dict[str, Any]:
    if "years" in groups:
        digits = "".join(sign if sign.isdigit() else " " for sign in groups["years"])
        return {"years": tuple(sorted({whole_year(int(year)) for year in digits.split()}))}
    if "before" in groups:
        return {"years": (int(groups["before"]) - count_of(groups.get("count", "1")),)}
    if "since" in groups:
        return {"years": (int(groups["since"]),), "is_range": True}
    if "low" in groups:
        low, high = sorted(whole_year(int(groups[name])) for name in ("low", "high"))
        return {"years": tuple(range(low, high + 1)), "is_range": True}
    if "first" in groups:
        first, final = (whole_year(int(groups[name])) for name in ("first", "final"))
        if not 0 <= final - first <= _LONGEST_RANGE:
            return {"years": tuple(sorted({first, final}))}
        return {"years": tuple(range(first, final + 1)), "is_range": True}
    return {"years": (whole_year(int(groups["year"])),)} if "year" in groups else {}


def _day(groups: dict[str, str]) -> dict[str, Any]:
    """The day of a phrase, or its year for an invalid day; a month is its last day."""
    if "iso" in groups:
        year, month, day = map(int, groups["iso"].split("-"))
    elif "mid_year" in groups:
        year, month, day = int(groups["mid_year"]), 6, 30
    elif "month_number" in groups:
        month, day = int(groups["month_number"]), int(groups["day_number"])
        year = int(groups["end_year"]) + (2000 if len(groups["end_year"]) == 2 else 0)
        month, day = (day, month) if month > 12 else (month, day)
    elif "month" in groups:
        year, month = int(groups["end_year"]), MONTH_OF[groups["month"][:3]]
        day = int(groups.get("day", monthrange(year, month)[1]))
    else:
        return {}
    try:
        return {"day": date(year, month, day)}
    except ValueError:
        return {} if "month_number" in groups else {"years": (year,)}


def _quarters(months: str) -> int:
    """The number of quarters in "9", "nine months", "nine-month" and "39 weeks"."""
    if months.isdigit():
        return int(months) // 3
    lengths = _rules().lengths
    return lengths.get(months) or lengths[months.replace("-", " ").removesuffix("s") + "s"]
