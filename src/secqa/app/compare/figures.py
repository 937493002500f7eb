"""Values of one company by period in, what is made of them out: growth, shares, an index, CAGR.

What has no meaning has no number, and says why: growth from a loss, a share of nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from secqa.app.compare.asked import View
from secqa.app.compare.picked import Picked, Picker, name_of
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.catalogue import Metric

_BASES = {"income": "revenue", "cash_flow": "revenue", "balance_sheet": "total_assets"}
"""Statement -> what its lines are shown as shares of."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that was made of values, or why there is none."""

    value: float | None
    unit: str = "pure"
    """As units of metrics; `points` for differences of percentages, `times` and `days` for other
    ratios, `index` where the first value counts as 100."""
    why: str = ""
    is_change: bool = False
    """Whether it tells a difference, which bears its sign."""


NONE = Figure(None)


def growth(now: Picked | None, before: Picked | None, metric: Metric) -> Figure:
    """How much more it is than before: a share, or points where the values are percentages."""
    if now is None or before is None:
        return Figure(None, why="no value a year before" if now is not None else "")
    if metric.unit == "pure":
        return Figure(now.value - before.value, metric.shown or "points", is_change=True)
    if why := _not_comparable(now, before) or _to_loss(now):
        return Figure(None, why=why)
    return Figure(now.value / before.value - 1, is_change=True)


def cagr(points: Sequence[tuple[FiscalPeriod, Picked]], metric: Metric) -> Figure:
    """Growth a year from the first to the last of the same quarter, or year."""
    if metric.unit == "pure" or not points:
        return NONE
    last, now = points[-1]
    first, before = next(point for point in points if point[0].period == last.period)
    years = last.year - first.year
    if not years:
        return NONE
    if why := _not_comparable(now, before) or _to_loss(now):
        return Figure(None, why=why)
    rate = (now.value / before.value) ** (1 / years) - 1
    return Figure(rate, why=f"a year, {name_of(first)} to {name_of(last)}", is_change=True)


def year_before(period: FiscalPeriod) -> FiscalPeriod:
    """The same period one year earlier."""
    return FiscalPeriod(period.year - 1, period.period)


def shown(
    picker: Picker, metric: Metric, period: FiscalPeriod, view: View, first: Picked | None
) -> Figure:
    """A value as a view shows it; `first` is the first value of its row, for an index."""
    picked = picker.pick(metric, period)
    if picked is None:
        return NONE
    if view == "growth":
        return growth(picked, picker.pick(metric, year_before(period)), metric)
    if view == "share":
        return _share(picker, metric, period, picked.value)
    if view == "index" and metric.unit != "pure" and first is not None:
        if why := _not_comparable(picked, first):
            return Figure(None, why=why)
        return Figure(100 * picked.value / first.value, "index")
    return Figure(picked.value, metric.shown or metric.unit)


def base_of(metric: Metric) -> str:
    """The metric whose share another is; "" where it is an amount of no statement."""
    if metric.unit != "USD":
        return ""
    if metric.formula:
        return "total_assets" if metric.period == "instant" else "revenue"
    return _BASES.get(metric.statement, "")


def _share(picker: Picker, metric: Metric, period: FiscalPeriod, value: float) -> Figure:
    base = base_of(metric)
    if not base:
        return Figure(value, metric.shown or metric.unit)
    whole = picker.pick(picker.catalogue[base], period)
    if whole is None or whole.value <= 0:
        return Figure(None, why=f"no {picker.catalogue[base].name} above zero to share")
    return Figure(value / whole.value)


def _not_comparable(now: Picked, before: Picked) -> str:
    """Why one value is not to be divided by an earlier one, "" where it can be."""
    if now.shares != before.shares:
        return "shares were split in between"
    return "from zero or below no rate has a meaning" if before.value <= 0 else ""


def _to_loss(now: Picked) -> str:
    return "to below zero no rate has a meaning" if now.value < 0 else ""
