"""Values by period as bars: cells in, geometry out, for the template to draw as SVG.

The axis begins at zero and goes to both sides where values are below it; it is marked at round
values. A period without a value has its place, and no bar.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from secqa.evaluation.report.chart import HEIGHT, RIGHT, TOP, WIDTH, Tick, round_step
from secqa.systems.series import Cell

LEFT, BOTTOM = 112.0, 36.0
"""Room for amounts in words, and for periods."""
_FILLED = 0.62
"""Share of each period's room that its bar takes."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One period, in pixels; no height where there is no value."""

    x: float
    y: float
    width: float
    height: float
    period: str
    text: str
    negative: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Everything to draw."""

    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    zero: float


def bars_of(cells: Sequence[Cell], said: Callable[[float], str]) -> Bars:
    """Lay out the bars of one column; `said` puts a value into words."""
    values = [cell.value for cell in cells if cell.value is not None]
    low, high = min([0.0, *values]), max([0.0, *values])
    step = round_step(high - low)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    high = high if high > low else step

    def y(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    room = (WIDTH - LEFT - RIGHT) / max(len(cells), 1)
    bars = []
    for place, cell in enumerate(cells):
        value = cell.value or 0.0
        text = f"{cell.period}: {said(value)}" if cell.value is not None else f"{cell.period}: –"
        x = LEFT + room * (place + (1 - _FILLED) / 2)
        top, bottom = y(max(value, 0.0)), y(min(value, 0.0))
        bars.append(Bar(x, top, room * _FILLED, bottom - top, cell.period, text, value < 0))
    marks = [low + step * number for number in range(round((high - low) / step) + 1)]
    return Bars(tuple(bars), tuple(Tick(y(mark), said(mark)) for mark in marks), y(0.0))
