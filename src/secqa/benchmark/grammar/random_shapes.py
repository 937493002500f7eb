"""Composes queries of new shapes: kinds of questions about what is worked out of their figure.

A kind asks about a figure of a company in a period. Every such figure of its query becomes a
measure: a ratio, growth, a change, an average over years or the total of several companies. A few
frames are no kinds of their own, since few people ask for them; these also take the figure itself.

The percentages of variants are set by hand for a varied mix; they are no measurement.
"""

from collections.abc import Callable
from dataclasses import replace

from secqa.benchmark.grammar import company_kinds, comparison_kinds
from secqa.benchmark.grammar.comparison_kinds import middle_limit
from secqa.benchmark.grammar.draw import EACH_YEAR, Draw, figure, require
from secqa.metrics.metric import Metric
from secqa.query.leaves import Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Condition,
    Count,
    Filter,
    Growth,
    Holds,
    Logic,
    Lookup,
    Options,
    Output,
    Over,
    Value,
)
from secqa.query.tree import map_nodes

Composition = Output | tuple[Output, ...]
Frame = Callable[[Draw, Metric], Composition]
Measure = Callable[[Lookup], Value]
"""What takes the place of a figure."""
_BASES = {
    "income": ("revenue",),
    "cash_flow": ("revenue", "net_income"),
    "balance_sheet": ("total_assets", "revenue"),
}
"""Common denominators of the figures of a statement."""


def compose_new(draw: Draw, metric: Metric) -> Composition:
    """A query of some shape about a metric; EmptyDraw if this draw gives none."""
    require(draw.suits(metric, "compare"))
    frames, measures = draw.rng.choice(_FRAMES)
    measure = draw.rng.choice(measures)(draw, metric)
    composed = draw.rng.choice(frames)(draw, metric)
    return map_nodes(
        composed,
        lambda node: (
            measure(node) if isinstance(node, Lookup) and node.metric == metric.id else node
        ),
    )


def _itself(_draw: Draw, _metric: Metric) -> Measure:
    return lambda one: one


def _ratio(draw: Draw, metric: Metric) -> Measure:
    require(metric.unit == "USD" and not metric.formula and metric.positive)
    base = draw.choice([one for one in _BASES.get(metric.statement, ()) if one != metric.id])
    return lambda one: Arithmetic("/", one, replace(one, metric=base))


def _growth(draw: Draw, metric: Metric) -> Measure:
    require(metric.unit != "pure" and metric.positive)
    years = draw.rng.choice((1, 1, 2))
    return lambda one: Growth(one, _years_earlier(one, years))


def _change(draw: Draw, _metric: Metric) -> Measure:
    years = draw.rng.choice((1, 1, 2))
    return lambda one: Arithmetic("-", one, _years_earlier(one, years))


def _average(draw: Draw, _metric: Metric) -> Measure:
    """The average over years, for figures of one year."""
    years = draw.rng.choice((1, 2))

    def over_years(one: Lookup) -> Value:
        first, final = _years_earlier(one, years).period, one.period
        assert isinstance(first, Period)
        assert isinstance(final, Period)
        over = Years((first, final)) if years == 1 else Years(first=first, final=final)
        return Aggregate("average", replace(one, period=EACH_YEAR), over)

    return over_years


def _total(draw: Draw, metric: Metric) -> Measure:
    """The total of several companies, whichever one was asked about."""
    require(metric.unit == "USD")
    group = draw.group([metric], 2, 4).group
    return lambda one: Aggregate("sum", replace(one, company=EACH), group)


def _years_earlier(one: Lookup, years: int) -> Lookup:
    """The same figure some years before."""
    period = one.period
    assert isinstance(period, Period)
    if period.year is not None:
        return replace(one, period=replace(period, year=period.year - years))
    return replace(one, period=replace(period, back=period.back + years))


def _items(draw: Draw, metric: Metric) -> tuple[Lookup, Over]:
    """The figure of each of several years or companies."""
    if draw.often(50):
        scene = draw.run(metric, 3, 4)
        return figure(metric, scene.name, EACH_YEAR), scene.over
    scene = draw.group([metric], 3, 4)
    return figure(metric, EACH, scene.last), scene.group


def _spread(draw: Draw, metric: Metric) -> Composition:
    """The highest less the lowest."""
    each, over = _items(draw, metric)
    return Arithmetic("-", Aggregate("maximum", each, over), Aggregate("minimum", each, over))


def _against_average(draw: Draw, metric: Metric) -> Composition:
    """Which or how many are above or below the average of all."""
    each, over = _items(draw, metric)
    sign = draw.rng.choice((">", "<"))
    return _passing(draw, over, Compare(each, sign, Aggregate("average", each, over)))  # type: ignore[arg-type]


def _years_that(draw: Draw, metric: Metric) -> Composition:
    """Which or how many years are above or below a limit."""
    scene = draw.run(metric, 3, 5)
    limit = middle_limit(draw, metric, [(scene.name, period) for period in scene.periods])
    sign = draw.rng.choice((">", "<"))
    each = figure(metric, scene.name, EACH_YEAR)
    return _passing(draw, scene.over, Compare(each, sign, limit))  # type: ignore[arg-type]


def _companies_that_rose(draw: Draw, metric: Metric) -> Composition:
    """Which or how many companies rose in each of two years."""
    scene = draw.group([metric], 3, 4)
    last = figure(metric, EACH, scene.last)
    years = (_years_earlier(last, 1).period, scene.last)
    each = figure(metric, EACH, EACH_YEAR)
    rose = Holds("all", Years(years), Compare(each, ">", _years_earlier(each, 1)))  # type: ignore[arg-type]
    return _passing(draw, scene.group, rose)


def _years_ahead(draw: Draw, metric: Metric) -> Composition:
    """In which, how many or whether in all of three years one company was ahead of another."""
    scene = draw.group([metric], 2, 2)
    first = _years_earlier(figure(metric, scene.name, scene.last), 2).period
    assert isinstance(first, Period)
    over = Years(first=first, final=scene.last)
    one, other = (figure(metric, name, EACH_YEAR) for name in scene.names)
    ahead = Compare(one, ">", other)
    if draw.often(30):
        return Holds(draw.rng.choice(("all", "any")), over, ahead)
    return _passing(draw, over, ahead)


def _both_rose(draw: Draw, metric: Metric) -> Composition:
    """Whether both or one of two companies rose."""
    scene = draw.group([metric], 2, 2)
    figures = [figure(metric, name, scene.last) for name in scene.names]
    rose = tuple(Compare(one, ">", _years_earlier(one, 1)) for one in figures)
    return Logic(draw.rng.choice(("and", "or")), rose)


def _which_grew_more(draw: Draw, metric: Metric) -> Composition:
    """Of two metrics of one company, the one that grew more."""
    scene, other = draw.run(metric, 2, 4), draw.other(metric)
    require(all(one.positive and one.unit != "pure" for one in (metric, other)))
    growths = (
        Growth(figure(one, scene.name, scene.last), figure(one, scene.name, scene.first))
        for one in (metric, other)
    )
    return Choose(Options(tuple(growths)), None, draw.often(70))


def _size_of_change(draw: Draw, metric: Metric) -> Composition:
    """By how much a figure changed, up or down."""
    return Absolute(company_kinds.change(draw, metric))


def _company_and_figure(draw: Draw, metric: Metric) -> Composition:
    """The company with the highest, and another figure of it."""
    value = comparison_kinds.company_then(draw, metric)
    assert isinstance(value.company, Choose)
    return value.company, value


def _passing(draw: Draw, over: Over, condition: Condition) -> Filter | Count:
    """Which, or how many, pass a condition."""
    return Filter(over, condition) if draw.often(55) else Count(over, condition)


_OF_YEARS = (
    *(company_kinds.average, company_kinds.extreme, company_kinds.which_year),
    *(company_kinds.was_higher, company_kinds.change, _size_of_change),
    comparison_kinds.year_then,
)
_OF_COMPANIES = (
    *(comparison_kinds.gap, comparison_kinds.exceeded, comparison_kinds.which_company),
    *(comparison_kinds.ranking, comparison_kinds.company_then, _company_and_figure),
)
_OWN = (_spread, _against_average)
_OF_FIGURES = (_years_that, _companies_that_rose, _years_ahead, _both_rose, _which_grew_more)
_OF_TOTALS = (company_kinds.growth, company_kinds.cagr, company_kinds.total)
_FRAMES: tuple[tuple[tuple[Frame, ...], tuple[Callable[[Draw, Metric], Measure], ...]], ...] = (
    (_OF_YEARS, (_ratio, _growth, _change, _total)),
    (_OF_COMPANIES, (_ratio, _growth, _change, _average)),
    (_OWN, (_itself, _ratio, _growth, _change)),
    (_OF_FIGURES, (_itself,)),
    (_OF_TOTALS, (_total,)),
)
"""Frames, with the measures that each of them may be about."""
