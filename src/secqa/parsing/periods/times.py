"""Find the times that a question names, and combine them.

`time_phrases` parses each phrase: "Q3 2024", "from 2021 to 2024", "the last 3 years", "than the
year before". Then quarters join the years next to them; without a year they refer to the latest
report.
"""

import re
from dataclasses import dataclass, replace
from datetime import date

from secqa.parsing.periods.time_phrases import Step, TimePhrase, time_phrases
from secqa.query.leaves import Years
from secqa.query.period import Period, Span

_TEENS = (
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
    "eighteen", "nineteen",
)  # fmt: skip
_UNITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NUMBERS = {
    **{word: 10 + place for place, word in enumerate(_TEENS)},
    "twenty": 20,
    **{f"twenty {word}": 21 + place for place, word in enumerate(_UNITS)},
}
_SPOKEN = re.compile(
    rf"\b(?:twenty|two thousand(?: and)?|(?<=fiscal )(?=twenty[ -]))[ -]?"
    rf"(?P<rest>{'|'.join(_TEENS)}|twenty(?:[ -](?:{'|'.join(_UNITS)}))?)\b(?! per ?cent)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Times:
    """All times of a question."""

    periods: tuple[Period, ...] = ()
    """Periods named one by one, in order."""
    years: Years | None = None
    """A range: "the last 3 years", "from 2021 to 2024"."""
    prior: Step = ""
    """The step to a previous period for comparison."""
    each: str = ""
    """"all" or "any" for a condition on several years."""
    spans: tuple[tuple[int, int], ...] = ()
    """Positions in characters."""

    @property
    def compared_periods(self) -> tuple[Period, ...]:
        """The periods; the latest quarter for a bare comparison with the previous quarter."""
        unsaid = self.prior == "quarter" and not self.periods and self.years is None
        return (Period(span="quarter"),) if unsaid else self.periods


def find_times(text: str) -> Times:
    """The times of a text in which companies are masked."""
    phrases = time_phrases(text)
    ranges = list(filter(None, map(_range, phrases)))
    # "The 3-year average from 2022 to 2024" says the years themselves.
    years = next((years for years in ranges if years.first), next(iter(ranges), None))
    periods = tuple(dict.fromkeys(_periods(phrases)))
    if years is not None and years.last and not years.final and len(periods) == 1:
        # "The 3 years to 2024", "the last 3 quarters".
        final = periods[0] if periods[0] != Period() else None
        years, periods = replace(years, final=final), ()
    if years is not None and periods == (Period(),):
        periods = ()
    return Times(
        periods,
        years,
        _prior(phrases, periods),
        next((phrase.each for phrase in phrases if phrase.each), ""),
        tuple((phrase.start, phrase.end) for phrase in phrases),
    )


def _prior(phrases: list[TimePhrase], periods: tuple[Period, ...]) -> Step:
    """The step to a previous period; "the one before" depends on the named periods."""
    for phrase in phrases:
        if phrase.prior == "one":
            return "quarter" if any(p.span == "quarter" for p in periods) else "year"
        if phrase.prior:
            return phrase.prior
    return ""


def _range(phrase: TimePhrase) -> Years | None:
    if phrase.last:
        final = Period(span="quarter") if phrase.latest_quarter else None
        final = Period(span="report") if phrase.of_reports else final
        return Years(last=phrase.last, final=final) if phrase.last > 1 else None
    if phrase.is_range and len(phrase.years) > 1:
        return Years(first=Period(phrase.years[0]), final=Period(phrase.years[-1]))
    return Years(first=Period(phrase.years[0])) if phrase.is_range else None


def _periods(phrases: list[TimePhrase]) -> list[Period]:
    """Periods named one by one; parts of years join the years around them."""
    parts: list[tuple[Span, int]] = []
    periods: list[Period] = []
    waiting: list[int] = []
    length = 0
    for phrase in phrases:
        if phrase.day is not None:
            periods.append(Period(span=_span_of(length or phrase.length, phrases), end=phrase.day))
        elif phrase.length:
            length = phrase.length
        elif phrase.is_range or phrase.last or phrase.prior or phrase.each:
            continue
        elif phrase.calendar:
            # Only for some companies is this a fiscal year.
            periods += [Period(span="trailing", end=date(year, 12, 31)) for year in phrase.years]
        elif phrase.years:
            part = _part(phrase)
            if part and ("to_date", 0) in parts:
                part = ("to_date", part[1])
            parts += [part] if part else []
            for year in phrase.years:
                if part or not parts:
                    waiting += [] if part else [len(periods)]
                    periods.append(_with(Period(year), part))
                else:
                    periods.append(_with(Period(year), parts[-1]))
            if parts and not part:
                waiting = []
        elif phrase.latest_quarter:
            periods.append(Period(span="quarter"))
        elif phrase.quarters_back:
            periods.append(Period(span="quarter", back=phrase.quarters_back))
        elif phrase.years_back:
            periods.append(Period(back=phrase.years_back))
        elif part := _part(phrase):
            parts.append(part)
            if waiting:
                # "2024 and 2023, second quarter".
                periods = [_with(p, part) if at in waiting else p for at, p in enumerate(periods)]
                parts, waiting = [], []
    if parts and not any(period.span != "year" or period.end for period in periods):
        backs = [period for period in periods if period.back]
        periods = [_with(period, parts[-1]) for period in backs] or [
            _with(Period(), part) for part in parts
        ]
    return periods


def _span_of(length: int, phrases: list[TimePhrase]) -> Span:
    """The span of a period that ends on a day, by its number of quarters or other phrases."""
    if length in (1, 2, 3):
        return "quarter" if length == 1 else "to_date"
    if any(phrase.trailing for phrase in phrases):
        return "trailing"
    return (
        "to_date"
        if any(phrase.year_to_date and not phrase.quarter for phrase in phrases)
        else "year"
    )


def _part(phrase: TimePhrase) -> tuple[Span, int] | None:
    if phrase.trailing:
        return "trailing", phrase.quarter
    if phrase.second_half:
        return "half", 0
    if phrase.year_to_date:
        return "to_date", phrase.quarter
    return ("quarter", phrase.quarter) if phrase.quarter else None


def _with(period: Period, part: tuple[Span, int] | None) -> Period:
    if part is None:
        return period
    span, quarter = part
    if (span, quarter) == ("to_date", 4):
        return period
    return replace(period, span=span, quarter=quarter)


def with_digits_for_years(text: str) -> str:
    """Replace the spelled-out years 2010 to 2029 of dictated questions by digits."""

    def year(match: re.Match[str]) -> str:
        return str(2000 + _NUMBERS[match["rest"].lower().replace("-", " ")])

    return _SPOKEN.sub(year, text)
