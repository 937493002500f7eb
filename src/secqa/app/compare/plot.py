"""Rows of one metric as a chart: one line or group of bars for each company."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from secqa.app.compare.picked import name_of
from secqa.app.compare.rows import Row
from secqa.app.compare.words import Scale, decimals_of, number_said
from secqa.charts import (
    STYLES,
    PeriodChart,
    PeriodFrame,
    PeriodSeries,
    PeriodStyle,
    period_chart,
)
from secqa.facts.fiscal import FiscalPeriod

_FRAME = PeriodFrame(560.0, 300.0, 74.0, 78.0, 16.0, 34.0, bar_share=0.76, most_labels=7)
_LONGEST_NAME = 9
"""Characters of a name that fit beside a line."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One metric of up to `STYLES` companies."""

    title: str
    unit: str
    chart: PeriodChart
    left_out: int
    """Companies that it does not show."""


def picture_of(
    title: str,
    rows: Sequence[Row],
    periods: Sequence[FiscalPeriod],
    kind: PeriodStyle,
    scales: Mapping[str, Scale],
) -> Picture | None:
    """The chart of a metric's rows; None where fewer than two periods have a value."""
    # A company has one colour in all charts, whichever of them show it.
    styled = [(style, row) for style, row in enumerate(rows) if row.has_values]
    plotted = styled[:STYLES]
    if len(periods) < 2 or not plotted:
        return None
    figures = [cell.figure for _, row in plotted for cell in row.cells]
    unit = next(figure.unit for figure in figures if figure.value is not None)
    scale = scales.get(unit, Scale())

    def label(marks: Sequence[float]) -> list[str]:
        decimals = decimals_of(marks, unit, scale)
        return [number_said(mark, unit, scale, decimals, False) for mark in marks]

    series = [_series(row, style) for style, row in plotted]
    chart = period_chart(series, [*map(name_of, periods)], kind, _FRAME, label)
    return Picture(title, plotted[0][1].unit, chart, len(styled) - len(plotted))


def _series(row: Row, style: int) -> PeriodSeries:
    company = row.company
    name = company.ticker or company.short_name
    return PeriodSeries(
        name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…",
        style % STYLES,
        tuple(cell.figure.value for cell in row.cells),
        tuple(f"{company.short_name} {name_of(cell.period)}: {cell.said}" for cell in row.cells),
        tuple(cell.is_doubtful for cell in row.cells),
    )
