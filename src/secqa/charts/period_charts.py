"""Lay out charts of one or more companies' values by period, as lines or bars."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from secqa.charts.axis_charts import Frame, Tick, round_marks

PeriodStyle = Literal["line", "bar"]
STYLES = 8
"""Number of distinct colours for lines and bars."""
_LABEL_GAP = 16.0
"""Minimum vertical pixels between the names of lines."""


@dataclass(frozen=True, slots=True)
class PeriodFrame(Frame):
    """The layout of a chart by period."""

    bar_share: float
    """Share of each period's width that its bars fill."""
    most_labels: int
    """Maximum number of period labels below the axis."""


@dataclass(frozen=True, slots=True)
class PeriodSeries:
    """The values of one company by period, before layout."""

    name: str
    style: int
    values: tuple[float | None, ...]
    """None leaves a gap."""
    texts: tuple[str, ...]
    """Description of each value."""
    doubtful: tuple[bool, ...] = ()
    """Whether each value is drawn as doubtful; empty if none is."""


@dataclass(frozen=True, slots=True)
class PeriodMark:
    """A value with its position in pixels: a point, or the upper left corner of a bar."""

    value: float | None
    text: str
    is_doubtful: bool
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class PlottedSeries:
    """The values of one company by period, after layout."""

    name: str
    style: int
    marks: tuple[PeriodMark, ...]
    path: str
    """SVG path of the line, with gaps; "" for bars."""
    label_y: float
    """Pixels from the top to the name, next to the last value."""


@dataclass(frozen=True, slots=True)
class PeriodChart:
    """A chart by period, with the layout that a template draws."""

    kind: PeriodStyle
    frame: PeriodFrame
    series: tuple[PlottedSeries, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    zero: float
    """Pixels from the top to zero; below the frame if the axis does not include zero."""


def period_chart(
    series: Sequence[PeriodSeries],
    periods: Sequence[str],
    kind: PeriodStyle,
    frame: PeriodFrame,
    label: Callable[[Sequence[float]], Sequence[str]],
) -> PeriodChart:
    """Lay out values by period; `label` formats all marks of the y axis with equal decimals."""
    values = [value for one in series for value in one.values if value is not None]
    low, high = min(values, default=0.0), max(values, default=0.0)
    # Bars begin at zero; lines may begin higher if all values are far above zero.
    if kind == "bar" or low < high / 2 or low == high:
        low, high = min(low, 0.0), max(high, 0.0)
    marks = round_marks(low, high)
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
    """Horizontal bars in percent of the width: position of zero, then start and length of each."""
    low, high = min([0.0, *values]), max([0.0, *values])
    width = (high - low) or 1.0
    zero = -low / width * 100
    return zero, tuple((zero + min(v, 0.0) / width * 100, abs(v) / width * 100) for v in values)


@dataclass(frozen=True, slots=True)
class _Plane:
    """Coordinates in pixels: periods across, values up."""

    frame: PeriodFrame
    low: float
    high: float
    count: int

    @property
    def room(self) -> float:
        """Width of a period in pixels."""
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
    """Lay out the bars of series number `place` of the `count` that share each period."""
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
    """Move the names of series apart, within the frame."""
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
