"""Rows of one metric in, a picture of them out: where lines, bars and labels stand in pixels.

Each line is named where it ends, names are moved apart, and what has no value leaves a gap. Bars
begin at zero; lines may begin higher where all values are far above it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from secqa.app.compare.asked import Plot
from secqa.app.compare.picked import name_of
from secqa.app.compare.rows import Row
from secqa.app.compare.words import Scale, decimals_of, number_said
from secqa.evaluation.report.chart import Tick, round_step
from secqa.facts.fiscal import FiscalPeriod

WIDTH, HEIGHT = 560.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 74.0, 78.0, 16.0, 34.0
DRAWN = 8
"""Companies that one picture can hold."""
_APART = 16.0
"""Pixels from one name to the next."""
_FILLED = 0.76
"""Share of each period's room that its bars take."""
_MOST_NAMED = 7
"""Periods that are named below the axis."""


@dataclass(frozen=True, slots=True)
class Point:
    """One value in pixels; of a bar its upper left corner."""

    x: float
    y: float
    text: str
    is_doubtful: bool
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Series:
    """One company."""

    name: str
    style: int
    points: tuple[Point, ...]
    path: str
    """The line as SVG draws it, with gaps."""
    label_y: float
    """Where its name stands, beside its last value."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One metric of up to `DRAWN` companies."""

    title: str
    unit: str
    kind: Plot
    series: tuple[Series, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    zero: float
    """Pixels from the top where zero is; below the picture where it is not in it."""
    left_out: int
    """Companies that it does not hold."""


def picture_of(
    title: str,
    rows: Sequence[Row],
    periods: Sequence[FiscalPeriod],
    kind: Plot,
    scales: Mapping[str, Scale],
) -> Picture | None:
    """The picture of a metric's rows; None where fewer than two periods have a value."""
    # A company has one colour in all pictures, whichever of them have it.
    drawn = [(style, row) for style, row in enumerate(rows) if row.has_values]
    values = [
        cell.figure.value for _, row in drawn for cell in row.cells if cell.figure.value is not None
    ]
    if len(periods) < 2 or not values:
        return None
    left_out, drawn = len(drawn[DRAWN:]), drawn[:DRAWN]
    marks = _marks(min(values), max(values), kind)
    axis = _Axis(marks[0], marks[-1], len(periods))
    unit = next(c.figure.unit for _, row in drawn for c in row.cells if c.figure.value is not None)
    scale = scales.get(unit, Scale())
    decimals = decimals_of(marks, unit, scale)
    step = math.ceil(len(periods) / _MOST_NAMED)
    last = len(periods) - 1
    series = [
        _bars(row, style, (at, len(drawn)), axis) if kind == "bar" else _line(row, style, axis)
        for at, (style, row) in enumerate(drawn)
    ]
    return Picture(
        title,
        drawn[0][1].unit,
        kind,
        tuple(_apart(series)),
        tuple(
            Tick(axis.x(at), name_of(period))
            for at, period in enumerate(periods)
            if (last - at) % step == 0
        ),
        tuple(
            Tick(axis.y(mark), number_said(mark, unit, scale, decimals, False)) for mark in marks
        ),
        axis.y(0.0),
        left_out,
    )


@dataclass(frozen=True, slots=True)
class _Axis:
    low: float
    high: float
    count: int

    @property
    def room(self) -> float:
        """Pixels of each period."""
        return (WIDTH - LEFT - RIGHT) / self.count

    def x(self, at: int) -> float:
        return LEFT + self.room * (at + 0.5)

    def y(self, value: float) -> float:
        return TOP + (self.high - value) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)


def _marks(low: float, high: float, kind: Plot) -> list[float]:
    """Round values from at or below the lowest to at or above the highest."""
    if kind == "bar" or low < high / 2 or low == high:
        low, high = min(low, 0.0), max(high, 0.0)
    step = round_step(high - low)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def _line(row: Row, style: int, axis: _Axis) -> Series:
    points, path, joined = [], [], False
    for at, cell in enumerate(row.cells):
        value = cell.figure.value
        if value is not None:
            x, y = axis.x(at), axis.y(value)
            points.append(_point(row, at, x, y))
            path.append(f"{'L' if joined else 'M'}{x:.1f} {y:.1f}")
        joined = value is not None
    return Series(_name(row), style % DRAWN, tuple(points), "".join(path), points[-1].y)


def _bars(row: Row, style: int, place: tuple[int, int], axis: _Axis) -> Series:
    """`place`: which of how many bars of each period."""
    points = []
    turn, count = place
    width = axis.room * _FILLED / count
    for at, cell in enumerate(row.cells):
        value = cell.figure.value
        if value is not None:
            x = axis.x(at) - axis.room * _FILLED / 2 + width * turn
            top, bottom = axis.y(max(value, 0.0)), axis.y(min(value, 0.0))
            points.append(_point(row, at, x, top, width, bottom - top))
    return Series(_name(row), style % DRAWN, tuple(points), "", points[-1].y)


def _point(row: Row, at: int, x: float, y: float, width: float = 0.0, height: float = 0.0) -> Point:
    cell = row.cells[at]
    text = f"{row.company.short_name} {name_of(cell.period)}: {cell.said}"
    return Point(x, y, text, cell.is_doubtful, width, height)


def _name(row: Row) -> str:
    """Short enough to stand beside a line."""
    name = row.company.ticker or row.company.short_name
    return name if len(name) < 10 else f"{name[:8]}…"


def _apart(series: Sequence[Series]) -> list[Series]:
    """The same with their names moved apart, and kept inside the picture."""
    order = sorted(range(len(series)), key=lambda at: series[at].label_y)
    places = [one.label_y for one in series]
    free = TOP
    for at in order:
        places[at] = max(places[at], free)
        free = places[at] + _APART
    limit = HEIGHT - BOTTOM
    for at in reversed(order):
        places[at] = min(places[at], limit)
        limit = places[at] - _APART
    return [replace(one, label_y=y) for one, y in zip(series, places, strict=True)]
