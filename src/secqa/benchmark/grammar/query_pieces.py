"""The pieces that queries of new shapes are composed of.

A measure is a value of any company for any year: a figure, a ratio, growth or a change. A profile
is a value of any company (its growth over three years, its average margin), a series a value of
any year (the sum of three companies' revenue). Filters and choices among companies take a profile,
those among years a series; so pieces nest without asking for nonsense, as the sum of margins.

The percentages of variants are set by hand for a varied mix; they are no measurement.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from secqa.benchmark.draft import interpret
from secqa.benchmark.fact_table import Entity
from secqa.benchmark.grammar.comparison_kinds import round_near
from secqa.benchmark.grammar.draw import EACH_YEAR, Draw, EmptyDraw, Scene, figure, require
from secqa.errors import CannotAnswer
from secqa.metrics.metric import Metric
from secqa.parsing.ground import ground
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Compare,
    Condition,
    Count,
    Filter,
    Growth,
    Holds,
    Lookup,
    Number,
    Over,
    Query,
    Value,
)

_BASES = {
    "income": ("revenue",),
    "cash_flow": ("revenue", "net_income"),
    "balance_sheet": ("total_assets", "revenue"),
}
"""Common denominators of the figures of a statement."""
_FOLDS: tuple[Literal["average", "median", "minimum", "maximum"], ...] = (
    "average",
    "average",
    "median",
    "minimum",
    "maximum",
)


@dataclass(frozen=True, slots=True)
class CompanyMeasure:
    """A value of one company for one period."""

    metrics: tuple[Metric, ...]
    unit: str
    make: Callable[[str, Period], Value]
    back: int = 0
    """Years before its own that it needs."""
    adds_up: bool = False
    """Whether the sum over years makes sense."""

    @property
    def grows(self) -> bool:
        """Whether its growth can be asked for: a reported amount that is never negative."""
        is_figure = len(self.metrics) == 1 and not self.back
        return is_figure and self.unit != "pure" and self.metrics[0].positive


def reported_figure(_draw: Draw, metric: Metric) -> CompanyMeasure:
    adds_up = metric.period == "duration" and metric.unit == "USD"
    return CompanyMeasure(
        (metric,), metric.unit, lambda c, p: figure(metric, c, p), adds_up=adds_up
    )


def _ratio(draw: Draw, metric: Metric) -> CompanyMeasure:
    known = [draw.catalogue.metrics.get(name) for name in _BASES.get(metric.statement, ())]
    bases = [base for base in known if base is not None and base is not metric]
    require(metric.unit == "USD" and not metric.formula and metric.positive)
    base = draw.choice(bases)
    return CompanyMeasure(
        (metric, base),
        "pure",
        lambda c, p: Arithmetic("/", figure(metric, c, p), figure(base, c, p)),
    )


def _growth(_draw: Draw, metric: Metric) -> CompanyMeasure:
    require(metric.unit != "pure" and metric.positive)
    return CompanyMeasure(
        (metric,), "pure", lambda c, p: Growth(*_with_last_year(metric, c, p)), back=1
    )


def _change(_draw: Draw, metric: Metric) -> CompanyMeasure:
    return CompanyMeasure(
        (metric,), metric.unit, lambda c, p: Arithmetic("-", *_with_last_year(metric, c, p)), back=1
    )


MEASURES = (reported_figure, reported_figure, _ratio, _ratio, _growth, _change)


def _with_last_year(metric: Metric, company: str, period: Period) -> tuple[Lookup, Lookup]:
    return figure(metric, company, period), figure(metric, company, _last_year(period))


def _last_year(period: Period) -> Period:
    if period.year is not None:
        return replace(period, year=period.year - 1)
    return replace(period, back=period.back + 1)


@dataclass(frozen=True, slots=True)
class Stage:
    """The pieces of one question."""

    draw: Draw
    measure: CompanyMeasure
    scene: Scene

    def profile(self) -> tuple[Callable[[str], Value], str]:
        """A value of any company and its unit: of one year, over years, or its change."""
        draw, measure, scene = self.draw, self.measure, self.scene
        first, last = scene.first, scene.last

        def change(company: str) -> Value:
            return Arithmetic("-", measure.make(company, last), measure.make(company, first))

        def growth(company: str) -> Value:
            return Growth(measure.make(company, last), measure.make(company, first))

        def over_years(company: str) -> Value:
            return Aggregate(how, measure.make(company, EACH_YEAR), scene.over)

        if len(scene.periods) == 1:
            return lambda company: measure.make(company, last), measure.unit
        how = self.fold_name()
        ways: list[tuple[Callable[[str], Value], str]] = [(over_years, measure.unit)]
        if not measure.back:
            ways.append((change, measure.unit))
        if measure.grows:
            ways.append((growth, "pure"))
        if not draw.often(80):
            ways.append((lambda company: measure.make(company, last), measure.unit))
        return draw.rng.choice(ways)

    def series(self) -> Callable[[Period], Value]:
        """A value of any year: of one company, or of several together."""
        measure, scene = self.measure, self.scene
        if len(scene.names) == 1:
            return lambda p: measure.make(scene.name, p)
        how: Literal["sum", "average"] = "sum" if measure.unit == "USD" else "average"
        return lambda p: Aggregate(how, measure.make(EACH, p), scene.group)

    def fold_name(self) -> Literal["sum", "average", "median", "minimum", "maximum"]:
        """How to fold the measure over years."""
        if self.measure.adds_up and self.draw.often(50):
            return "sum"
        if len(self.scene.periods) > 2:
            return self.draw.rng.choice(_FOLDS)
        return "average"

    def condition(self, over: Over, value: Value, items: Sequence[Value]) -> Condition:
        """A condition on a value: a limit among the items, or their average."""
        sign: Literal[">", "<"] = ">" if self.draw.often(60) else "<"
        if self.draw.often(40):
            return Compare(value, sign, Aggregate("average", value, over))
        try:
            query = ground(Query(tuple(items)), self.draw.table.known)
            answers = interpret(query, self.draw.table, self.draw.catalogue).answers
        except CannotAnswer:
            raise EmptyDraw from None
        figures = sorted(answer for answer in answers if isinstance(answer, float))
        require(len(figures) == len(items) and figures[0] > 0)
        at = self.draw.rng.randrange(1, len(figures))
        return Compare(value, sign, Number(round_near((figures[at - 1] + figures[at]) / 2)))

    @property
    def can_rise(self) -> bool:
        """Whether it makes sense to say that the measure rose every year."""
        return not self.measure.back and len(self.scene.periods) > 2

    def rose_every_year(self) -> Condition:
        """A company's measure rose in every year."""
        require(self.can_rise)
        make = self.measure.make
        rose = Compare(make(EACH, EACH_YEAR), ">", make(EACH, _last_year(EACH_YEAR)))
        return Holds("all", Scene(self.scene.companies, self.scene.periods[1:]).over, rose)

    def target(self) -> CompanyMeasure:
        """A figure of another metric that all companies of the scene have for all years."""
        other = self.draw.other(self.measure.metrics[0])
        require(other not in self.measure.metrics and self.draw.suits(other, "compare"))
        available, wanted = dict(self.draw.available(other)), set(self.scene.periods)
        require(all(wanted.issubset(available.get(one, ())) for one in self.scene.companies))
        return reported_figure(self.draw, other)

    def passing(self, over: Over, condition: Condition) -> Filter | Count:
        """Which, or how many, pass a condition."""
        return Filter(over, condition) if self.draw.often(55) else Count(over, condition)


def scene_for(
    draw: Draw, measure: CompanyMeasure, companies: tuple[int, int], years: tuple[int, int]
) -> Scene:
    """A scene with companies and years in these ranges, all with values of the measure."""
    tables = [_years_with(draw, metric, measure.back) for metric in measure.metrics]
    common = {
        company: years.intersection(*(other.get(company, ()) for other in tables[1:]))
        for company, years in tables[0].items()
    }
    fitting = []
    for start in sorted(set().union(*common.values())):
        for length in range(years[0], years[1] + 1):
            run = range(start, start + length)
            full = [company for company, own in common.items() if own.issuperset(run)]
            if len(full) >= companies[0]:
                fitting.append((run, full))
    run, full = draw.choice(fitting)
    return Scene(draw.some_peers(full, measure.metrics, *companies), tuple(map(Period, run)))


def _years_with(draw: Draw, metric: Metric, back: int) -> dict[Entity, set[int]]:
    """Companies, and the years for which they have a metric, and had it the year before."""
    years = {
        company: {period.year for period in periods if period.year}
        for company, periods in draw.available(metric)
    }
    return {
        company: {year for year in own if not back or year - 1 in own}
        for company, own in years.items()
    }
