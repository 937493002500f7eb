"""Composes queries of new shapes at random, a few levels deep, from the pieces of the grammar.

The percentages of variants are set by hand for a varied mix; they are no measurement.
"""

from collections.abc import Callable

from secqa.benchmark.grammar.draw import EACH_YEAR, Draw, require
from secqa.benchmark.grammar.query_pieces import MEASURES, Stage, scene_for
from secqa.metrics.metric import Metric
from secqa.query.period import EACH
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
    Growth,
    Holds,
    Logic,
    Lookup,
    Options,
    Output,
    Value,
)

Composition = Output | tuple[Output, ...]


def compose_new(draw: Draw, metric: Metric) -> Composition:
    """A query of some shape about a metric; EmptyDraw if this draw gives none."""
    require(draw.suits(metric, "compare"))
    measure = draw.rng.choice(MEASURES)(draw, metric)
    make, companies, years = draw.rng.choice(_SHAPES)
    return make(Stage(draw, measure, scene_for(draw, measure, companies, years)))


def _change_over_years(stage: Stage) -> Composition:
    """The change of a series from the first year to the last."""
    value, draw = stage.series(), stage.draw
    of, base = value(stage.scene.last), value(stage.scene.first)
    if not stage.measure.grows or draw.often(30):
        change = Arithmetic("-", of, base)
        return Absolute(change) if draw.often(20) else change
    few = len(stage.scene.periods) < 3
    return Growth(of, base) if draw.often(60) or few else Cagr(of, base)


def _folded_series(stage: Stage) -> Composition:
    """One value of a series over years."""
    return Aggregate(stage.fold_name(), stage.series()(EACH_YEAR), stage.scene.over)


def _difference(stage: Stage) -> Composition:
    """How far two companies are apart."""
    profile, unit = stage.profile()
    first, second = map(profile, stage.scene.names)
    if unit == "pure" or not stage.measure.grows or stage.draw.often(40):
        return Arithmetic("-", first, second)
    return Growth(first, second) if stage.draw.often(50) else Arithmetic("/", first, second)


def _spread(stage: Stage) -> Composition:
    """The highest less the lowest."""
    if len(stage.scene.names) > 1:
        value, over = stage.profile()[0](EACH), stage.scene.group
        return Arithmetic("-", Aggregate("maximum", value, over), Aggregate("minimum", value, over))
    value, years = stage.series()(EACH_YEAR), stage.scene.over
    return Arithmetic("-", Aggregate("maximum", value, years), Aggregate("minimum", value, years))


def _which_company(stage: Stage) -> Composition:
    """The company, or the order of them, by a profile."""
    profile, _ = stage.profile()
    top = stage.draw.rng.choice((1, 1, 1, 0, 2))
    rank = 2 if top == 1 and stage.draw.often(25) else 1
    return Choose(stage.scene.group, profile(EACH), stage.draw.often(65), rank, top)


def _which_year(stage: Stage) -> Choose:
    """The year by a series."""
    return Choose(stage.scene.over, stage.series()(EACH_YEAR), stage.draw.often(65))


def _of_chosen_company(stage: Stage) -> Composition:
    """Another measure of the company that a profile chooses; and which it is."""
    target, draw, scene = stage.target(), stage.draw, stage.scene
    company = Choose(scene.group, stage.profile()[0](EACH), draw.often(65))
    (metric,) = target.metrics
    value: Value = Lookup(metric.id, company, scene.last)
    if draw.often(40) and target.grows and len(scene.periods) > 1:
        value = Growth(value, Lookup(metric.id, company, scene.first))
    elif metric.unit == "USD" and draw.often(30):
        value = Arithmetic("/", value, Lookup("revenue", company, scene.last))
    return (company, value) if draw.often(30) else value


def _of_chosen_year(stage: Stage) -> Composition:
    """A figure of the year that a series chooses."""
    (metric,) = stage.target().metrics
    year = _which_year(stage)
    return Lookup(metric.id, stage.draw.rng.choice(stage.scene.names), year)


def _which_grew_more(stage: Stage) -> Composition:
    """Of two measures of one company, the one that grew more."""
    target, scene = stage.target(), stage.scene
    require(target.grows and stage.measure.grows)
    growths = (
        Growth(measure.make(scene.name, scene.last), measure.make(scene.name, scene.first))
        for measure in (stage.measure, target)
    )
    return Choose(Options(tuple(growths)), None, stage.draw.often(70))


def _companies_that(stage: Stage) -> Composition:
    """Which or how many companies pass one condition or two."""
    profile, scene, draw = stage.profile()[0], stage.scene, stage.draw
    condition = stage.condition(scene.group, profile(EACH), list(map(profile, scene.names)))
    if draw.often(35) and stage.can_rise:
        both = condition, stage.rose_every_year()
        condition = Logic("and" if draw.often(70) else "or", both)
    return stage.passing(scene.group, condition)


def _companies_every_year(stage: Stage) -> Composition:
    """Which or how many companies rose every year."""
    return stage.passing(stage.scene.group, stage.rose_every_year())


def _years_that(stage: Stage) -> Composition:
    """Which or how many years pass a condition."""
    value, scene = stage.series(), stage.scene
    items = [value(period) for period in scene.periods]
    return stage.passing(scene.over, stage.condition(scene.over, value(EACH_YEAR), items))


def _years_ahead(stage: Stage) -> Composition:
    """In which, how many or whether in all years one company was ahead of another."""
    first, second = (stage.measure.make(name, EACH_YEAR) for name in stage.scene.names)
    condition, over = Compare(first, ">", second), stage.scene.over
    if stage.draw.often(30):
        return Holds(stage.draw.rng.choice(("all", "any")), over, condition)
    return stage.passing(over, condition)


def _whether(stage: Stage) -> Composition:
    """Whether one company's profile is above another's, or both measures rose."""
    profile, _ = stage.profile()
    scene, make = stage.scene, stage.measure.make
    first, second = scene.names
    if not stage.draw.often(40) or stage.measure.back or len(scene.periods) < 2:
        return Compare(profile(first), ">", profile(second))
    rose = tuple(
        Compare(make(name, scene.last), ">", make(name, scene.first)) for name in scene.names
    )
    return Logic(stage.draw.rng.choice(("and", "or")), rose)


_ONE, _TWO, _SEVERAL = (1, 1), (2, 2), (3, 4)
_SHAPES: tuple[tuple[Callable[[Stage], Composition], tuple[int, int], tuple[int, int]], ...] = (
    (_change_over_years, (2, 4), (2, 4)),
    (_change_over_years, _ONE, (2, 4)),
    (_folded_series, (2, 4), (2, 4)),
    (_folded_series, _ONE, (2, 4)),
    (_difference, _TWO, (1, 3)),
    (_spread, _SEVERAL, (1, 3)),
    (_spread, _ONE, (3, 4)),
    (_which_company, _SEVERAL, (1, 4)),
    (_which_year, (1, 3), (3, 5)),
    (_of_chosen_company, _SEVERAL, (1, 3)),
    (_of_chosen_year, (1, 3), (3, 5)),
    (_which_grew_more, _ONE, (2, 4)),
    (_companies_that, _SEVERAL, (1, 4)),
    (_companies_every_year, _SEVERAL, (3, 4)),
    (_years_that, (1, 3), (3, 5)),
    (_years_ahead, _TWO, (3, 5)),
    (_whether, _TWO, (1, 3)),
)
"""Shapes, each with fewest and most companies and years."""
