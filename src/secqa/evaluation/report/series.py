"""A table of series as a page: an answer in, one HTML file out that opens from disk by itself.

No script: a table with a picture of each column, which its title and description tell in words,
and the printed line that each value was read from. The template escapes every text by itself.
"""

from pathlib import Path

from secqa.errors import SecqaError
from secqa.evaluation.report import bars as frame
from secqa.evaluation.report.bars import bars_of
from secqa.evaluation.report.template import own_file, templates
from secqa.files import write_file
from secqa.systems import series_words as words
from secqa.systems.answer import Answer
from secqa.systems.series import Cell, Column


def write_series(answer: Answer, out: Path) -> None:
    """Write the page of an answer; SecqaError where it is no series, or there is no place."""
    if answer.table is None:
        raise SecqaError(
            f"{out}: only values by period are drawn; ask for a trend, by year or by quarter"
        )
    write_file(out, render(answer).encode())


def render(answer: Answer) -> str:
    """The page as text."""
    from markupsafe import Markup

    table, form = answer.table, answer.form
    assert table is not None
    columns = []
    for place, column in enumerate(table.columns):
        cells = words.column_of(table, place)

        def said(value: float, column: Column = column) -> str:
            return words.value_said(Cell("", None, value), column, form)

        columns.append((column, cells, bars_of(cells, said)))
    return (
        templates()
        .get_template("series.html.j2")
        .render(
            answer=answer,
            table=table,
            columns=columns,
            form=form,
            words=words,
            frame=frame,
            style=Markup(own_file("style.css")),
        )
    )
