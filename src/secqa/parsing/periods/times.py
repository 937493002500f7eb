"""The times that a question names: text in, periods and how they belong together out.

"Q3 2024", "from 2021 to 2024", "the last 3 years", "than the year before": each phrase is read by
itself (`time_phrases`); a quarter then joins the year beside it, and what no year stands beside
counts from the latest report.
"""

import re
from dataclasses import dataclass, replace
from datetime import date

from secqa.parsing.periods.said_time import Periods, Step
from secqa.parsing.periods.time_phrases import time_phrases
from secqa.query.period import Period, Span
from secqa.query.query import Years

_YEARS = re.compile(r"(?<!\d)(?:19|20)?(\d\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class Times:
    """All that a question says of time."""

    periods: tuple[Period, ...] = ()
    """Those named one by one, in their order."""
    years: Years | None = None
    """A span of several: "the last 3 years", "from 2021 to 2024"."""
    prior: Step = ""
    """Compared with the year or quarter before."""
    each: str = ""
    """"all" or "any" where every one of several years is looked at."""
    spans: tuple[tuple[int, int], ...] = ()
    """Where it is said, in characters."""
    void: bool = False
    """From a year to the same year: no time goes by."""

    @property
    def compared_periods(self) -> tuple[Period, ...]:
        """The periods, and the latest quarter where it alone can be compared with one before."""
        unsaid = self.prior == "quarter" and not self.periods and self.years is None
        return (Period(span="quarter"),) if unsaid else self.periods


def find_times(text: str) -> Times:
    """The times of a text in which companies are masked."""
    phrases = time_phrases(text)
    said = [one for _, _, one in phrases]
    spans = tuple((start, end) for start, end, _ in phrases)
    several = list(filter(None, map(_several, said)))
    # "The 3-year average from 2022 to 2024" says the years themselves.
    years = next((one for one in several if one.first), next(iter(several), None))
    periods = tuple(dict.fromkeys(_periods(said)))
    if years is not None and years.last and not years.final and len(periods) == 1:
        # "The 3 years to 2024", "the last 3 quarters".
        years, periods = replace(years, final=_plain(periods[0])), ()
    prior = _prior(said, periods)
    each = next((one.each for one in said if one.each), "")
    if years is not None and len(periods) == 1 and periods[0] == Period():
        periods = ()
    said_twice = (text[start:end] for start, end, one in phrases if one.is_range)
    void = any(len(found) == 2 and len({*found}) == 1 for found in map(_YEARS.findall, said_twice))
    return Times(periods, years, prior, each, spans, void)


def _prior(said: list[Periods], periods: tuple[Period, ...]) -> Step:
    """How long before is what is compared with; "the one before" is as long as what is named."""
    for one in said:
        if one.prior == "one":
            return "quarter" if any(p.span == "quarter" for p in periods) else "year"
        if one.prior:
            return one.prior
    return ""


def _plain(period: Period) -> Period | None:
    return None if period == Period() else period


def _several(said: Periods) -> Years | None:
    if said.last:
        final = Period(span="quarter") if said.latest_quarter else None
        final = Period(span="report") if said.of_reports else final
        return Years(last=said.last, final=final) if said.last > 1 else None
    if said.is_range and len(said.years) > 1:
        return Years(first=Period(said.years[0]), final=Period(said.years[-1]))
    return Years(first=Period(said.years[0])) if said.is_range else None


def _periods(said: list[Periods]) -> list[Period]:
    """Periods named one by one; what tells a part of a year joins the years around it."""
    parts: list[tuple[Span, int]] = []
    found: list[Period] = []
    waiting: list[int] = []
    length = 0
    for one in said:
        if one.end is not None:
            found.append(Period(span=_span_of(length or one.length, said), end=one.end))
        elif one.length:
            length = one.length
        elif one.is_range or one.last or one.prior or one.each:
            continue
        elif one.calendar:
            # Twelve months to its end, which only some companies call a fiscal year.
            found += [Period(span="trailing", end=date(year, 12, 31)) for year in one.years]
        elif one.years:
            part = _part(one)
            if part and ("to_date", 0) in parts:
                part = ("to_date", part[1])
            parts += [part] if part else []
            for year in one.years:
                if part or not parts:
                    waiting += [] if part else [len(found)]
                    found.append(_with(Period(year), part))
                else:
                    found.append(_with(Period(year), parts[-1]))
            if parts and not part:
                waiting = []
        elif one.latest_quarter:
            found.append(Period(span="quarter"))
        elif one.quarters_back:
            found.append(Period(span="quarter", back=one.quarters_back))
        elif one.years_back:
            found.append(Period(back=one.years_back))
        elif part := _part(one):
            parts.append(part)
            if waiting:
                # "2024 and 2023, second quarter".
                found = [_with(p, part) if at in waiting else p for at, p in enumerate(found)]
                parts, waiting = [], []
    if parts and not any(period.span != "year" or period.end for period in found):
        backs = [period for period in found if period.back]
        found = [_with(period, parts[-1]) for period in backs] or [
            _with(Period(), part) for part in parts
        ]
    return found


def _span_of(length: int, said: list[Periods]) -> Span:
    """How long what ends on a day is: so many quarters, or as is said beside it."""
    if length in (1, 2, 3):
        return "quarter" if length == 1 else "to_date"
    if any(one.trailing for one in said):
        return "trailing"
    return "to_date" if any(one.year_to_date and not one.quarter for one in said) else "year"


def _part(said: Periods) -> tuple[Span, int] | None:
    if said.trailing:
        return "trailing", said.quarter
    if said.second_half:
        return "half", 0
    if said.year_to_date:
        return "to_date", said.quarter
    return ("quarter", said.quarter) if said.quarter else None


def _with(period: Period, part: tuple[Span, int] | None) -> Period:
    if part is None:
        return period
    span, quarter = part
    if (span, quarter) == ("to_date", 4):
        return period
    return replace(period, span=span, quarter=quarter)
