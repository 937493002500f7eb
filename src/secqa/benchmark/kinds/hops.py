"""Questions whose one answer tells what to look up next."""

from dataclasses import replace

from secqa.benchmark.kinds.companies import chosen
from secqa.benchmark.kinds.draw import Draw, is_comparable
from secqa.benchmark.kinds.over_time import EACH_YEAR
from secqa.metrics.catalogue import Metric
from secqa.query.query import Choose, Lookup, Query, Years

_GROUP = (3, 4)
_LOOKED_BACK = 3
"""Years among which one is chosen."""


def company_then(draw: Draw, metric: Metric) -> Query | None:
    """A figure of the company that has the highest of another: two hops."""
    asked = draw.other(metric)
    if asked is None or not is_comparable(metric):
        return None
    found = draw.group([metric, asked], *_GROUP)
    if found is None:
        return None
    return Query((Lookup(asked.id, chosen(draw, metric, *found), found[1]),))


def year_then(draw: Draw, metric: Metric) -> Query | None:
    """A figure of the year in which another was highest: two hops."""
    asked = draw.other(metric)
    span = draw.span(metric, _LOOKED_BACK, 4)
    if asked is None or span is None:
        return None
    company, periods = span
    by = Lookup(metric.id, company.name, EACH_YEAR)
    year = Choose(Years(first=periods[0], final=periods[-1]), by, draw.rng.random() < 0.7)
    return Query((Lookup(asked.id, company.name, year),))


def company_year_then(draw: Draw, metric: Metric) -> Query | None:
    """The company with the highest of one thing, its year with the highest of another, and a
    figure of that year: three hops."""
    second, asked = draw.other(metric, "USD"), draw.other(metric)
    if second is None or asked is None or not is_comparable(metric):
        return None
    if asked in (metric, second):
        return None
    found = draw.group([metric, second, asked], *_GROUP)
    if found is None:
        return None
    company, period = chosen(draw, metric, *found), found[1]
    assert period.year is not None
    first = replace(period, year=period.year - _LOOKED_BACK + 1)
    by = Lookup(second.id, company, EACH_YEAR)
    year = Choose(Years(first=first, final=period), by, draw.rng.random() < 0.7)
    return Query((Lookup(asked.id, company, year),))


def year_company_then(draw: Draw, metric: Metric) -> Query | None:
    """The year in which one company had the highest of one thing, the company that led in it,
    and another figure of that one: three hops."""
    lead, asked = draw.other(metric, "USD"), draw.other(metric)
    if lead is None or asked is None or not is_comparable(lead) or asked in (metric, lead):
        return None
    found = draw.group([metric, lead, asked], *_GROUP)
    if found is None:
        return None
    companies, period = found
    assert period.year is not None
    first = replace(period, year=period.year - _LOOKED_BACK + 1)
    by = Lookup(metric.id, companies[0].name, EACH_YEAR)
    year = Choose(Years(first=first, final=period), by, draw.rng.random() < 0.7)
    leader = chosen(draw, lead, companies, period)
    assert isinstance(leader.by, Lookup)
    leader = replace(leader, by=replace(leader.by, period=year))
    return Query((Lookup(asked.id, leader, year),))
