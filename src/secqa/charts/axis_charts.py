"""Lay out plots of points over two numeric axes, for reports and papers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

_INSET = 30.0
"""Pixels between the first and last value and the ends of the axis."""
_SHIFT = 5.0
"""Horizontal pixels between lines with equal x values, so that their intervals do not overlap."""
_MARKS = 5
"""Approximate number of marks on an axis."""
_ROUNDING = 1e-9
"""Tolerance for sums of steps in floating point."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a chart and the margins around its axes, in pixels."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float

    @property
    def inner_width(self) -> float:
        return self.width - self.left - self.right

    @property
    def inner_height(self) -> float:
        return self.height - self.top - self.bottom


CHART_FRAME = Frame(720.0, 380.0, 64.0, 24.0, 32.0, 48.0)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its position in pixels and its label."""

    place: float
    text: str


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A point in the units of the axes."""

    x: float
    y: float
    text: str
    """Description of the point."""
    interval: tuple[float, float] | None = None
    """95% interval of y."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The points of one run or system."""

    name: str
    style: int
    """Number of a colour, dash and marker."""
    points: tuple[ChartPoint, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis with its title and marks."""

    title: str
    values: tuple[float, ...]
    """Values of its marks, ascending."""
    labels: tuple[str, ...]
    doubling: bool = False
    """Whether the axis is logarithmic, base 2."""

    def share(self, value: float) -> float:
        """Relative position of a value: 0 at the first mark, 1 at the last."""
        low, high, at = self.values[0], self.values[-1], value
        if self.doubling:
            low, high, at = math.log2(low), math.log2(high), math.log2(value)
        return (at - low) / (high - low) if high > low else 0.5


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot of points over two numeric axes, with the layout that a template draws."""

    name: str
    """Stem of its file names."""
    title: str
    note: str
    """What the chart shows and how to read it."""
    x: Axis
    y: Axis
    lines: tuple[ChartLine, ...]
    joined: bool = True
    """Whether a line joins the points; they are then ordered by x."""
    diagonal: bool = False
    """Whether to draw the line of equal values of both axes."""
    apart: bool = field(default=False, kw_only=True)
    """Whether to shift lines horizontally because their x values are equal."""
    frame: Frame = field(default=CHART_FRAME, kw_only=True)

    def at(self, line: ChartLine, x: float) -> float:
        """Pixels from the left to an x value of a line."""
        styles = [other.style for other in self.lines]
        shift = _SHIFT * (styles.index(line.style) - (len(styles) - 1) / 2) if self.apart else 0.0
        return self._across(x) + shift

    def up(self, y: float) -> float:
        """Pixels from the top to a y value."""
        return self.frame.top + (1 - self.y.share(y)) * self.frame.inner_height

    def path(self, line: ChartLine) -> str:
        """The `points` of an SVG polyline."""
        return " ".join(f"{self.at(line, p.x):.1f},{self.up(p.y):.1f}" for p in line.points)

    @property
    def x_ticks(self) -> tuple[Tick, ...]:
        marks = zip(self.x.values, self.x.labels, strict=True)
        return tuple(Tick(self._across(value), label) for value, label in marks)

    @property
    def y_ticks(self) -> tuple[Tick, ...]:
        marks = zip(self.y.values, self.y.labels, strict=True)
        return tuple(Tick(self.up(value), label) for value, label in marks)

    def _across(self, x: float) -> float:
        room = self.frame.inner_width - 2 * _INSET
        return self.frame.left + _INSET + self.x.share(x) * room


def shares_axis(title: str) -> Axis:
    """An axis from 0% to 100%."""
    values = tuple(percent / 100 for percent in range(0, 101, 20))
    return Axis(title, values, tuple(f"{round(100 * value)}%" for value in values))


def values_axis(title: str, values: Sequence[float], *, doubling: bool = False) -> Axis:
    """An axis with a mark at each value, for a few whole numbers such as pages or years."""
    marks = tuple(sorted(set(values)))
    return Axis(title, marks, tuple(f"{mark:g}" for mark in marks), doubling)


def amounts_axis(title: str, values: Sequence[float]) -> Axis:
    """An axis from zero to a round number at or above the largest value."""
    marks = tuple(round_marks(0.0, max(values, default=0.0)))
    return Axis(title, marks, tuple(f"{mark:,.10g}" for mark in marks))


def round_marks(low: float, high: float) -> list[float]:
    """Round numbers in equal steps that cover the range from `low` to `high`."""
    step = _round_step(high - low)
    first, last = math.floor(low / step + _ROUNDING), math.ceil(high / step - _ROUNDING)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def _round_step(size: float) -> float:
    """1, 2 or 5 times a power of ten, so that about `_MARKS` steps cover the size."""
    if size <= 0:
        return 1.0
    rough = size / _MARKS
    power = 10.0 ** math.floor(math.log10(rough))
    return next((power * times for times in (1, 2, 5) if power * times >= rough), power * 10)
