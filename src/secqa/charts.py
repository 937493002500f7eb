"""Charts as data: values become positions in pixels, and templates draw them as SVG.

`Chart` plots points over two numeric axes, for reports and figures of papers. `period_chart` plots
values of one or more companies by period, as lines or bars. Both leave room for labels, and mark
their axes at round values.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

PeriodStyle = Literal["line", "bar"]

STYLES = 8
"""Colours of lines and bars by period."""
_INSET = 30.0
"""Pixels between the first and last value and the ends of the axis."""
_SHIFT = 5.0
"""Pixels between lines that share their x, so that their intervals do not hide each other."""
_MARKS = 5
"""About how many marks an axis has."""
_LABEL_GAP = 16.0
"""Pixels from one line's name to the next."""
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
class PeriodFrame(Frame):
    """The layout of a chart by period."""

    bar_share: float
    """Share of each period's width that its bars fill."""
    most_labels: int
    """Periods that are labelled below the axis."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its place in pixels and its label."""

    place: float
    text: str


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A value over another, both in their own units."""

    x: float
    y: float
    text: str
    """Description of the point."""
    interval: tuple[float, float] | None = None
    """95%, of y."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The points of one run or system."""

    name: str
    style: int
    """Colour, dash and marker."""
    points: tuple[ChartPoint, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis measures."""

    title: str
    values: tuple[float, ...]
    """Where its marks stand, ascending."""
    labels: tuple[str, ...]
    doubling: bool = False
    """Logarithmic: each doubling is as far as the next."""

    def share(self, value: float) -> float:
        """How far along the axis a value stands: 0 at the first mark, 1 at the last."""
        low, high, at = self.values[0], self.values[-1], value
        if self.doubling:
            low, high, at = math.log2(low), math.log2(high), math.log2(value)
        return (at - low) / (high - low) if high > low else 0.5


@dataclass(frozen=True, slots=True)
class Chart:
    """Points over two numeric axes, with all that a template draws."""

    name: str
    """Stem of its file names."""
    title: str
    note: str
    """What the chart shows and how to read it."""
    x: Axis
    y: Axis
    lines: tuple[ChartLine, ...]
    joined: bool = True
    """Whether a line joins the points, which then stand in the order of x."""
    diagonal: bool = False
    """Whether equal values of both axes are marked."""
    apart: bool = field(default=False, kw_only=True)
    """Whether lines share their x, and are shifted a little."""
    frame: Frame = field(default=CHART_FRAME, kw_only=True)

    def at(self, line: ChartLine, x: float) -> float:
        """Pixels from the left."""
        styles = [other.style for other in self.lines]
        shift = _SHIFT * (styles.index(line.style) - (len(styles) - 1) / 2) if self.apart else 0.0
        return self._across(x) + shift

    def up(self, y: float) -> float:
        """Pixels from the top."""
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
    """From 0% to 100%."""
    values = tuple(percent / 100 for percent in range(0, 101, 20))
    return Axis(title, values, tuple(f"{round(100 * value)}%" for value in values))


def values_axis(title: str, values: Sequence[float], *, doubling: bool = False) -> Axis:
    """A mark at every one of a few whole numbers: pages, years."""
    marks = tuple(sorted(set(values)))
    return Axis(title, marks, tuple(f"{mark:g}" for mark in marks), doubling)


def amounts_axis(title: str, values: Sequence[float]) -> Axis:
    """From zero to a round value above the largest."""
    marks = tuple(_round_marks(0.0, max(values, default=0.0)))
    return Axis(title, marks, tuple(f"{mark:,.10g}" for mark in marks))


@dataclass(frozen=True, slots=True)
class PeriodSeries:
    """Values of one company by period, to be plotted."""

    name: str
    style: int
    values: tuple[float | None, ...]
    """None leaves a gap."""
    texts: tuple[str, ...]
    """Description of each value."""
    doubtful: tuple[bool, ...] = ()
    """Which values are drawn as doubtful; empty for none."""


@dataclass(frozen=True, slots=True)
class PeriodMark:
    """One value of a chart by period, in pixels: a point, or the upper left corner of a bar."""

    value: float | None
    text: str
    is_doubtful: bool
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class PlottedSeries:
    """One company of a chart by period."""

    name: str
    style: int
    marks: tuple[PeriodMark, ...]
    path: str
    """The line in the words of SVG, with gaps; "" for bars."""
    label_y: float
    """Where its name stands, beside its last value."""


@dataclass(frozen=True, slots=True)
class PeriodChart:
    """Values by period, with all that a template draws."""

    kind: PeriodStyle
    frame: PeriodFrame
    series: tuple[PlottedSeries, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    zero: float
    """Pixels from the top to zero; below the frame where the axis does not reach it."""


def period_chart(
    series: Sequence[PeriodSeries],
    periods: Sequence[str],
    kind: PeriodStyle,
    frame: PeriodFrame,
    label: Callable[[Sequence[float]], Sequence[str]],
) -> PeriodChart:
    """Lay out values by period; `label` words the marks of the axis, which share their decimals."""
    values = [value for one in series for value in one.values if value is not None]
    low, high = min(values, default=0.0), max(values, default=0.0)
    # Bars begin at zero; lines may begin higher where all values are far above it.
    if kind == "bar" or low < high / 2 or low == high:
        low, high = min(low, 0.0), max(high, 0.0)
    marks = _round_marks(low, high)
    plane = _Plane(frame, marks[0], marks[-1], len(periods))
    step = math.ceil(len(periods) / frame.most_labels)
    last = len(periods) - 1
    drawn = [
        _bars(one, plane, place, len(series)) if kind == "bar" else _line(one, plane)
        for place, one in enumerate(series)
    ]
    return PeriodChart(
        kind,
        frame,
        tuple(_spread_labels(drawn, frame)),
        tuple(Tick(plane.x(n), p) for n, p in enumerate(periods) if (last - n) % step == 0),
        tuple(Tick(plane.y(m), text) for m, text in zip(marks, label(marks), strict=True)),
        plane.y(0.0),
    )


def bar_shares(values: Sequence[float]) -> tuple[float, tuple[tuple[float, float], ...]]:
    """Bars in percent of the width: where zero stands, and where each begins and its length."""
    low, high = min([0.0, *values]), max([0.0, *values])
    width = (high - low) or 1.0
    zero = -low / width * 100
    return zero, tuple((zero + min(v, 0.0) / width * 100, abs(v) / width * 100) for v in values)


@dataclass(frozen=True, slots=True)
class _Plane:
    """Periods across and values up, in pixels."""

    frame: PeriodFrame
    low: float
    high: float
    count: int

    @property
    def room(self) -> float:
        """Pixels of each period."""
        return self.frame.inner_width / max(self.count, 1)

    def x(self, place: int) -> float:
        return self.frame.left + self.room * (place + 0.5)

    def y(self, value: float) -> float:
        share = (self.high - value) / (self.high - self.low)
        return self.frame.top + share * self.frame.inner_height


def _line(series: PeriodSeries, plane: _Plane) -> PlottedSeries:
    marks, path, joined = [], [], False
    for place, value in enumerate(series.values):
        x, y = plane.x(place), plane.y(value or 0.0)
        marks.append(PeriodMark(value, series.texts[place], _is_doubtful(series, place), x, y))
        if value is not None:
            path.append(f"{'L' if joined else 'M'}{x:.1f} {y:.1f}")
        joined = value is not None
    return PlottedSeries(series.name, series.style, tuple(marks), "".join(path), _last_y(marks))


def _bars(series: PeriodSeries, plane: _Plane, place: int, count: int) -> PlottedSeries:
    """The bars of the series at `place` of `count` that share each period."""
    marks = []
    filled = plane.room * plane.frame.bar_share
    for at, value in enumerate(series.values):
        x = plane.x(at) - filled / 2 + filled / count * place
        top, bottom = plane.y(max(value or 0.0, 0.0)), plane.y(min(value or 0.0, 0.0))
        mark = PeriodMark(value, series.texts[at], _is_doubtful(series, at), x, top)
        marks.append(replace(mark, width=filled / count, height=bottom - top))
    return PlottedSeries(series.name, series.style, tuple(marks), "", _last_y(marks))


def _is_doubtful(series: PeriodSeries, place: int) -> bool:
    return bool(series.doubtful) and series.doubtful[place]


def _last_y(marks: Sequence[PeriodMark]) -> float:
    return next((mark.y for mark in reversed(marks) if mark.value is not None), 0.0)


def _spread_labels(series: Sequence[PlottedSeries], frame: Frame) -> list[PlottedSeries]:
    """The series with their names moved apart, and kept inside the frame."""
    order = sorted(range(len(series)), key=lambda at: series[at].label_y)
    places = [one.label_y for one in series]
    free = frame.top
    for at in order:
        places[at] = max(places[at], free)
        free = places[at] + _LABEL_GAP
    limit = frame.height - frame.bottom
    for at in reversed(order):
        places[at] = min(places[at], limit)
        limit = places[at] - _LABEL_GAP
    return [replace(one, label_y=y) for one, y in zip(series, places, strict=True)]


def _round_marks(low: float, high: float) -> list[float]:
    """Round values from at or below the lowest to at or above the highest."""
    step = _round_step(high - low)
    first, last = math.floor(low / step + _ROUNDING), math.ceil(high / step - _ROUNDING)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def _round_step(size: float) -> float:
    """1, 2 or 5 times a power of ten, so that a handful of them make the size."""
    if size <= 0:
        return 1.0
    rough = size / _MARKS
    power = 10.0 ** math.floor(math.log10(rough))
    return next((power * times for times in (1, 2, 5) if power * times >= rough), power * 10)
