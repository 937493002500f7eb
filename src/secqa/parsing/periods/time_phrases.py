"""Read phrases of time one by one: "FY23", "Q3 2024", "the three months ended June 30, 2024".

A phrase stays relative ("the last 3 years") where the question is: only the corpus knows each
company's latest year. `data/time_phrases.toml` lists the phrases. A phrase that was read is masked,
so that a year is not taken for an amount.
"""

import re
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Literal

from secqa.filings.dates import MONTH_OF, MONTHS, whole_year
from secqa.parsing.lexicon import NUMBER_WORDS, expanded, read_data

Step = Literal["", "year", "quarter"]
"""How long before the other value of a comparison is; "" without one."""
_LONGEST_RANGE = 30
"""Years; two years further apart are two years, not a range."""


@dataclass(frozen=True, slots=True)
class TimePhrase:
    """One phrase of time as it is written."""

    start: int
    end: int
    """Where it stands, `[start, end)` in characters."""
    years: tuple[int, ...] = ()
    """Fiscal years, ascending; a range is filled up."""
    is_range: bool = False
    """The years are "from … to …": its ends count for growth, all of it for sums.
    With one year only, "since …": to the latest."""
    last: int = 0
    """"The last n years", "over an n-year period"; 0 for other phrases."""
    prior: Step | Literal["one"] = ""
    """Compared with the year or quarter before; "the one before" is either."""
    years_back: int = 0
    """"The previous year" alone: 1."""
    quarters_back: int = 0
    """"The previous quarter" alone: 1."""
    quarter: int = 0
    """1 to 4; 0 for whole years."""
    year_to_date: bool = False
    """From the beginning of the fiscal year to the end of `quarter`."""
    length: int = 0
    """Quarters that a period "ended" on `day` holds (4 for a year); 0 for other phrases."""
    of_reports: bool = False
    """"The last n reports", of whatever time they are."""
    latest_quarter: bool = False
    """"The most recent quarter" that is reported."""
    each: str = ""
    """"all" or "any" where every one of several years is looked at, or whether one of them is."""
    second_half: bool = False
    """The last two quarters of a year."""
    trailing: bool = False
    """The twelve months up to the end of a quarter."""
    calendar: bool = False
    """The years are calendar years."""
    day: date | None = None
    """"As of September 28, 2024", "three months ended June 30, 2024"."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """The content of the data file."""

    phrases: tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]
    """Pattern, and fields that each of its phrases has."""
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
            groups = {name.rstrip("2"): said for name, said in match.groupdict().items() if said}
            phrases.append(TimePhrase(start, end, **{**says, **_fields(groups)}))
            rest = rest[:start] + " " * (end - start) + rest[end:]
    return sorted(phrases, key=lambda phrase: phrase.start)


def _fields(groups: dict[str, str]) -> dict[str, Any]:
    """The fields that the words of a phrase give."""
    fields: dict[str, Any] = {}
    for name in ("last", "years_back", "quarters_back"):
        if name in groups:
            fields[name] = _count(groups[name])
    if "each" in groups:
        fields["each"] = "any" if groups["each"] == "any" else "all"
    if "quarter" in groups:
        said = groups["quarter"]
        fields["quarter"] = int(said) if said.isdigit() else _rules().ordinals[said]
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
        return {"years": (int(groups["before"]) - _count(groups.get("count", "1")),)}
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
    """A day; its year alone where no calendar has it. A month is its last day."""
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


def _count(said: str) -> int:
    return int(said) if said.isdigit() else NUMBER_WORDS[said]


def _quarters(months: str) -> int:
    """Quarters in "9", "nine months", "nine-month" and "39 weeks"."""
    if months.isdigit():
        return int(months) // 3
    lengths = _rules().lengths
    return lengths.get(months) or lengths[months.replace("-", " ").removesuffix("s") + "s"]
