"""Figures of one company and one period, as reports print them."""

from secqa.benchmark.kinds.draw import Draw
from secqa.metrics.catalogue import Metric, all_parts
from secqa.query.query import Arithmetic, Lookup, Query

_SEVERAL = (2, 3)


def value_latest(draw: Draw, metric: Metric) -> Query | None:
    """The latest value."""
    held = draw.held(metric)
    return Query((draw.lookup(metric, draw.rng.choice(held)[0]),)) if held else None


def value_in_period(draw: Draw, metric: Metric) -> Query | None:
    """The value of a year."""
    return _value(draw, metric, "year")


def value_in_quarter(draw: Draw, metric: Metric) -> Query | None:
    """The value of a quarter, or at its end."""
    return _value(draw, metric, "quarter")


def value_to_date(draw: Draw, metric: Metric) -> Query | None:
    """The value from the start of a fiscal year to the end of a quarter."""
    return None if metric.period == "instant" else _value(draw, metric, "to_date")


def _value(draw: Draw, metric: Metric, span: str) -> Query | None:
    if span != "year" and _mixes(draw, metric):
        return None
    cell = draw.cell(metric, span)
    return None if cell is None else Query((draw.lookup(metric, *cell),))


def _mixes(draw: Draw, metric: Metric) -> bool:
    """Whether it holds a flow against a balance, as turnovers and returns do: of less than a year
    some would have the flow as it is, some as of a whole year."""
    parts = (draw.catalogue[one] for one in all_parts(metric, draw.catalogue))
    return len({part.period for part in parts if not part.formula}) > 1


def values(draw: Draw, metric: Metric) -> Query | None:
    """Several figures of one company and year."""
    cell = draw.cell(metric)
    if cell is None:
        return None
    company, period = cell
    others = [m for m in draw.metrics if m is not metric and m.unit == metric.unit]
    count = draw.rng.randint(*_SEVERAL)
    if len(others) < count - 1:
        return None
    chosen = (metric, *draw.rng.sample(others, count - 1))
    when = draw.when(company, period)
    return Query(tuple(draw.lookup(one, company, when) for one in chosen))


def value_of_part(draw: Draw, metric: Metric) -> Query | None:
    """The value of a segment, region or product."""
    part = _part(draw, metric)
    return None if part is None else Query((part,))


def share_of_part(draw: Draw, metric: Metric) -> Query | None:
    """What a segment, region or product is of the whole."""
    part = _part(draw, metric)
    if part is None or metric.unit != "USD":
        return None
    whole = Lookup(part.metric, part.company, part.period)
    return Query((Arithmetic("/", part, whole),))


def _part(draw: Draw, metric: Metric) -> Lookup | None:
    parts = draw.truth.parts(metric.id, frozenset(one.cik for one in draw.companies))
    if not parts:
        return None
    company, part, periods = draw.rng.choice(parts)
    return Lookup(metric.id, company.name, draw.rng.choice(periods), part=part)


def share_of_whole(draw: Draw, metric: Metric) -> Query | None:
    """A cost as a share of revenue, or an asset or debt as a share of all assets."""
    whole = {"income": "revenue", "balance_sheet": "total_assets"}.get(metric.statement, "")
    if metric.unit != "USD" or whole in ("", metric.id) or not metric.positive:
        return None
    cell = draw.cell(metric)
    if cell is None:
        return None
    company, period = cell
    when = draw.when(company, period)
    of, base = (draw.lookup(one, company, when) for one in (metric, draw.catalogue[whole]))
    return Query((Arithmetic("/", of, base),))
