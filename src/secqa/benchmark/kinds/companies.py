"""One figure of several companies, for one fiscal year."""

from secqa.benchmark.kinds.draw import Draw, is_comparable
from secqa.benchmark.names import Entity
from secqa.metrics.catalogue import Metric
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Choose,
    Companies,
    Compare,
    Count,
    Filter,
    Growth,
    Lookup,
    Number,
    Query,
)

_MOST = 5
_ROUND = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.5, 10.0)


def percentage_above(draw: Draw, metric: Metric) -> Query | None:
    """By what percentage one company's value is above another's."""
    pair = _pair(draw, metric)
    return None if pair is None or metric.unit == "pure" else Query((Growth(*pair),))


def gap(draw: Draw, metric: Metric) -> Query | None:
    """One company's value less another's."""
    pair = _pair(draw, metric)
    return None if pair is None else Query((Arithmetic("-", *pair),))


def exceeded(draw: Draw, metric: Metric) -> Query | None:
    """Whether one company's value was above another's."""
    pair = _pair(draw, metric)
    return None if pair is None else Query((Compare(pair[0], ">", pair[1]),))


def each_company(draw: Draw, metric: Metric) -> Query | None:
    """The value of each of several companies."""
    found = draw.group([metric], 2, 4)
    if found is None:
        return None
    companies, period = found
    return Query(tuple(draw.lookup(metric, company, period) for company in companies))


def together(draw: Draw, metric: Metric) -> Query | None:
    """The sum or average of several companies."""
    found = _group(draw, metric, 2)
    if found is None:
        return None
    how = "sum" if metric.unit != "pure" and draw.rng.random() < 0.5 else "average"
    companies, period = found
    return Query((Aggregate(how, _each(metric, period), named(companies)),))  # type: ignore[arg-type]


def which_company(draw: Draw, metric: Metric) -> Query | None:
    """The company with the highest, lowest or n-th highest value."""
    found = _group(draw, metric, 3)
    return None if found is None else Query((chosen(draw, metric, *found),))


def ranking(draw: Draw, metric: Metric) -> Query | None:
    """The companies in the order of their values, or the first of them."""
    found = _group(draw, metric, 3)
    if found is None:
        return None
    companies, period = found
    top = draw.rng.choice((0, 2))
    by = _each(metric, period)
    return Query((Choose(named(companies), by, draw.rng.random() < 0.7, top=top),))


def how_many(draw: Draw, metric: Metric) -> Query | None:
    """How many of several companies are above or below a limit."""
    found = _limited(draw, metric)
    return None if found is None else Query((Count(*found),))


def which_pass(draw: Draw, metric: Metric) -> Query | None:
    """Which of several companies are above or below a limit."""
    found = _limited(draw, metric)
    return None if found is None else Query((Filter(*found),))


def chosen(draw: Draw, metric: Metric, companies: tuple[Entity, ...], period: Period) -> Choose:
    """The company with the highest, lowest or second highest value."""
    rank = 2 if len(companies) > 2 and draw.rng.random() < 0.2 else 1
    by = _each(metric, period)
    return Choose(named(companies), by, draw.rng.random() < 0.7, rank=rank)


def named(companies: tuple[Entity, ...]) -> Companies:
    """The companies as a question names them."""
    return Companies(tuple(company.name for company in companies))


def _each(metric: Metric, period: Period) -> Lookup:
    return Lookup(metric.id, EACH, period)


def _group(draw: Draw, metric: Metric, least: int) -> tuple[tuple[Entity, ...], Period] | None:
    return draw.group([metric], least, _MOST) if is_comparable(metric) else None


def _pair(draw: Draw, metric: Metric) -> tuple[Lookup, Lookup] | None:
    found = draw.group([metric], 2, 2) if is_comparable(metric) else None
    if found is None:
        return None
    (one, other), period = found
    return draw.lookup(metric, one, period), draw.lookup(metric, other, period)


def _limited(draw: Draw, metric: Metric) -> tuple[Companies, Compare] | None:
    """Companies and a round limit that lies among their values."""
    found = _group(draw, metric, 3)
    if found is None or metric.unit == "count":
        return None
    companies, period = found
    values = [draw.truth.value(one.name, metric.id, period) for one in companies]
    sizes = sorted(row.value for row in values if row is not None)
    if len(sizes) < len(companies) or sizes[0] <= 0:
        return None
    middle = (sizes[len(sizes) // 2 - 1] + sizes[len(sizes) // 2]) / 2
    sign = draw.rng.choice((">", "<"))
    limit = Number(round_near(middle))
    return named(companies), Compare(_each(metric, period), sign, limit)  # type: ignore[arg-type]


def round_near(value: float) -> float:
    """A round number near a value, as a person would name it."""
    scale = 10.0 ** (len(f"{value:.0f}") - 1) if value >= 1 else 0.01
    while value / scale > _ROUND[-1]:
        scale *= 10
    near = min(_ROUND, key=lambda one: abs(one - value / scale))
    return round(near * scale, 10)
