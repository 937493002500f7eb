"""Values by period as Ask shows them: one table and one picture for each unit, on one scale."""

from collections.abc import Sequence
from typing import Any

from secqa.app.addresses import place_address
from secqa.app.period_picture import PictureScale, period_picture, short_name
from secqa.charts.period_charts import STYLES, PeriodSeries, PeriodStyle
from secqa.facts.comparison.figures import NOTHING, AmountScale, decimals_of, scale_of, unit_text
from secqa.query.leaves import AnswerForm
from secqa.systems import value_words as words
from secqa.systems.answer import Answer
from secqa.systems.period_table import SeriesCell, SeriesColumn, SeriesTable

SeriesText = dict[str, str]
"""A value of a series as it is shown: its text, the title with its pages or why there is none, the
address of its first page, and its change on the period before."""


def series_groups(answer: Answer) -> list[dict[str, Any]]:
    """The series of an answer by unit; empty for any other answer."""
    table = answer.table
    if table is None:
        return []
    units = dict.fromkeys(column.unit for column in table.columns)
    return [_group(table, unit, answer.form) for unit in units]


def _group(table: SeriesTable, unit: str, form: AnswerForm) -> dict[str, Any]:
    places = [at for at, column in enumerate(table.columns) if column.unit == unit]
    columns = [(table.columns[at], words.column_of(table, at)) for at in places]
    # As on the Compare page: fiscal years and quarters, as each company counts them.
    periods = tuple(sorted({cell.period for _, cells in columns for cell in cells}))
    scale = _scale(unit, form, [cell.value for _, cells in columns for cell in cells])
    figures = dict.fromkeys(column.figure for column, _ in columns)
    title = next(iter(figures)) if len(figures) == 1 else ""
    lines: list[tuple[str, list[SeriesText]]] = []
    series: list[PeriodSeries] = []
    for column, cells in columns:
        by_period = {cell.period: cell for cell in cells}
        own = [by_period.get(period) for period in periods]
        name = column.company if title else words.title_of(column)
        shown = [_cell(cell, column, scale) for cell in own]
        lines.append((name, shown))
        pairs = zip(periods, shown, strict=True)
        series.append(
            PeriodSeries(
                short_name(name),
                len(series) % STYLES,
                tuple(cell.value if cell else None for cell in own),
                tuple(f"{name} {period}: {cell['text']}" for period, cell in pairs),
            )
        )
    kind: PeriodStyle = "bar" if len(columns) == 1 else "line"
    picture = period_picture(title, series, periods, scale, kind)
    return {
        "title": title,  # the figure, where all have the same
        "unit": scale.text,
        "periods": periods,
        "lines": lines,
        "picture": picture,
    }


def _scale(unit: str, form: AnswerForm, values: Sequence[float | None]) -> PictureScale:
    """How all values of a unit are written."""
    amounts = [value for value in values if value is not None]
    shown = form.unit if unit == "pure" and form.unit in ("times", "days", "points") else unit
    scale = scale_of(amounts) if unit in ("USD", "shares", "count") else AmountScale()
    decimals = decimals_of(amounts or [0.0], shown, scale)
    return PictureScale(shown, scale, unit_text(shown, scale), decimals)


def _cell(cell: SeriesCell | None, column: SeriesColumn, scale: PictureScale) -> SeriesText:
    """A value with the address and title of its page, and its change; or why there is none."""
    if cell is None or cell.value is None:
        why = f"not found: {cell.why}" if cell else ""
        return {"text": NOTHING, "title": why, "address": "", "change": ""}
    return {
        "text": scale.written(cell.value),
        "title": words.place_text(cell),
        "address": place_address(cell.readings[0]) if cell.readings else "",
        "change": "" if cell.change is None else words.direction_text(cell, column),
    }
