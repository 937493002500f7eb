"""A sentence's values in, the period that it gives each of them out.

"For the three and six months ended June 30, 2025, income was $3 and $7, compared to $2 and $5
during the same periods in 2024": lengths and years stand before their values, after them, or
half of them with the values before. Values that nothing but commas and "and" separate are one
list, and the words between two lists speak for the one before them if sentence ends so, else
for the one after; what they leave out is as it was said last.
"""

import re
from dataclasses import dataclass
from itertools import product

from secqa.filings.document import Metadata
from secqa.filings.tables.column_periods import text_period
from secqa.filings.tables.period_words import period_words
from secqa.reading.mentions import DATES, Mention, runs


@dataclass(frozen=True, slots=True)
class Time:
    """What is said of a value's period; what is not said is None or ""."""

    year: int | None = None
    """Fiscal year."""
    quarter: str = ""
    """`Q1` to `Q4`: which quarter it is or closes with."""
    months: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A value with one of the periods that a sentence gives it."""

    value: Mention
    time: Time
    first: Mention
    """The first of the list that the value stands in."""


_COUNT = r"(?:\d{1,2}|three|six|nine|twelve|thirteen|twenty-six|thirty-nine|fifty-two|fifty-three)"
_LENGTH = re.compile(
    rf"\b{_COUNT}(?=[- ]?,? (?:and|or) {_COUNT}[- ](month|week))|\b{_COUNT}[- ](?:month|week)s?\b"
    r"|\b(?:first|second|third|fourth) (?:fiscal )?quarters?\b|\bquarters?\b"
    r"|\bfirst half\b|\b(?:years? ended|full[- ]year|twelve months|fiscal years)\b"
)


@dataclass(frozen=True, slots=True)
class _Gap:
    """What the words between two lists of values say."""

    lengths: tuple[Time, ...]
    years: tuple[Time, ...]


def said(values: tuple[Mention, ...], text: str, metadata: Metadata) -> list[Said]:
    """Each value with the periods that `text` gives it, an empty one where it gives none."""
    lists = runs(values, text)
    if not lists:
        return []
    starts = [0, *(run[-1].end for run in lists)]
    ends = [*(run[0].start for run in lists), len(text)]
    gaps = [_gap(text[start:end], metadata) for start, end in zip(starts, ends, strict=True)]
    inner = [gap for gap in gaps[1:-1] if gap.years or gap.lengths]
    for gap in (gaps[-1], gaps[0]):
        if len(lists) > 1 and not inner and len(values) == max(len(gap.years), len(gap.lengths)):
            # "Taxes were $3 (12.5% of income) and $4 (16.8% of income) in 2025 and 2024"
            return [Said(one.value, one.time, one.value) for one in _paired(values, gap)]
    after = bool(gaps[-1].years or gaps[-1].lengths) or not (gaps[0].years or gaps[0].lengths)
    found: list[Said] = []
    last = gaps[0]
    for place, run in enumerate(lists):
        own = gaps[place + 1] if after else gaps[place]
        years = own.years
        if not years and after and (own.lengths or not last.years):
            # "22% for the three months and 26% for the six months ended June 30, 2025"
            years = next((gap.years for gap in gaps[place + 2 :] if gap.years), ())
        last = _Gap(own.lengths or last.lengths, years or last.years)
        found += _paired(run, last)
    return found


def _gap(text: str, metadata: Metadata) -> _Gap:
    years = []
    for match in DATES.finditer(text):
        period = text_period(match[0], metadata)
        if period is not None and period.year is not None:
            years.append(Time(period.year, period.quarter))
    return _Gap(tuple(_length(match) for match in _LENGTH.finditer(text)), tuple(years))


def _length(match: re.Match[str]) -> Time:
    phrase = match[0]
    if match[1]:
        phrase = f"{phrase} {match[1]}s"
    if phrase == "first half":
        return Time(months=6)
    words = period_words(phrase)
    quarter = f"Q{words.quarter}" if words.quarter else ""
    return Time(quarter=quarter, months=words.months or (3 if "quarter" in phrase else 12))


def _paired(run: tuple[Mention, ...], gap: _Gap) -> list[Said]:
    lengths, years = gap.lengths or (Time(),), gap.years or (Time(),)
    if len(run) == 1 and len(lengths) == 1:
        # "It was $1 billion at the end of both 2025 and 2024."
        return [Said(run[0], _both(year, lengths[0]), run[0]) for year in years]
    if len(lengths) > 1 and len(run) == len(lengths) * len(years):
        times = [_both(year, length) for year, length in product(years, lengths)]
    elif len(run) == len(years) and len(lengths) == 1:
        times = [_both(year, lengths[0]) for year in years]
    elif len(years) == len(lengths) == 1:
        times = [_both(years[0], lengths[0])] * len(run)
    else:
        times = [Time()] * len(run)
    return [Said(value, time, run[0]) for value, time in zip(run, times, strict=True)]


def _both(year: Time, length: Time) -> Time:
    return Time(year.year, length.quarter or year.quarter, length.months)
