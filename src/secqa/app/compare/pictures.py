"""Charts of a comparison: one metric each, with a line or group of bars for each company."""

from collections.abc import Sequence
from dataclasses import dataclass

from secqa.charts import (
    STYLES,
    PeriodChart,
    PeriodFrame,
    PeriodSeries,
    PeriodStyle,
    period_chart,
)
from secqa.facts.comparison.figures import AmountScale, capitalized, decimals_of, number_text
from secqa.facts.comparison.table import CompanyComparison, ComparisonRow
from secqa.facts.comparison.values import period_name
from secqa.metrics.catalogue import Metric

_FRAME = PeriodFrame(560.0, 300.0, 74.0, 78.0, 16.0, 34.0, bar_share=0.76, most_labels=7)
_LONGEST_NAME = 9
"""Characters of a name that fit beside a line."""


@dataclass(frozen=True, slots=True)
class MetricPicture:
    """One metric of up to `STYLES` companies."""

    title: str
    unit: str
    chart: PeriodChart
    left_out: int
    """Companies that it does not show."""


def metric_picture(
    comparison: CompanyComparison, metric: Metric, kind: PeriodStyle
) -> MetricPicture | None:
    """The chart of a metric; None where fewer than two periods have a value."""
    rows = [row for row in comparison.rows if row.metric is metric]
    # A company has one colour in all charts, whichever of them show it.
    styled = [(style, row) for style, row in enumerate(rows) if row.has_values]
    plotted = styled[:STYLES]
    if len(comparison.periods) < 2 or not plotted:
        return None
    figures = [cell.figure for _, row in plotted for cell in row.cells]
    unit = next(figure.unit for figure in figures if figure.value is not None)
    scale = comparison.scales.get(unit, AmountScale())

    def label(marks: Sequence[float]) -> list[str]:
        decimals = decimals_of(marks, unit, scale)
        return [number_text(mark, unit, scale, decimals) for mark in marks]

    series = [_series(row, style) for style, row in plotted]
    chart = period_chart(series, comparison.period_names, kind, _FRAME, label)
    left_out = len(styled) - len(plotted)
    return MetricPicture(capitalized(metric.name), plotted[0][1].unit, chart, left_out)


def _series(row: ComparisonRow, style: int) -> PeriodSeries:
    company = row.company
    name = company.ticker or company.short_name
    return PeriodSeries(
        name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…",
        style % STYLES,
        tuple(cell.figure.value for cell in row.cells),
        tuple(f"{company.short_name} {period_name(c.period)}: {c.text}" for c in row.cells),
        tuple(cell.is_doubtful for cell in row.cells),
    )
