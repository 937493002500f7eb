"""Numbers as tables print them: aligned, in one scale that is said once."""

from collections.abc import Iterable
from dataclasses import dataclass

from secqa.metrics.catalogue import Metric
from secqa.metrics.number_text import exact

NOTHING = "–"
_PLACES = 4
"""Decimals of amounts that are worked out."""
_SCALES = ((1e9, 1e6, "millions"), (1e6, 1e3, "thousands"))
"""Where the largest amount is at least the first, amounts are told in the second."""
_DIGITS = 3
"""Digits that the largest amount of a row shows at least."""
_CENTS = 0.1
"""Amounts a share below this are told in tenths of cents."""
_UNITS = {
    "pure": "%",
    "points": "points",
    "times": "times",
    "days": "days",
    "index": "first = 100",
    "USD/shares": "$ per share",
    "count": "",
}


@dataclass(frozen=True, slots=True)
class Scale:
    """What amounts of one unit are divided by, and what that is called."""

    by: float = 1.0
    name: str = ""


def scale_of(values: Iterable[float]) -> Scale:
    """The scale in which the largest of some amounts is read best."""
    largest = max(map(abs, values), default=0.0)
    return next((Scale(by, name) for least, by, name in _SCALES if largest >= least), Scale())


def unit_said(unit: str, scale: Scale) -> str:
    """ "$ millions", "thousand shares", "%"."""
    if unit == "USD":
        return f"$ {scale.name}".strip()
    if unit == "shares":
        return f"{scale.name.removesuffix('s')} shares".strip()
    return _UNITS.get(unit, unit)


def decimals_of(values: Iterable[float], unit: str, scale: Scale) -> int:
    """How many decimals the numbers of a row are printed with."""
    if unit in ("pure", "points", "index"):
        return 1
    if unit == "USD/shares":
        return 3 if any(0 < abs(value) < _CENTS for value in values) else 2
    if unit == "times":
        return 2
    if unit == "days":
        return 0
    scaled = [abs(value) / scale.by for value in values]
    if all(abs(value - round(value)) < 1e-9 for value in scaled):
        return 0
    whole = len(str(int(max(scaled))))
    return max(_DIGITS - whole, 0)


def number_said(value: float, unit: str, scale: Scale, decimals: int, signed: bool) -> str:
    """ "1,200", "-3.4", "24.1%"; differences bear their sign: "+4.0%"."""
    sign = "+" if signed else ""
    if unit == "pure":
        return f"{value * 100:{sign},.{decimals}f}%"
    by = 0.01 if unit == "points" else scale.by
    return f"{value / by:{sign},.{decimals}f}"


def change_said(value: float, unit: str) -> str:
    """ "+4.0%", "+1.2 points", "-0.31 times"."""
    name = "" if unit == "pure" else f" {unit}"
    return f"{number_said(value, unit, Scale(), decimals_of((), unit, Scale()), True)}{name}"


def value_said(value: float, metric: Metric) -> str:
    """A value by itself: "$9,752,000,000", "36.23%", "3.97 times", "45.3 days"."""
    if metric.unit == "pure":
        return f"{value:,.2f} {metric.shown}" if metric.shown else f"{value * 100:,.2f}%"
    return exact(round(value, _PLACES), metric.unit)
