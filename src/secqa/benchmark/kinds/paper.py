"""The four kinds of the SEC-QA paper (section 4.5) that need several documents.

They name no year: what is meant is the latest annual report. Of several companies it is only
asked where their latest reports are of one fiscal year, so that there is no second reading.
"""

from secqa.benchmark.kinds.companies import named
from secqa.benchmark.kinds.draw import Draw, is_comparable
from secqa.benchmark.names import Entity
from secqa.metrics.catalogue import Metric
from secqa.query.period import EACH, Period
from secqa.query.query import Aggregate, Choose, Growth, Lookup, Query, Years

_SPANS = (2, 5)
_COMPANIES = (3, 5)


def dividends_over_years(draw: Draw, metric: Metric) -> Query | None:
    """Common dividends over the last years."""
    company = _any_with(draw, "dividends_paid")
    if company is None:
        return None
    each = Lookup("dividends_paid", company.name, Period(each=True))
    return Query((Aggregate("sum", each, Years(last=draw.rng.randint(*_SPANS))),))


def growth_over_years(draw: Draw, metric: Metric) -> Query | None:
    """Growth of revenue over the last years."""
    company = _any_with(draw, "revenue")
    if company is None:
        return None
    of = Lookup("revenue", company.name)
    base = Lookup("revenue", company.name, Period(back=draw.rng.randint(*_SPANS)))
    return Query((Growth(of, base),))


def difference_between_companies(draw: Draw, metric: Metric) -> Query | None:
    """The percentage difference of two companies' latest values; the second is the base."""
    companies = _of_one_year(draw, (metric,), 2, 2)
    if companies is None or metric.unit == "pure":
        return None
    of, base = (draw.lookup(metric, company) for company in companies)
    return Query((Growth(of, base),))


def metric_of_highest(draw: Draw, metric: Metric) -> Query | None:
    """A figure of the company with the highest of another."""
    asked = draw.other(metric)
    companies = _of_one_year(draw, (metric, asked), *_COMPANIES) if asked else None
    if companies is None or asked is None:
        return None
    highest = Choose(named(companies), Lookup(metric.id, EACH))
    return Query((Lookup(asked.id, highest),))


def _any_with(draw: Draw, metric_id: str) -> Entity | None:
    held = draw.held(draw.catalogue[metric_id])
    return draw.rng.choice(held)[0] if held else None


def _of_one_year(
    draw: Draw, metrics: tuple[Metric, ...], least: int, most: int
) -> tuple[Entity, ...] | None:
    """Companies with these metrics in their latest reports, which are of one fiscal year."""
    if not is_comparable(metrics[0]):
        return None
    years: dict[int, list[Entity]] = {}
    for company, periods in draw.held(metrics[0]):
        latest = draw.truth.latest_year(company)
        if latest is not None and any(period.year == latest for period in periods):
            years.setdefault(latest, []).append(company)
    full = [found for found in years.values() if len(found) >= least]
    if not full:
        return None
    found = draw.rng.choice(full)
    return tuple(draw.rng.sample(found, draw.rng.randint(least, min(most, len(found)))))
