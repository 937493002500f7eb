"""One company's figure over several years or quarters."""

from secqa.benchmark.kinds.draw import Draw
from secqa.benchmark.names import Entity
from secqa.metrics.catalogue import Metric
from secqa.query.period import Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
    Growth,
    Holds,
    Lookup,
    Query,
    Years,
)

EACH_YEAR = Period(each=True)
_FEW, _MANY = 2, 5
_LATEST = 0.5
"""Of spans that end with the latest year, those that are called "the last n years"."""


def total(draw: Draw, metric: Metric) -> Query | None:
    """The sum over years."""
    return _folded(draw, metric, "sum") if _adds_up(metric) else None


def average(draw: Draw, metric: Metric) -> Query | None:
    """The average over years."""
    return _folded(draw, metric, "average")


def extreme(draw: Draw, metric: Metric) -> Query | None:
    """The highest or lowest value of several years."""
    return _folded(draw, metric, draw.rng.choice(("maximum", "minimum")), 3)


def last_quarters(draw: Draw, metric: Metric) -> Query | None:
    """The sum of quarters in a row, each told by a quarterly report."""
    if not _adds_up(metric):
        return None
    found = [
        (company, run)
        for company, quarters in draw.held(metric, "quarter")
        for run in _quarters_in_a_row(quarters)
    ]
    if not found:
        return None
    company, run = draw.rng.choice(found)
    return Query((Aggregate("sum", _each(metric, company), Years(run)),))


def growth(draw: Draw, metric: Metric) -> Query | None:
    """The percentage change from one year to another."""
    ends = _ends(draw, metric) if _grows(metric) else None
    return None if ends is None else Query((Growth(*ends),))


def change(draw: Draw, metric: Metric) -> Query | None:
    """The change from one year to another."""
    ends = _ends(draw, metric)
    return None if ends is None else Query((Arithmetic("-", *ends),))


def cagr(draw: Draw, metric: Metric) -> Query | None:
    """The compound annual growth rate over at least two years."""
    ends = _ends(draw, metric, 3) if _grows(metric) else None
    return None if ends is None else Query((Cagr(*ends),))


def each_year(draw: Draw, metric: Metric) -> Query | None:
    """The value of each of several years."""
    span = draw.span(metric, _FEW, 4)
    if span is None:
        return None
    company, periods = span
    return Query(tuple(draw.lookup(metric, company, period) for period in periods))


def which_year(draw: Draw, metric: Metric) -> Query | None:
    """The year with the highest or lowest value."""
    span = draw.span(metric, 3, _MANY)
    if span is None:
        return None
    company, periods = span
    highest = draw.rng.random() < 0.6
    return Query((Choose(_years(draw, company, periods), _each(metric, company), highest),))


def grew_every_year(draw: Draw, metric: Metric) -> Query | None:
    """Whether it grew, or fell, in each of several years."""
    span = draw.span(metric, 3, _MANY)
    if span is None:
        return None
    company, periods = span
    before = Lookup(metric.id, company.name, Period(back=1, each=True))
    sign = draw.rng.choice((">", "<"))
    grew = Compare(_each(metric, company), sign, before)  # type: ignore[arg-type]
    return Query((Holds("all", Years(periods[1:]), grew),))


def was_higher(draw: Draw, metric: Metric) -> Query | None:
    """Whether it was higher in one year than in another."""
    ends = _ends(draw, metric)
    return None if ends is None else Query((Compare(ends[0], ">", ends[1]),))


def _folded(draw: Draw, metric: Metric, how: str, least: int = _FEW) -> Query | None:
    span = draw.span(metric, least, _MANY)
    if span is None:
        return None
    company, periods = span
    each = _each(metric, company)
    return Query((Aggregate(how, each, _years(draw, company, periods)),))  # type: ignore[arg-type]


def _years(draw: Draw, company: Entity, periods: tuple[Period, ...]) -> Years:
    """The years by number, or "the last n" where they are."""
    if periods[-1].year == draw.truth.latest_year(company) and draw.rng.random() < _LATEST:
        return Years(last=len(periods))
    if len(periods) == 2:
        return Years(periods)
    return Years(first=periods[0], final=periods[-1])


def _ends(draw: Draw, metric: Metric, least: int = _FEW) -> tuple[Lookup, Lookup] | None:
    """The last and the first of several years."""
    span = draw.span(metric, least, _MANY)
    if span is None:
        return None
    company, periods = span
    return (
        draw.lookup(metric, company, periods[-1]),
        draw.lookup(metric, company, periods[0]),
    )


def _each(metric: Metric, company: Entity) -> Lookup:
    return Lookup(metric.id, company.name, EACH_YEAR)


def _grows(metric: Metric) -> bool:
    """Whether its growth means something: a rate changes by points, and what is a change itself,
    or a contra account, does not grow."""
    told = metric.positive or metric.statement == "income" or metric.formula
    return metric.unit != "pure" and bool(told)


def _adds_up(metric: Metric) -> bool:
    return metric.period == "duration" and metric.unit in ("USD", "USD/shares")


def _quarters_in_a_row(quarters: tuple[Period, ...]) -> list[tuple[Period, ...]]:
    """Two or three quarters of one fiscal year, next to each other."""
    return [
        quarters[start : start + length]
        for length in (2, 3)
        for start in range(len(quarters) - length + 1)
        if quarters[start].year == quarters[start + length - 1].year
        and quarters[start + length - 1].quarter - quarters[start].quarter == length - 1
    ]
