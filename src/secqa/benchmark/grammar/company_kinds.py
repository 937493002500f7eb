"""Kinds of questions about one company: a figure, its share or its course over years.

The shares of variants (the latest year or a stated one, the highest or the lowest) are set by
hand; they are no measurement.
"""

from typing import Literal

from secqa.benchmark.fact_table import Entity
from secqa.benchmark.grammar.draw import EACH_YEAR, Draw, Scene, figure, require
from secqa.metrics.catalogue import all_parts
from secqa.metrics.metric import Metric
from secqa.query.leaves import Scope, Years
from secqa.query.period import Period
from secqa.query.query import Aggregate, Arithmetic, Cagr, Choose, Compare, Growth, Holds, Lookup

Fold = Literal["sum", "average", "maximum", "minimum"]
_MOST_YEARS = 5
_WHOLES = {"income": "revenue", "balance_sheet": "total_assets"}
"""The total that figures of a statement are a share of."""


def value_latest(draw: Draw, metric: Metric) -> Lookup:
    """The latest value."""
    return figure(metric, draw.choice(draw.available(metric))[0])


def value_in_period(draw: Draw, metric: Metric) -> Lookup:
    """The value of a year."""
    return figure(metric, *draw.cell(metric))


def value_in_quarter(draw: Draw, metric: Metric) -> Lookup:
    """The value of a quarter, or at its end."""
    require(not _mixes_periods(draw, metric))
    return figure(metric, *draw.cell(metric, "quarter"))


def value_to_date(draw: Draw, metric: Metric) -> Lookup:
    """The value from the start of a fiscal year to the end of a quarter."""
    require(metric.period != "instant" and not _mixes_periods(draw, metric))
    return figure(metric, *draw.cell(metric, "to_date"))


def _mixes_periods(draw: Draw, metric: Metric) -> bool:
    """Whether it divides a flow by a balance, as turnovers and returns do: for part of a year, some
    take the flow as it is and others annualize it."""
    parts = (draw.catalogue[part] for part in all_parts(metric, draw.catalogue))
    return len({part.period for part in parts if not part.formula}) > 1


def values(draw: Draw, metric: Metric) -> tuple[Lookup, ...]:
    """Several figures of one company and year."""
    company, period = draw.cell(metric)
    others = [
        other
        for other in draw.partners(metric)
        if other.unit == metric.unit
        and other.shown == metric.shown
        and _divisor(other) == _divisor(metric)
    ]
    count = draw.rng.randint(1, 2)
    require(len(others) >= count)
    metrics = (metric, *draw.rng.sample(others, count))
    when = draw.when(company, period)
    return tuple(figure(one, company, when) for one in metrics)


def _divisor(metric: Metric) -> str:
    """The divisor of a ratio: margins share one, as do multiples of equity, and growth rates."""
    return "growth" if "prior(" in metric.formula else metric.formula.partition(" / ")[2]


def value_of_part(draw: Draw, metric: Metric) -> Lookup:
    """The value of a segment, region or product."""
    company, part, periods = draw.choice(draw.parts(metric))
    return Lookup(metric.id, company.name, draw.rng.choice(periods), part=part)


def share_of_part(draw: Draw, metric: Metric) -> Arithmetic:
    """The share of a segment, region or product in the whole."""
    part = value_of_part(draw, metric)
    require(metric.unit == "USD")
    return Arithmetic("/", part, Lookup(part.metric, part.company, part.period))


def share_of_whole(draw: Draw, metric: Metric) -> Arithmetic:
    """A cost as a share of revenue, or an asset or debt as a share of all assets."""
    whole = draw.catalogue.metrics.get(_WHOLES.get(metric.statement, ""))
    require(metric.unit == "USD" and metric.positive and whole in draw.partners(metric))
    assert whole is not None
    company, period = draw.cell(metric)
    when = draw.when(company, period)
    return Arithmetic("/", figure(metric, company, when), figure(whole, company, when))


def in_statement(draw: Draw, metric: Metric) -> Lookup:
    """A line of a statement that the question names."""
    company, period = draw.cell(metric)
    require(metric.statement)
    place = Scope(statement=metric.statement)
    return Lookup(metric.id, company.name, draw.when(company, period), place=place)


def latest_quarter(draw: Draw, metric: Metric) -> Lookup:
    """The figure of the most recent quarterly report."""
    company = draw.choice(_with_later_quarters(draw, metric))[0]
    return figure(metric, company, Period(span="quarter"))


def last_quarterly_reports(draw: Draw, metric: Metric) -> Aggregate:
    """The average of the last quarters with a quarterly report."""
    companies = [row for row in _with_later_quarters(draw, metric) if len(row[1]) >= 2]
    company, quarters = draw.choice(companies)
    last = draw.rng.randint(2, min(3, len(quarters)))
    over = Years(last=last, final=Period(span="quarter"))
    return Aggregate("average", figure(metric, company, EACH_YEAR), over)


def _with_later_quarters(draw: Draw, metric: Metric) -> list[tuple[Entity, tuple[Period, ...]]]:
    """Companies that report a quarter after their latest annual report: the latest quarter of
    the others may be the last of that year."""
    return [
        (company, quarters)
        for company, quarters in draw.available(metric, "quarter")
        if (quarters[-1].year or 0) > (draw.table.latest_year(company) or 0)
    ]


def each_year(draw: Draw, metric: Metric) -> tuple[Lookup, ...]:
    """The value of each of several years."""
    scene = draw.run(metric, 2, 4)
    return tuple(figure(metric, scene.name, period) for period in scene.periods)


def total(draw: Draw, metric: Metric, how: Fold = "sum", least: int = 2) -> Aggregate:
    """The sum over years."""
    scene = draw.run(metric, least, _MOST_YEARS)
    return Aggregate(how, figure(metric, scene.name, EACH_YEAR), _years(draw, scene))


def average(draw: Draw, metric: Metric) -> Aggregate:
    """The average over years."""
    return total(draw, metric, "average")


def extreme(draw: Draw, metric: Metric) -> Aggregate:
    """The highest or lowest value of several years."""
    require(metric.unit != "shares")
    return total(draw, metric, "maximum" if draw.often(50) else "minimum", 3)


def last_quarters(draw: Draw, metric: Metric) -> Aggregate:
    """The sum of two or three quarters in a row of one year, each with a quarterly report."""
    runs = [
        (company, quarters[start : start + length])
        for company, quarters in draw.available(metric, "quarter")
        for length in (2, 3)
        for start in range(len(quarters) - length + 1)
        if quarters[start].year == quarters[start + length - 1].year
        and quarters[start + length - 1].quarter - quarters[start].quarter == length - 1
    ]
    company, run = draw.choice(runs)
    return Aggregate("sum", figure(metric, company, EACH_YEAR), Years(run))


def growth(draw: Draw, metric: Metric) -> Growth:
    """The percentage change from one year to another."""
    return Growth(*_ends(draw, metric))


def change(draw: Draw, metric: Metric) -> Arithmetic:
    """The change from one year to another."""
    return Arithmetic("-", *_ends(draw, metric))


def cagr(draw: Draw, metric: Metric) -> Cagr:
    """The compound annual growth rate over at least two years."""
    return Cagr(*_ends(draw, metric, 3))


def which_year(draw: Draw, metric: Metric) -> Choose:
    """The year with the highest or lowest value."""
    require(metric.unit != "shares")
    scene = draw.run(metric, 3, _MOST_YEARS)
    highest = draw.often(60)
    return Choose(_years(draw, scene), figure(metric, scene.name, EACH_YEAR), highest)


def grew_every_year(draw: Draw, metric: Metric) -> Holds:
    """Whether it grew, or fell, in each of several years."""
    scene = draw.run(metric, 3, _MOST_YEARS)
    year_before = figure(metric, scene.name, Period(back=1, each=True))
    sign = draw.rng.choice((">", "<"))
    each = figure(metric, scene.name, EACH_YEAR)
    return Holds("all", Years(scene.periods[1:]), Compare(each, sign, year_before))  # type: ignore[arg-type]


def was_higher(draw: Draw, metric: Metric) -> Compare:
    """Whether it was higher in one year than in another."""
    last, first = _ends(draw, metric)
    return Compare(last, ">", first)


def _years(draw: Draw, scene: Scene) -> Years:
    """The years by number, or half of the time "the last n" if that is the same."""
    if scene.last.year == draw.table.latest_year(scene.companies[0]) and draw.often(50):
        return Years(last=len(scene.periods))
    return scene.over


def _ends(draw: Draw, metric: Metric, least: int = 2) -> tuple[Lookup, Lookup]:
    """The figures of the last and the first of several years."""
    scene = draw.run(metric, least, _MOST_YEARS)
    return figure(metric, scene.name, scene.last), figure(metric, scene.name, scene.first)
