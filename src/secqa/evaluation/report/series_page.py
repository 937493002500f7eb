"""Write a table of series as one HTML file without scripts.

It has a chart of each column, whose title and description give it in words, and the printed line
of each value. The template escapes every text by itself.
"""

from collections.abc import Sequence
from pathlib import Path

from secqa.charts.period_charts import PeriodChart, PeriodFrame, PeriodSeries, period_chart
from secqa.errors import SecqaError
from secqa.evaluation.report.rendering import report_text, templates
from secqa.files import write_file
from secqa.query.leaves import AnswerForm
from secqa.systems import value_words as words
from secqa.systems.answer import Answer
from secqa.systems.period_table import SeriesCell, SeriesColumn

_FRAME = PeriodFrame(720.0, 380.0, 112.0, 24.0, 32.0, 36.0, bar_share=0.62, most_labels=1_000)
"""Room for amounts on the left, and for periods below."""

ChartedColumn = tuple[SeriesColumn, tuple[SeriesCell, ...], PeriodChart]
"""A column of a table of series with its cells and its chart."""


def write_series(answer: Answer, out: Path) -> None:
    """Write the page of an answer; raises SecqaError if it is no series or cannot be written."""
    if answer.table is None:
        raise SecqaError(
            f"{out}: only values by period are drawn; ask for a trend, by year or by quarter"
        )
    write_file(out, render(answer).encode())


def render(answer: Answer) -> str:
    """The page as text."""
    from markupsafe import Markup

    return (
        templates()
        .get_template("series.html.j2")
        .render(
            answer=answer,
            table=answer.table,
            columns=charted_columns(answer),
            form=answer.form,
            words=words,
            style=Markup(report_text("style.css")),
        )
    )


def charted_columns(answer: Answer) -> list[ChartedColumn]:
    """Each column of an answer's table with its cells and its chart; empty without a table."""
    table = answer.table
    if table is None:
        return []
    cells = [words.column_of(table, place) for place in range(len(table.columns))]
    return [
        (column, own, _bars(column, own, answer.form))
        for column, own in zip(table.columns, cells, strict=True)
    ]


def _bars(column: SeriesColumn, cells: Sequence[SeriesCell], form: AnswerForm) -> PeriodChart:
    def label(value: float) -> str:
        return words.series_value_text(SeriesCell("", None, value), column, form)

    periods = [cell.period for cell in cells]
    values = tuple(cell.value for cell in cells)
    texts = tuple(f"{cell.period}: {words.series_value_text(cell, column, form)}" for cell in cells)
    series = PeriodSeries(words.title_of(column), 0, values, texts)
    return period_chart([series], periods, "bar", _FRAME, lambda marks: [*map(label, marks)])
