"""Lay out charts of one or more companies' values by period, as lines or bars."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
class PeriodChart:
    """A chart by period, with the layout that a template draws."""

    kind: PeriodStyle
    frame: PeriodFrame
    series: tuple[PeriodSeries, ...]
    periods: tuple[str, ...]
    marks: tuple[float, ...]
    """Values of the marks of the y axis, ascending."""
    labels: tuple[str, ...]

    def x(self, place: int) -> float:
        """Pixels from the left to the middle of a period."""
        return self.frame.left + self._room * (place + 0.5)

    def y(self, value: float) -> float:
        """Pixels from the top to a value; zero may be below the frame."""
        share = (self.marks[-1] - value) / (self.marks[-1] - self.marks[0])
        return self.frame.top + share * self.frame.inner_height

    def bar(self, place: int) -> tuple[float, float, float, float]:
        """The upper left corner, width and height of a bar of the only series."""
        value, width = self.series[0].values[place] or 0.0, self._room * self.frame.bar_share
        top = self.y(max(value, 0.0))
        return self.x(place) - width / 2, top, width, self.y(min(value, 0.0)) - top

    def path(self, line: PeriodSeries) -> str:
        """SVG path of a line, with gaps."""
        path, joined = [], False
        for place, value in enumerate(line.values):
            if value is not None:
                path.append(f"{'L' if joined else 'M'}{self.x(place):.1f} {self.y(value):.1f}")
            joined = value is not None
        return "".join(path)

    @property
    def x_ticks(self) -> tuple[Tick, ...]:
        """As many periods as there is room for, the last among them."""
        step = math.ceil(len(self.periods) / self.frame.most_labels)
        last = len(self.periods) - 1
        ticks = (Tick(self.x(at), name) for at, name in enumerate(self.periods))
        return tuple(tick for at, tick in enumerate(ticks) if (last - at) % step == 0)

    @property
    def y_ticks(self) -> tuple[Tick, ...]:
        marks = zip(self.marks, self.labels, strict=True)
        return tuple(Tick(self.y(value), text) for value, text in marks)

    @property
    def name_heights(self) -> list[float]:
        """Pixels from the top to the name of each series, beside its last value, moved apart."""
        values = ([v for v in one.values if v is not None] for one in self.series)
        places = [self.y(own[-1]) if own else 0.0 for own in values]
        order = sorted(range(len(places)), key=places.__getitem__)
        free, limit = self.frame.top, self.frame.height - self.frame.bottom
        for at in order:
            places[at] = max(places[at], free)
            free = places[at] + _LABEL_GAP
        for at in reversed(order):
            places[at] = min(places[at], limit)
            limit = places[at] - _LABEL_GAP
        return places

    @property
    def _room(self) -> float:
        """Width of a period in pixels."""
        return self.frame.inner_width / max(len(self.periods), 1)


def period_chart(
    series: Sequence[PeriodSeries],
    periods: Sequence[str],
    kind: PeriodStyle,
    frame: PeriodFrame,
    label: Callable[[Sequence[float]], Sequence[str]],
) -> PeriodChart:
    """A chart of values by period; `label` formats all marks of the y axis with equal decimals."""
    values = [value for one in series for value in one.values if value is not None]
    low, high = min(values, default=0.0), max(values, default=0.0)
    # Bars begin at zero; lines may begin higher if all values are far above zero.
    if kind == "bar" or low < high / 2 or low == high:
        low, high = min(low, 0.0), max(high, 0.0)
    marks = round_marks(low, high)
    labels = tuple(label(marks))
    return PeriodChart(kind, frame, tuple(series), tuple(periods), tuple(marks), labels)


def bar_shares(values: Sequence[float]) -> tuple[float, tuple[tuple[float, float], ...]]:
    """Horizontal bars in percent of the width: position of zero, then start and length of each."""
    low, high = min([0.0, *values]), max([0.0, *values])
    width = (high - low) or 1.0
    zero = -low / width * 100
    return zero, tuple((zero + min(v, 0.0) / width * 100, abs(v) / width * 100) for v in values)
