"""Number the mentions of a question, so that a query can refer to them.

Companies are `C0`, `C1`, …, metrics and printed lines `M0`, segments `S0`, periods `P0` and numbers
`N0`, in order of first mention. So a fitted model can translate questions about unseen companies
and years.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from secqa.parsing.grammar.metric_links import MetricMention
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.query.period import Period

MOST = {"C": 12, "M": 10, "S": 4, "P": 6, "N": 6}
"""Maximum number of symbols of each kind."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """The meaning and positions of a question's symbols."""

    companies: tuple[str, ...]
    """Short names."""
    metrics: tuple[MetricMention, ...]
    parts: tuple[str, ...]
    periods: tuple[Period, ...]
    numbers: tuple[float, ...]
    places: tuple[tuple[int, int, str], ...]
    """(first token, end, symbol), in order; a symbol may occur twice."""
    last: int = 0
    """n of "the last n years" or quarters; else 0."""

    def count(self, kind: str) -> int:
        """The number of symbols of a kind (`C`, `M`, `S`, `P`, `N`)."""
        sizes = {
            "C": self.companies, "M": self.metrics, "S": self.parts, "P": self.periods,
            "N": self.numbers,
        }  # fmt: skip
        return min(len(sizes[kind]), MOST[kind])


def symbols_of(mentions: Mentions) -> Symbols:
    """Number the mentions of a question."""
    companies = [company.short_name for company in mentions.distinct_companies]
    places = [
        (first, last, f"C{companies.index(company.short_name)}")
        for company, first, last in mentions.companies
    ]
    metrics: dict[str, MetricMention] = {}
    for link in mentions.links:
        name = link.line or link.metrics[0]
        metrics.setdefault(name, link)
        places.append((link.first, link.last, f"M{list(metrics).index(name)}"))
    parts: list[str] = []
    for label in mentions.labels:
        if label.part:
            if label.label not in parts:
                parts.append(label.label)
            places.append((label.first, label.last, f"S{parts.index(label.label)}"))
    periods, period_places = _periods(mentions)
    numbers: list[float] = []
    for amount in mentions.amounts:
        if amount.value not in numbers:
            numbers.append(amount.value)
        places.append((amount.first, amount.last, f"N{numbers.index(amount.value)}"))
    places = sorted({*places, *period_places})
    return Symbols(
        tuple(companies),
        tuple(metrics.values()),
        tuple(parts),
        tuple(periods),
        tuple(numbers),
        tuple(places),
        mentions.times.years.last if mentions.times.years else 0,
    )


def _periods(mentions: Mentions) -> tuple[list[Period], list[tuple[int, int, str]]]:
    """The named periods and ends of ranges, and the tokens of their years."""
    times = mentions.times
    periods = list(times.periods)
    if times.years is not None:
        ends = (times.years.first, times.years.final, *times.years.periods)
        periods += [end for end in ends if end is not None and end.year is not None]
    timed = [at for at, inside in enumerate(mentions.time_tokens) if inside]
    if times.years is not None and times.years.first and times.years.final:
        low, high = times.years.first.year or 0, times.years.final.year or 0
        named_years = {_year_in(mentions.tokens[at].text) for at in timed}
        periods += [Period(year) for year in range(low + 1, high) if year in named_years]
    has_days = any(period.end for period in periods)
    for at in timed:
        year = _year_in(mentions.tokens[at].text)
        if year and not has_days and all(year != period.year for period in periods):
            periods.append(Period(year))
    periods = list(dict.fromkeys(periods))
    order: dict[Period, int] = {}
    places: list[tuple[int, int, Period]] = []
    for at in timed:
        year = _year_in(mentions.tokens[at].text)
        for period in periods:
            if year and year in (period.year, period.end and period.end.year):
                order.setdefault(period, at)
                places.append((at, at + 1, period))
    # Periods without a year ("last quarter") come last.
    periods.sort(key=lambda period: order.get(period, len(mentions.tokens)))
    numbered = [(first, last, f"P{periods.index(period)}") for first, last, period in places]
    return periods, numbered


def _year_in(text: str) -> int | None:
    digits = "".join(sign for sign in text if sign.isdigit())
    if len(digits) == 4 and digits[:2] in ("19", "20"):
        return int(digits)
    return 2000 + int(digits) if len(digits) == 2 else None


def symbol_at(symbols: Symbols, token: str) -> Any:
    """The meaning of a symbol: a name, `MetricMention`, `Period` or number."""
    values: Sequence[Any] = {
        "C": symbols.companies, "M": symbols.metrics, "S": symbols.parts, "P": symbols.periods,
        "N": symbols.numbers,
    }[token[0]]  # fmt: skip
    return values[int(token[1:])]
