"""Figures made of a company's values: growth, shares of a whole, an index, growth a year.

A figure without meaning, such as growth from a loss, has no number and says why.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from secqa.facts.comparison.values import ComparedValue, ValuePicker, period_name
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.catalogue import Metric

View = Literal["values", "growth", "share", "index"]

_BASES = {"income": "revenue", "cash_flow": "revenue", "balance_sheet": "total_assets"}
"""Statement -> the metric that its lines are shown as shares of."""


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A number that was made of values, or why there is none."""

    value: float | None
    unit: str = "pure"
    """As units of metrics; `points` for differences of percentages, `times` and `days` for other
    ratios, `index` where the first value counts as 100."""
    why: str = ""
    is_change: bool = False
    """Whether it is a difference, which bears its sign."""


NO_FIGURE = ComparedFigure(None)


def growth(
    now: ComparedValue | None, before: ComparedValue | None, metric: Metric
) -> ComparedFigure:
    """How much more it is than before: a share, or points where the values are percentages."""
    if now is None or before is None:
        return ComparedFigure(None, why="no value a year before" if now is not None else "")
    if metric.unit == "pure":
        return ComparedFigure(now.value - before.value, metric.shown or "points", is_change=True)
    if why := _not_comparable(now, before) or _to_loss(now):
        return ComparedFigure(None, why=why)
    return ComparedFigure(now.value / before.value - 1, is_change=True)


def growth_a_year(
    points: Sequence[tuple[FiscalPeriod, ComparedValue]], metric: Metric
) -> ComparedFigure:
    """Compound growth a year from the first to the last of the same quarter, or year."""
    if metric.unit == "pure" or not points:
        return NO_FIGURE
    last, now = points[-1]
    first, before = next(point for point in points if point[0].period == last.period)
    years = last.year - first.year
    if not years:
        return NO_FIGURE
    if why := _not_comparable(now, before) or _to_loss(now):
        return ComparedFigure(None, why=why)
    rate = (now.value / before.value) ** (1 / years) - 1
    span = f"a year, {period_name(first)} to {period_name(last)}"
    return ComparedFigure(rate, why=span, is_change=True)


def prior_year(period: FiscalPeriod) -> FiscalPeriod:
    """The same period one year earlier."""
    return FiscalPeriod(period.year - 1, period.period)


def figure_in_view(
    picker: ValuePicker,
    metric: Metric,
    period: FiscalPeriod,
    view: View,
    first: ComparedValue | None,
) -> ComparedFigure:
    """A value as a view shows it; `first` is the first value of its row, for an index."""
    picked = picker.pick(metric, period)
    if picked is None:
        return NO_FIGURE
    if view == "growth":
        return growth(picked, picker.pick(metric, prior_year(period)), metric)
    if view == "share":
        return _share(picker, metric, period, picked.value)
    if view == "index" and metric.unit != "pure" and first is not None:
        if why := _not_comparable(picked, first):
            return ComparedFigure(None, why=why)
        return ComparedFigure(100 * picked.value / first.value, "index")
    return ComparedFigure(picked.value, metric.shown or metric.unit)


def share_base(metric: Metric) -> str:
    """The metric whose share another is; "" where it is an amount of no statement."""
    if metric.unit != "USD":
        return ""
    if metric.formula:
        return "total_assets" if metric.period == "instant" else "revenue"
    return _BASES.get(metric.statement, "")


def _share(
    picker: ValuePicker, metric: Metric, period: FiscalPeriod, value: float
) -> ComparedFigure:
    base = share_base(metric)
    if not base:
        return ComparedFigure(value, metric.shown or metric.unit)
    whole = picker.pick(picker.catalogue[base], period)
    if whole is None or whole.value <= 0:
        return ComparedFigure(None, why=f"no {picker.catalogue[base].name} above zero to share")
    return ComparedFigure(value / whole.value)


def _not_comparable(now: ComparedValue, before: ComparedValue) -> str:
    """Why one value is not to be divided by an earlier one, "" where it can be."""
    if now.share_factor != before.share_factor:
        return "shares were split in between"
    return "from zero or below no rate has a meaning" if before.value <= 0 else ""


def _to_loss(now: ComparedValue) -> str:
    return "to below zero no rate has a meaning" if now.value < 0 else ""
