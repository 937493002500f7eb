"""Charts by period: where bars, lines and names stand."""

from collections.abc import Sequence

import pytest

from secqa.charts.period_charts import (
    PeriodChart,
    PeriodFrame,
    PeriodSeries,
    PeriodStyle,
    period_chart,
)

FRAME = PeriodFrame(100.0, 100.0, 10.0, 10.0, 10.0, 10.0, bar_share=0.5, most_labels=2)


def plotted(kind: PeriodStyle, *rows: Sequence[float | None]) -> PeriodChart:
    """A chart of some rows of values."""
    periods = [f"P{n}" for n in range(len(rows[0]))]
    series = [PeriodSeries("a", n, tuple(row), ("",) * len(row)) for n, row in enumerate(rows)]
    return period_chart(series, periods, kind, FRAME, lambda marks: [*map(str, marks)])


def test_bars_begin_at_zero_and_go_both_ways() -> None:
    chart = plotted("bar", [-30.0, 60.0, None])
    (_, below, _, depth), (_, above, _, height), missing = (chart.bar(at) for at in range(3))
    assert below == pytest.approx(chart.y(0))
    assert above + height == pytest.approx(chart.y(0))
    assert height == pytest.approx(2 * depth)
    assert missing[3] == 0
    assert [tick.text for tick in chart.y_ticks] == [
        *("-40.0", "-20.0", "0.0", "20.0", "40.0", "60.0")
    ]


@pytest.mark.parametrize("value", [0.0, None])
def test_bars_of_zero_or_no_value_have_no_height(value: float | None) -> None:
    assert plotted("bar", [value]).bar(0)[3] == 0


def test_lines_have_gaps_and_may_begin_above_zero() -> None:
    chart = plotted("line", [100.0, None, 110.0, 108.0])
    assert chart.path(chart.series[0]).count("M") == 2
    assert chart.y_ticks[0].text == "100.0"
    assert [tick.text for tick in chart.x_ticks] == ["P1", "P3"], "the last is labelled"


def test_names_of_lines_are_moved_apart_within_the_frame() -> None:
    chart = plotted("line", [1.0, 5.0], [1.0, 5.0])
    low, high = sorted(chart.name_heights)
    assert high - low >= 16
    assert high <= 90
