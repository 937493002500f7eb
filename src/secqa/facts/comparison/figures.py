"""Calculate the figures of a comparison (growth, shares, an index) and format them in one scale.

An undefined figure, such as growth from a loss, has a reason in place of a number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from secqa.facts.comparison.values import ComparedValue, ValuePicker, period_name
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.metric import Metric
from secqa.metrics.number_text import exact

NOTHING = "–"
_PLACES = 4
"""Decimals of calculated amounts."""
_SCALES = ((1e9, 1e6, "millions"), (1e6, 1e3, "thousands"))
"""Least amount, divisor and name of each scale."""
_DIGITS = 3
"""Least number of digits of the largest amount of a row."""
_CENTS = 0.1
"""Amounts per share below this (in dollars) are printed in tenths of cents."""
_WHOLE = 1e-9
"""Largest distance of a whole number from an integer, due to floating point."""
_UNITS = {
    "pure": "%",
    "points": "points",
    "times": "times",
    "days": "days",
    "index": "first = 100",
    "USD/shares": "$ per share",
    "count": "",
}
_DECIMALS = {"pure": 1, "points": 1, "index": 1, "times": 2, "days": 0}
_POINT = 0.01
"""A percentage point."""


@dataclass(frozen=True, slots=True)
class AmountScale:
    """The divisor of amounts of one unit, and its name."""

    by: float = 1.0
    name: str = ""


def scale_of(values: Iterable[float]) -> AmountScale:
    """Choose the scale for the largest of some amounts."""
    largest = max(map(abs, values), default=0.0)
    scales = (AmountScale(by, name) for least, by, name in _SCALES if largest >= least)
    return next(scales, AmountScale())


def unit_text(unit: str, scale: AmountScale) -> str:
    """Name a unit and scale: "$ millions", "thousand shares", "%"."""
    if unit == "USD":
        return f"$ {scale.name}".strip()
    if unit == "shares":
        return f"{scale.name.removesuffix('s')} shares".strip()
    return _UNITS.get(unit, unit)


def decimals_of(values: Iterable[float], unit: str, scale: AmountScale) -> int:
    """Choose the number of decimals for the numbers of a row."""
    if unit in _DECIMALS:
        return _DECIMALS[unit]
    if unit == "USD/shares":
        return 3 if any(0 < abs(value) < _CENTS for value in values) else 2
    scaled = [abs(value) / scale.by for value in values]
    if all(abs(value - round(value)) < _WHOLE for value in scaled):
        return 0
    return max(_DIGITS - len(str(int(max(scaled)))), 0)


def number_text(
    value: float, unit: str, scale: AmountScale, decimals: int, *, signed: bool = False
) -> str:
    """Format a number: "1,200", "-3.4", "24.1%"; if `signed`, "+4.0%"."""
    sign = "+" if signed else ""
    if unit == "pure":
        return f"{value * 100:{sign},.{decimals}f}%"
    by = _POINT if unit == "points" else scale.by
    return f"{value / by:{sign},.{decimals}f}"


def change_text(value: float, unit: str) -> str:
    """Format a change: "+4.0%", "+1.2 points", "-0.31 times"."""
    scale = AmountScale()
    number = number_text(value, unit, scale, decimals_of((), unit, scale), signed=True)
    return number if unit == "pure" else f"{number} {unit}"


def value_text(value: float, metric: Metric) -> str:
    """Format a single value: "$9,752,000,000", "36.23%", "3.97 times", "45.3 days"."""
    if metric.unit == "pure":
        return f"{value:,.2f} {metric.shown}" if metric.shown else f"{value * 100:,.2f}%"
    return exact(round(value, _PLACES), metric.unit)


def capitalized(name: str) -> str:
    """Capitalize the first letter of a metric's name."""
    return f"{name[:1].upper()}{name[1:]}"


View = Literal["values", "growth", "share", "index"]

_BASES = {"income": "revenue", "cash_flow": "revenue", "balance_sheet": "total_assets"}
"""The denominator of shares of a statement's lines, by statement."""


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A calculated number, or the reason why it is undefined."""

    value: float | None
    unit: str = "pure"
    """A metric's unit; or `points` for differences of percentages, `times` and `days` for other
    ratios, `index` relative to 100 for the first value."""
    why: str = ""
    is_change: bool = False
    """True for a difference, which is printed with its sign."""


NO_FIGURE = ComparedFigure(None)


def growth(
    now: ComparedValue | None, before: ComparedValue | None, metric: Metric
) -> ComparedFigure:
    """Calculate growth as a fraction; for percentages the difference in points."""
    if now is None or before is None:
        return ComparedFigure(None, why="no value a year before" if now is not None else "")
    if why := now.why_meaningless or before.why_meaningless:
        return ComparedFigure(None, why=why)
    if metric.unit == "pure":
        return ComparedFigure(now.value - before.value, metric.shown or "points", is_change=True)
    if why := _not_comparable(now, before) or _to_loss(now):
        return ComparedFigure(None, why=why)
    return ComparedFigure(now.value / before.value - 1, is_change=True)


def growth_a_year(
    points: Sequence[tuple[FiscalPeriod, ComparedValue]], metric: Metric
) -> ComparedFigure:
    """Calculate compound annual growth from the first to the last year (of the same quarter)."""
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
    span = f"{period_name(first)} to {period_name(last)}"
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
    """Calculate the figure of a view; `first` is the first value of the row, for an index."""
    picked = picker.pick(metric, period)
    if picked is None or picked.why_meaningless:
        return ComparedFigure(None, why=picked.why_meaningless if picked else "")
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
    """The id of the metric by which this one is divided to get a share; "" if there is none."""
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
    """The reason why one value cannot be divided by an earlier one, or ""."""
    if now.share_factor != before.share_factor:
        return "shares were split in between"
    return "from zero or below no rate has a meaning" if before.value <= 0 else ""


def _to_loss(now: ComparedValue) -> str:
    return "to below zero no rate has a meaning" if now.value < 0 else ""
