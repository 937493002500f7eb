"""One figure of some companies by period, as a picture that Ask and Compare share."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import Any

from secqa.charts.period_charts import (
    STYLES,
    PeriodFrame,
    PeriodSeries,
    PeriodStyle,
    period_chart,
)
from secqa.facts.comparison.figures import AmountScale, decimals_of, number_text

_FRAME = PeriodFrame(560.0, 300.0, 74.0, 78.0, 16.0, 34.0, bar_share=0.76, most_labels=7)
_LONGEST_NAME = 9
"""Characters of a name that fit beside a line."""


@dataclass(frozen=True, slots=True)
class PictureScale:
    """How the numbers of a picture are written."""

    unit: str
    """As units of metrics are."""
    scale: AmountScale
    text: str
    """The unit in words: "$ millions"."""
    decimals: int | None = None
    """Of each number; None for as many as the numbers need."""

    def written(self, value: float) -> str:
        """A number in this scale."""
        return self.all_written([value])[0]

    def all_written(self, values: Sequence[float]) -> list[str]:
        """Numbers in this scale, with the same decimals."""
        decimals = self.decimals
        if decimals is None:
            decimals = decimals_of(values, self.unit, self.scale)
        return [number_text(value, self.unit, self.scale, decimals) for value in values]


def period_picture(
    title: str,
    series: Sequence[PeriodSeries],
    periods: Sequence[str],
    scale: PictureScale,
    kind: PeriodStyle,
) -> dict[str, Any] | None:
    """A chart of up to `STYLES` companies on one scale, and how many are left out; None where there
    are fewer than two periods or no values.

    A company has one colour in all pictures, whichever of them show it.
    """
    styled = [one for one in series if any(value is not None for value in one.values)]
    if len(periods) < 2 or not styled:
        return None
    label = replace(scale, decimals=None).all_written
    chart = period_chart(styled[:STYLES], periods, kind, _FRAME, label)
    left_out = len(styled) - len(styled[:STYLES])
    return {"title": title, "unit": scale.text, "chart": chart, "left_out": left_out}


def short_name(name: str) -> str:
    """The first words of a name that fit beside a line."""
    return shorten(name, _LONGEST_NAME, placeholder="") or f"{name[: _LONGEST_NAME - 1]}…"
