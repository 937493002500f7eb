"""Accuracy over the number of pages, as in the paper's figure 2: settings in, geometry out.

The template draws what comes out as SVG; here is only where things stand. Numbers of pages
double from one to the next, so they are spaced by logarithm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from secqa.evaluation.score import Setting, Share

WIDTH, HEIGHT = 720.0, 380.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 24.0, 16.0, 48.0
OFFSET = 5.0
"""Pixels that lines are moved apart, so that their intervals do not hide each other."""


@dataclass(frozen=True, slots=True)
class Point:
    """One setting in the plot, in pixels."""

    x: float
    y: float
    low: float
    high: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """All numbers of pages of one run."""

    name: str
    style: int
    """Colour, dash and marker."""
    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        """The `points` of an SVG polyline."""
        return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in self.points)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    place: float
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """Everything to draw."""

    lines: tuple[Line, ...]
    pages: tuple[Tick, ...]
    shares: tuple[Tick, ...]


def plot_of(settings: Sequence[Setting]) -> Plot:
    """Lay out the plot: one line a run, in the order the runs come."""
    counts = sorted({setting.pages for setting in settings})
    styles = styles_of(settings)
    lines = []
    for run, style in styles.items():
        own = sorted((s for s in settings if s.run == run), key=lambda s: s.pages)
        shift = OFFSET * (style - (len(styles) - 1) / 2)
        points = tuple(_point(_x(setting.pages, counts) + shift, setting) for setting in own)
        lines.append(Line(_name(own[0], settings), style, points))
    return Plot(
        tuple(lines),
        tuple(Tick(_x(count, counts), str(count)) for count in counts),
        tuple(Tick(_y(percent / 100), f"{percent}%") for percent in range(0, 101, 20)),
    )


def styles_of(settings: Sequence[Setting]) -> dict[str, int]:
    """run -> its style, the first run 0."""
    return {run: style for style, run in enumerate(dict.fromkeys(s.run for s in settings))}


def _name(setting: Setting, settings: Sequence[Setting]) -> str:
    """Its name, and the run where another one has the same."""
    same = {s.run for s in settings if s.name == setting.name}
    return f"{setting.name} ({setting.run})" if len(same) > 1 else setting.name


def _point(x: float, setting: Setting) -> Point:
    share: Share = setting.accuracy
    low, high = share.interval
    text = (
        f"{setting.system}, {setting.pages} pages: {100 * share.value:.1f}% "
        f"({share.right} of {share.total})"
    )
    return Point(x, _y(share.value), _y(low), _y(high), text)


def _x(pages: int, counts: Sequence[int]) -> float:
    low, high = log2(counts[0]), log2(counts[-1])
    share = (log2(pages) - low) / (high - low) if high > low else 0.5
    inset = 30.0
    return LEFT + inset + share * (WIDTH - LEFT - RIGHT - 2 * inset)


def _y(share: float) -> float:
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)
