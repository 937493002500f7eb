"""What can be told of any company for any year: a figure, a ratio, growth, a change.

A measure is a piece of a query with two slots, company and period, so that larger pieces can go
through either. A scene is companies and years in a row for which T has all that a measure needs.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from secqa.benchmark.kinds.draw import Draw, is_comparable
from secqa.benchmark.names import Entity
from secqa.metrics.catalogue import Metric
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Growth, Lookup, Value, Years

EACH_YEAR = Period(each=True)
_BASES = {"income": ("revenue",), "cash_flow": ("revenue", "net_income"),
          "balance_sheet": ("total_assets", "revenue")}  # fmt: skip
"""What figures of a statement are commonly held against."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A value of one company for one period."""

    metrics: tuple[Metric, ...]
    unit: str
    make: Callable[[str, Period], Value]
    back: int = 0
    """Years before its own that it needs."""
    adds_up: bool = False
    """Whether the sum over years means something."""

    @property
    def is_plain(self) -> bool:
        """Whether it is a figure as reported."""
        return len(self.metrics) == 1 and not self.back

    @property
    def grows(self) -> bool:
        """Whether its growth can be asked for: an amount that is never negative."""
        return self.is_plain and self.unit != "pure" and self.metrics[0].positive


def measure_of(draw: Draw, metric: Metric) -> Measure | None:
    """A measure made with a metric; None where this draw gives none."""
    if not is_comparable(metric):
        return None
    make = draw.rng.choice((_plain, _plain, _ratio, _ratio, _growth, _change))
    return make(draw, metric)


def plain(metric: Metric) -> Measure:
    """The figure itself."""
    adds_up = metric.period == "duration" and metric.unit == "USD"
    return Measure((metric,), metric.unit, lambda c, p: Lookup(metric.id, c, p), adds_up=adds_up)


def _plain(_draw: Draw, metric: Metric) -> Measure | None:
    return plain(metric)


def _ratio(draw: Draw, metric: Metric) -> Measure | None:
    known = [draw.catalogue[one] for one in _BASES.get(metric.statement, ())
             if one in draw.catalogue.metrics]  # fmt: skip
    bases = [one for one in known if one is not metric]
    if metric.unit != "USD" or metric.formula or not metric.positive or not bases:
        return None
    base = draw.rng.choice(bases)

    def make(company: str, period: Period) -> Value:
        of, whole = (Lookup(one.id, company, period) for one in (metric, base))
        return Arithmetic("/", of, whole)

    return Measure((metric, base), "pure", make)


def _growth(_draw: Draw, metric: Metric) -> Measure | None:
    if metric.unit == "pure" or not metric.positive:
        return None

    def make(company: str, period: Period) -> Value:
        now, then = (Lookup(metric.id, company, one) for one in (period, before(period)))
        return Growth(now, then)

    return Measure((metric,), "pure", make, back=1)


def _change(_draw: Draw, metric: Metric) -> Measure | None:
    def make(company: str, period: Period) -> Value:
        now, then = (Lookup(metric.id, company, one) for one in (period, before(period)))
        return Arithmetic("-", now, then)

    return Measure((metric,), metric.unit, make, back=1)


def before(period: Period) -> Period:
    """The year before."""
    if period.year is not None:
        return replace(period, year=period.year - 1)
    return replace(period, back=period.back + 1)


@dataclass(frozen=True, slots=True)
class Scene:
    """Companies and years in a row, all of which have what some measures need."""

    rng: Random
    companies: tuple[Entity, ...]
    years: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The companies as questions call them."""
        return tuple(company.name for company in self.companies)

    @property
    def first(self) -> Period:
        """The first year."""
        return Period(self.years[0])

    @property
    def last(self) -> Period:
        """The last year."""
        return Period(self.years[-1])

    @property
    def over(self) -> Years:
        """All years, as a question says them."""
        if len(self.years) == 2:
            return Years((self.first, self.last))
        return Years(first=self.first, final=self.last)


def scene_for(
    draw: Draw,
    measures: tuple[Measure, ...],
    companies: tuple[int, int] = (1, 1),
    years: tuple[int, int] = (1, 1),
) -> Scene | None:
    """A scene with so many companies and years, least and most; None where T has none."""
    held = _years_held(draw, measures)
    every = sorted({year for own in held.values() for year in own})
    fitting = []
    for start in every:
        for length in range(years[0], years[1] + 1):
            run = set(range(start, start + length))
            full = [company for company, own in held.items() if run <= own]
            if len(full) >= companies[0]:
                fitting.append((tuple(sorted(run)), full))
    if not fitting:
        return None
    run_of, full = draw.rng.choice(fitting)
    count = draw.rng.randint(companies[0], min(companies[1], len(full)))
    return Scene(draw.rng, tuple(draw.rng.sample(full, count)), run_of)


def _years_held(draw: Draw, measures: tuple[Measure, ...]) -> dict[Entity, set[int]]:
    """Companies, and the years for which they have all that measures need."""
    found: dict[Entity, set[int]] | None = None
    for measure in measures:
        for metric in measure.metrics:
            own: dict[Entity, set[int]] = {}
            for company, periods in draw.held(metric):
                years = {one.year for one in periods if one.year}
                own[company] = {y for y in years if not measure.back or y - 1 in years}
            found = own if found is None else {c: own.get(c, set()) & y for c, y in found.items()}
    return found or {}
