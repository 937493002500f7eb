"""Queries composed at random from the grammar: a metric in, a tree of a few levels out."""

from collections.abc import Callable
from typing import Literal

from secqa.benchmark.design.measures import (
    EACH_YEAR,
    measure_of,
    plain,
    scene_for,
)
from secqa.benchmark.design.pieces import (
    Stage,
    condition_of,
    profile_of,
    rose_every_year,
    series_of,
    way_to_fold,
)
from secqa.benchmark.kinds.draw import Draw, is_comparable
from secqa.metrics.catalogue import Metric
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
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
    Query,
    Value,
)

_SEVERAL, _SPAN = (3, 4), (2, 4)


def composed(draw: Draw, metric: Metric) -> Query | None:
    """A query about a metric; None where this draw gives none."""
    measure = measure_of(draw, metric)
    if measure is None:
        return None
    make, companies, years = draw.rng.choice(_WAYS)
    scene = scene_for(draw, (measure,), companies, years)
    if scene is None:
        return None
    made = make(Stage(draw, measure, scene))
    return Query(made if isinstance(made, tuple) else (made,)) if made is not None else None


Made = Output | tuple[Output, ...] | None


def _moved(stage: Stage) -> Made:
    """How a series changed from the first year to the last."""
    value = series_of(stage)
    of, base = value(stage.scene.last), value(stage.scene.first)
    if not stage.measure.grows or stage.chance(0.3):
        change = Arithmetic("-", of, base)
        return Absolute(change) if stage.chance(0.2) else change
    return Growth(of, base) if stage.chance(0.6) or len(stage.scene.years) < 3 else Cagr(of, base)


def _folded_series(stage: Stage) -> Made:
    """One value of a series over years."""
    return Aggregate(way_to_fold(stage), series_of(stage)(EACH_YEAR), stage.scene.over)


def _folded_profile(stage: Stage) -> Made:
    """One value of all companies."""
    profile, unit = profile_of(stage)
    how: Literal["sum", "average", "median"] = stage.draw.rng.choice(("average", "median"))
    if unit == "USD" and stage.chance(0.4):
        how = "sum"
    return Aggregate(how, profile(EACH), stage.companies)


def _apart(stage: Stage) -> Made:
    """How far two companies are apart."""
    profile, unit = profile_of(stage)
    one, other = (profile(name) for name in stage.scene.names)
    if unit == "pure" or not stage.measure.grows or stage.chance(0.4):
        return Arithmetic("-", one, other)
    return Growth(one, other) if stage.chance(0.5) else Arithmetic("/", one, other)


def _share(stage: Stage) -> Made:
    """What one company is of all of them."""
    profile, unit = profile_of(stage)
    whole = Aggregate("sum", profile(EACH), stage.companies)
    return Arithmetic("/", profile(stage.scene.names[0]), whole) if unit == "USD" else None


def _spread(stage: Stage) -> Made:
    """The highest less the lowest."""
    if len(stage.scene.names) > 1:
        profile, _ = profile_of(stage)
        return Arithmetic(
            "-",
            Aggregate("maximum", profile(EACH), stage.companies),
            Aggregate("minimum", profile(EACH), stage.companies),
        )
    value = series_of(stage)(EACH_YEAR)
    over = stage.scene.over
    return Arithmetic("-", Aggregate("maximum", value, over), Aggregate("minimum", value, over))


def _which_company(stage: Stage) -> Made:
    """The company, or the order of them, by a profile."""
    profile, _ = profile_of(stage)
    top = stage.draw.rng.choice((1, 1, 1, 0, 2))
    rank = 2 if top == 1 and stage.chance(0.25) else 1
    return Choose(stage.companies, profile(EACH), stage.chance(0.65), rank, top)


def _which_year(stage: Stage) -> Made:
    """The year by a series."""
    if len(stage.scene.years) < 3:
        return None
    return Choose(stage.scene.over, series_of(stage)(EACH_YEAR), stage.chance(0.65))


def _of_chosen_company(stage: Stage) -> Made:
    """Another measure of the company that is chosen by a profile; and which it is."""
    asked = _asked(stage)
    if asked is None:
        return None
    profile, _ = profile_of(stage)
    chosen = Choose(stage.companies, profile(EACH), stage.chance(0.65))
    last = stage.scene.last
    value: Value = Lookup(asked.id, chosen, last)
    if stage.chance(0.4) and plain(asked).grows and len(stage.scene.years) > 1:
        value = Growth(value, Lookup(asked.id, chosen, stage.scene.first))
    elif asked.unit == "USD" and stage.chance(0.3):
        value = Arithmetic("/", value, Lookup("revenue", chosen, last))
    return (chosen, value) if stage.chance(0.3) else value


def _of_chosen_year(stage: Stage) -> Made:
    """A figure of the year that is chosen by a series."""
    asked = _asked(stage)
    if asked is None or len(stage.scene.years) < 3:
        return None
    year = Choose(stage.scene.over, series_of(stage)(EACH_YEAR), stage.chance(0.65))
    return Lookup(asked.id, stage.draw.rng.choice(stage.scene.names), year)


def _asked(stage: Stage) -> Metric | None:
    """Another metric, of which all companies of the scene have all years."""
    other = stage.draw.other(stage.measure.metrics[0])
    if other is None or other in stage.measure.metrics or not is_comparable(other):
        return None
    held = dict(stage.draw.held(other))
    wanted = set(stage.scene.years)
    have = ({one.year for one in held.get(company, ())} for company in stage.scene.companies)
    return other if all(wanted <= years for years in have) else None


def _which_rose_more(stage: Stage) -> Made:
    """Of two measures of one company, the one that grew more."""
    asked = _asked(stage)
    if asked is None or not plain(asked).grows or not stage.measure.grows:
        return None
    name, scene = stage.scene.names[0], stage.scene
    both = (stage.measure, plain(asked))
    grown = [Growth(one.make(name, scene.last), one.make(name, scene.first)) for one in both]
    return Choose(Options(tuple(grown)), None, stage.chance(0.7))


def _companies_that(stage: Stage) -> Made:
    """Which or how many companies a condition holds for, or two of them."""
    profile, _ = profile_of(stage)
    names = stage.scene.names
    where = condition_of(stage, stage.companies, profile(EACH), [profile(name) for name in names])
    if where is None:
        return None
    if stage.chance(0.35) and (second := rose_every_year(stage)) is not None:
        where = Logic("and" if stage.chance(0.7) else "or", (where, second))
    return _passing(stage, stage.companies, where)


def _companies_every_year(stage: Stage) -> Made:
    """Which or how many companies something holds for in every year."""
    where = rose_every_year(stage)
    return None if where is None else _passing(stage, stage.companies, where)


def _years_that(stage: Stage) -> Made:
    """Which or how many years a condition holds for."""
    value, scene = series_of(stage), stage.scene
    if len(scene.years) < 3:
        return None
    items = [value(Period(year)) for year in scene.years]
    where = condition_of(stage, scene.over, value(EACH_YEAR), items)
    return None if where is None else _passing(stage, scene.over, where)


def _years_ahead(stage: Stage) -> Made:
    """In which, how many or whether in all years one company was ahead of another."""
    one, other = (stage.measure.make(name, EACH_YEAR) for name in stage.scene.names)
    where, over = Compare(one, ">", other), stage.scene.over
    if len(stage.scene.years) < 3:
        return None
    if stage.chance(0.3):
        return Holds(stage.draw.rng.choice(("all", "any")), over, where)
    return _passing(stage, over, where)


def _passing(stage: Stage, over: Over, where: Condition) -> Filter | Count:
    return Filter(over, where) if stage.chance(0.55) else Count(over, where)


def _whether(stage: Stage) -> Made:
    """Whether one company's profile is above another's, and so for what it was before."""
    profile, _ = profile_of(stage)
    one, other = stage.scene.names
    first: Condition = Compare(profile(one), ">", profile(other))
    if not stage.chance(0.4) or stage.measure.back or len(stage.scene.years) < 2:
        return first
    rose = [
        Compare(stage.measure.make(name, stage.scene.last), ">",
                stage.measure.make(name, stage.scene.first))
        for name in (one, other)
    ]  # fmt: skip
    return Logic(stage.draw.rng.choice(("and", "or")), tuple(rose))


_ONE, _TWO = (1, 1), (2, 2)
_WAYS: tuple[tuple[Callable[[Stage], Made], tuple[int, int], tuple[int, int]], ...] = (
    (_moved, (2, 4), _SPAN),
    (_moved, _ONE, _SPAN),
    (_folded_series, (2, 4), _SPAN),
    (_folded_series, _ONE, _SPAN),
    (_folded_profile, _SEVERAL, (1, 3)),
    (_apart, _TWO, (1, 3)),
    (_share, _SEVERAL, (1, 3)),
    (_spread, _SEVERAL, (1, 3)),
    (_spread, _ONE, (3, 4)),
    (_which_company, _SEVERAL, (1, 4)),
    (_which_year, (1, 3), (3, 5)),
    (_of_chosen_company, _SEVERAL, (1, 3)),
    (_of_chosen_year, (1, 3), (3, 5)),
    (_which_rose_more, _ONE, _SPAN),
    (_companies_that, _SEVERAL, (1, 4)),
    (_companies_every_year, _SEVERAL, (3, 4)),
    (_years_that, (1, 3), (3, 5)),
    (_years_ahead, _TWO, (3, 5)),
    (_whether, _TWO, (1, 3)),
)
"""Ways to compose, each with fewest and most companies and years."""
