"""A chart as data: named lines of points over two axes in, and where each stands in pixels out.

The template draws what comes out as SVG, on the report's page and as files for papers; the values
themselves are the CSV beside such a file.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

WIDTH, HEIGHT = 720.0, 380.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 24.0, 32.0, 48.0
_INSET = 30.0
"""Pixels between the first and last value and the ends of the axis."""
_APART = 5.0
"""Pixels that lines are moved apart, so that their intervals do not hide each other."""
_MARKS = 5
"""About how many marks an axis has."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its place in pixels and what it says."""

    place: float
    text: str


@dataclass(frozen=True, slots=True)
class Point:
    """A value over another, both in their own units."""

    x: float
    y: float
    text: str
    """What it says of itself."""
    interval: tuple[float, float] | None = None
    """95%, of y."""


@dataclass(frozen=True, slots=True)
class Line:
    """The points of one run or system."""

    name: str
    style: int
    """Colour, dash and marker."""
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis measures."""

    title: str
    values: tuple[float, ...]
    """Where its marks stand, upwards."""
    labels: tuple[str, ...]
    doubling: bool = False
    """Whether each doubling is as far as the next."""

    def share(self, value: float) -> float:
        """How far along the axis a value stands: 0 at the first mark, 1 at the last."""
        low, high, at = self.values[0], self.values[-1], value
        if self.doubling:
            low, high, at = math.log2(low), math.log2(high), math.log2(value)
        return (at - low) / (high - low) if high > low else 0.5


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything to draw."""

    name: str
    """Of its files."""
    title: str
    note: str
    """What it is of and how to read it."""
    x: Axis
    y: Axis
    lines: tuple[Line, ...]
    joined: bool = True
    """Whether a line goes through the points, which then stand in the order of x."""
    diagonal: bool = False
    """Whether equal values of both axes are marked."""
    apart: bool = field(default=False, kw_only=True)
    """Whether lines have the same x, and are moved a little."""

    def at(self, line: Line, x: float) -> float:
        """Pixels from the left."""
        room = WIDTH - LEFT - RIGHT - 2 * _INSET
        places = [one.style for one in self.lines]
        shift = _APART * (places.index(line.style) - (len(places) - 1) / 2) if self.apart else 0.0
        return LEFT + _INSET + self.x.share(x) * room + shift

    def up(self, y: float) -> float:
        """Pixels from the top."""
        return TOP + (1 - self.y.share(y)) * (HEIGHT - TOP - BOTTOM)

    def path(self, line: Line) -> str:
        """The `points` of an SVG polyline."""
        return " ".join(f"{self.at(line, p.x):.1f},{self.up(p.y):.1f}" for p in line.points)

    @property
    def x_ticks(self) -> tuple[Tick, ...]:
        room = WIDTH - LEFT - RIGHT - 2 * _INSET
        return tuple(
            Tick(LEFT + _INSET + self.x.share(value) * room, label)
            for value, label in zip(self.x.values, self.x.labels, strict=True)
        )

    @property
    def y_ticks(self) -> tuple[Tick, ...]:
        return tuple(
            Tick(self.up(value), label)
            for value, label in zip(self.y.values, self.y.labels, strict=True)
        )


def shares_axis(title: str) -> Axis:
    """From 0% to 100%."""
    values = tuple(percent / 100 for percent in range(0, 101, 20))
    return Axis(title, values, tuple(f"{round(100 * value)}%" for value in values))


def named_axis(title: str, values: Sequence[float], *, doubling: bool = False) -> Axis:
    """A mark at every one of a few whole numbers: pages, years."""
    marks = tuple(sorted(set(values)))
    return Axis(title, marks, tuple(f"{mark:g}" for mark in marks), doubling)


def amounts_axis(title: str, values: Sequence[float]) -> Axis:
    """From zero to a round value above the largest."""
    step = round_step(max(values, default=0.0))
    count = max(1, math.ceil(max(values, default=0.0) / step - 1e-9))
    marks = tuple(step * number for number in range(count + 1))
    return Axis(title, marks, tuple(f"{mark:,.10g}" for mark in marks))


def round_step(size: float) -> float:
    """1, 2 or 5 times a power of ten, so that a handful of them make the size."""
    if size <= 0:
        return 1.0
    rough = size / _MARKS
    power = 10.0 ** math.floor(math.log10(rough))
    return next((power * times for times in (1, 2, 5) if power * times >= rough), power * 10)
