"""Numbers of a comparison as text: aligned, with one scale for all amounts of a unit."""

from collections.abc import Iterable
from dataclasses import dataclass

from secqa.metrics.catalogue import Metric
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
