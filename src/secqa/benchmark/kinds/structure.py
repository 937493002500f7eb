"""Questions that say where in a report the figure stands, or which reports it is told by."""

from secqa.benchmark.kinds.draw import Draw
from secqa.benchmark.names import Entity
from secqa.metrics.catalogue import Metric
from secqa.query.period import Period
from secqa.query.query import Aggregate, Lookup, Query, Scope, Years

_QUARTERS = (2, 3)


def in_statement(draw: Draw, metric: Metric) -> Query | None:
    """A line of a statement that the question names."""
    cell = draw.cell(metric)
    if cell is None or not metric.statement:
        return None
    company, period = cell
    place = Scope(statement=metric.statement)
    return Query((Lookup(metric.id, company.name, draw.when(company, period), place=place),))


def latest_quarter(draw: Draw, metric: Metric) -> Query | None:
    """What the most recent quarterly report says."""
    held = _quarterly_last(draw, metric)
    if not held:
        return None
    company = draw.rng.choice(held)[0]
    return Query((Lookup(metric.id, company.name, Period(span="quarter")),))


def last_quarterly_reports(draw: Draw, metric: Metric) -> Query | None:
    """The average of the last quarters that quarterly reports tell of."""
    held = [one for one in _quarterly_last(draw, metric) if len(one[1]) >= _QUARTERS[0]]
    if not held or metric.unit == "pure":
        return None
    company, quarters = draw.rng.choice(held)
    last = draw.rng.randint(_QUARTERS[0], min(_QUARTERS[1], len(quarters)))
    each = Lookup(metric.id, company.name, Period(each=True))
    over = Years(last=last, final=Period(span="quarter"))
    return Query((Aggregate("average", each, over),))


def _quarterly_last(draw: Draw, metric: Metric) -> list[tuple[Entity, tuple[Period, ...]]]:
    """Companies that report a quarter after their latest annual report: of others the latest
    quarter may be the last of that year."""
    return [
        (company, quarters)
        for company, quarters in draw.held(metric, "quarter")
        if (quarters[-1].year or 0) > (draw.truth.latest_year(company) or 0)
    ]
