"""Kinds of questions about several companies, or about the answer of another look-up.

The last ones are those of the SEC-QA paper (section 4.5) that need several documents. They state no
year and mean the latest annual report; they only compare companies whose latest reports are of the
same fiscal year, so that "latest" means one year.
"""

from collections.abc import Sequence
from dataclasses import replace

from secqa.benchmark.fact_table import Entity
from secqa.benchmark.grammar.draw import EACH_YEAR, Draw, EmptyDraw, Scene, figure, require
from secqa.metrics.metric import Metric
from secqa.query.leaves import Companies, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Count,
    Filter,
    Growth,
    Lookup,
    Number,
)

_MOST = 5
"""Companies of one question."""
_FEW = 3
"""Nobody asks for the average of fewer companies."""
_HOPS_GROUP = (3, 4)
"""Fewest and most companies of a question of several hops."""
_YEARS_BACK = 2
"""Years before the last one among which a question chooses."""
_ROUND_LIMITS = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.5, 10.0)
_SMALLEST_SCALE = 0.01


def percentage_above(draw: Draw, metric: Metric) -> Growth:
    """The percentage by which one company's value is above another's."""
    require(metric.unit != "pure")
    return Growth(*_pair(draw, metric, alike=True))


def gap(draw: Draw, metric: Metric) -> Arithmetic:
    """One company's value less another's."""
    return Arithmetic("-", *_pair(draw, metric, alike=True))


def exceeded(draw: Draw, metric: Metric) -> Compare:
    """Whether one company's value was above another's."""
    first, second = _pair(draw, metric)
    return Compare(first, ">", second)


def each_company(draw: Draw, metric: Metric) -> tuple[Lookup, ...]:
    """The value of each of several companies."""
    scene = draw.group([metric], 2, 4)
    return tuple(figure(metric, name, scene.last) for name in scene.names)


def together(draw: Draw, metric: Metric) -> Aggregate:
    """The sum or average of several companies."""
    scene = draw.group([metric], 2, _MOST, alike=True)
    how = "sum" if len(scene.companies) < _FEW or draw.often(50) else "average"
    return Aggregate(how, figure(metric, EACH, scene.last), scene.group)  # type: ignore[arg-type]


def which_company(draw: Draw, metric: Metric) -> Choose:
    """The company with the highest, lowest or second highest value."""
    leader = _leader(draw, metric, draw.group([metric], 3, _MOST))
    return leader if draw.often(70) else replace(leader, highest=False, rank=1)


def ranking(draw: Draw, metric: Metric) -> Choose:
    """The companies in the order of their values, or the first of them."""
    scene = draw.group([metric], 3, _MOST)
    top = draw.rng.choice((0, 2))
    return Choose(scene.group, figure(metric, EACH, scene.last), draw.often(70), top=top)


def how_many(draw: Draw, metric: Metric) -> Count:
    """How many of several companies are above or below a limit."""
    return Count(*_limited(draw, metric))


def which_pass(draw: Draw, metric: Metric) -> Filter:
    """Which of several companies are above or below a limit."""
    return Filter(*_limited(draw, metric))


def company_then(draw: Draw, metric: Metric) -> Lookup:
    """A figure of the company that has the highest of another: two hops."""
    require(draw.suits(metric, "compare"))
    target = draw.other(metric)
    scene = draw.group([metric, target], *_HOPS_GROUP)
    return Lookup(target.id, _leader(draw, metric, scene), scene.last)


def year_then(draw: Draw, metric: Metric) -> Lookup:
    """A figure of the year in which another was highest: two hops."""
    target = draw.other(metric)
    scene = draw.run(metric, 3, 4)
    each = figure(metric, scene.name, EACH_YEAR)
    return Lookup(target.id, scene.name, Choose(scene.over, each))


def company_year_then(draw: Draw, metric: Metric) -> Lookup:
    """The company with the highest of one metric, its year with the highest of another, and a
    figure of that year: three hops."""
    require(draw.suits(metric, "compare"))
    second = draw.other(metric, "then")
    target = draw.other(second)
    require(target is not metric)
    scene = draw.group([metric, second, target], *_HOPS_GROUP)
    company = _leader(draw, metric, scene)
    by = Lookup(second.id, company, EACH_YEAR)
    return Lookup(target.id, company, Choose(_last_years(scene), by))


def year_company_then(draw: Draw, metric: Metric) -> Lookup:
    """The year in which one company had the highest of one metric, the company that led in that
    year, and another figure of it: three hops."""
    lead = draw.other(metric, "then")
    target = draw.other(lead)
    require(draw.suits(lead, "compare") and target is not metric)
    scene = draw.group([metric, lead, target], *_HOPS_GROUP)
    by = figure(metric, scene.name, EACH_YEAR)
    year = Choose(_last_years(scene), by)
    leader = _leader(draw, lead, scene)
    return Lookup(target.id, replace(leader, by=Lookup(lead.id, EACH, year)), year)


def dividends_over_years(draw: Draw, _metric: Metric) -> Aggregate:
    """Common dividends over the last years."""
    dividends = draw.catalogue["dividends_paid"]
    company = draw.choice(draw.available(dividends))[0]
    over = Years(last=draw.rng.randint(2, _MOST))
    return Aggregate("sum", figure(dividends, company, EACH_YEAR), over)


def growth_over_years(draw: Draw, _metric: Metric) -> Growth:
    """Growth of revenue over the last years."""
    revenue = draw.catalogue["revenue"]
    company = draw.choice(draw.available(revenue))[0]
    base = Period(back=draw.rng.randint(2, _MOST))
    return Growth(figure(revenue, company), figure(revenue, company, base))


def difference_between_companies(draw: Draw, metric: Metric) -> Growth:
    """The percentage difference of two companies' latest values; the second is the base."""
    # Balances that accumulate over decades, and may be negative, do not compare two companies.
    require(metric.unit != "pure" and (metric.positive or metric.period == "duration"))
    first, second = _of_one_year(draw, (metric,), 2, 2)
    return Growth(figure(metric, first), figure(metric, second))


def metric_of_highest(draw: Draw, metric: Metric) -> Lookup:
    """A figure of the company with the highest of another."""
    require(draw.suits(metric, "compare"))
    target = draw.other(metric)
    names = tuple(company.name for company in _of_one_year(draw, (metric, target), 3, _MOST))
    return Lookup(target.id, Choose(Companies(names), Lookup(metric.id, EACH)))


def _of_one_year(
    draw: Draw, metrics: tuple[Metric, ...], least: int, most: int
) -> tuple[Entity, ...]:
    """Companies with the first metric in their latest reports, which are of one fiscal year."""
    years: dict[int, list[Entity]] = {}
    for company, periods in draw.available(metrics[0]):
        latest = draw.table.latest_year(company)
        if latest is not None and any(period.year == latest for period in periods):
            years.setdefault(latest, []).append(company)
    companies = draw.choice([group for group in years.values() if len(group) >= least])
    return draw.some_peers(companies, metrics, least, most)


def _leader(draw: Draw, metric: Metric, scene: Scene) -> Choose:
    """The company with the highest or second highest value."""
    rank = 2 if len(scene.companies) > _HOPS_GROUP[0] and draw.often(20) else 1
    return Choose(scene.group, figure(metric, EACH, scene.last), rank=rank)


def _pair(draw: Draw, metric: Metric, *, alike: bool = False) -> tuple[Lookup, Lookup]:
    scene = draw.group([metric], 2, 2, alike=alike)
    first, second = scene.companies
    return figure(metric, first, scene.last), figure(metric, second, scene.last)


def _last_years(scene: Scene) -> Years:
    """The year of the scene and those before it."""
    assert scene.last.year is not None
    return Years(first=replace(scene.last, year=scene.last.year - _YEARS_BACK), final=scene.last)


def _limited(draw: Draw, metric: Metric) -> tuple[Companies, Compare]:
    """Companies and a round limit among their values."""
    require(metric.unit != "count")
    scene = draw.group([metric], 3, _MOST)
    limit = middle_limit(draw, metric, [(name, scene.last) for name in scene.names])
    sign = draw.rng.choice((">", "<"))
    return scene.group, Compare(figure(metric, EACH, scene.last), sign, limit)  # type: ignore[arg-type]


def middle_limit(draw: Draw, metric: Metric, cells: Sequence[tuple[str, Period]]) -> Number:
    """A round limit in the middle of the values of companies and periods."""
    rows = [draw.table.value(name, metric.id, period) for name, period in cells]
    sizes = sorted(row.value for row in rows if row is not None)
    if len(sizes) < len(rows) or sizes[0] <= 0:
        raise EmptyDraw
    middle = (sizes[len(sizes) // 2 - 1] + sizes[len(sizes) // 2]) / 2
    return Number(_round_near(middle))


def _round_near(value: float) -> float:
    """A round number near a value."""
    scale: float = 10 ** (len(f"{value:.0f}") - 1) if value >= 1 else _SMALLEST_SCALE
    while value / scale > _ROUND_LIMITS[-1]:
        scale *= 10
    near = min(_ROUND_LIMITS, key=lambda number: abs(number - value / scale))
    return round(near * scale, 10)
