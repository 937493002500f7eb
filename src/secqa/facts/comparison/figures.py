"""Work out the figures of a comparison (growth, shares, an index) and print them in one scale.

A figure without meaning, such as growth from a loss, has no number and says why.
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
"""Decimals of amounts that are worked out."""
_SCALES = ((1e9, 1e6, "millions"), (1e6, 1e3, "thousands"))
"""From the first amount on, amounts are given in the second."""
_DIGITS = 3
"""Least number of digits of the largest amount of a row."""
_CENTS = 0.1
"""Amounts a share below this are given in tenths of cents."""
_WHOLE = 1e-9
"""Distance from a whole number up to which an amount is one."""
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
    """What amounts of one unit are divided by, and its name."""

    by: float = 1.0
    name: str = ""


def scale_of(values: Iterable[float]) -> AmountScale:
    """The scale in which the largest of some amounts is read best."""
    largest = max(map(abs, values), default=0.0)
    scales = (AmountScale(by, name) for least, by, name in _SCALES if largest >= least)
    return next(scales, AmountScale())


def unit_text(unit: str, scale: AmountScale) -> str:
    """ "$ millions", "thousand shares", "%"."""
    if unit == "USD":
        return f"$ {scale.name}".strip()
    if unit == "shares":
        return f"{scale.name.removesuffix('s')} shares".strip()
    return _UNITS.get(unit, unit)


def decimals_of(values: Iterable[float], unit: str, scale: AmountScale) -> int:
    """How many decimals the numbers of a row are printed with."""
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
    """ "1,200", "-3.4", "24.1%"; a signed one "+4.0%"."""
    sign = "+" if signed else ""
    if unit == "pure":
        return f"{value * 100:{sign},.{decimals}f}%"
    by = _POINT if unit == "points" else scale.by
    return f"{value / by:{sign},.{decimals}f}"


def change_text(value: float, unit: str) -> str:
    """ "+4.0%", "+1.2 points", "-0.31 times"."""
    scale = AmountScale()
    number = number_text(value, unit, scale, decimals_of((), unit, scale), signed=True)
    return number if unit == "pure" else f"{number} {unit}"


def value_text(value: float, metric: Metric) -> str:
    """A value by itself: "$9,752,000,000", "36.23%", "3.97 times", "45.3 days"."""
    if metric.unit == "pure":
        return f"{value:,.2f} {metric.shown}" if metric.shown else f"{value * 100:,.2f}%"
    return exact(round(value, _PLACES), metric.unit)


def capitalized(name: str) -> str:
    """A name of the catalogue at the beginning of a line."""
    return f"{name[:1].upper()}{name[1:]}"


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
