"""Print a table of series: values by period with their changes, bars and pages."""

import typer
from rich import box
from rich.bar import Bar
from rich.markup import escape
from rich.table import Table

from secqa.cli.terminal import print_tables
from secqa.query.leaves import AnswerForm
from secqa.systems.period_table import SeriesTable
from secqa.systems.value_words import (
    change_text,
    column_of,
    confidence_text,
    direction_text,
    percent_text,
    period_of,
    place_text,
    series_value_text,
    title_of,
)

_BAR = 24
"""Columns of the terminal for the longest bar."""


def print_series(table: SeriesTable, form: AnswerForm) -> None:
    """Print a table: a single column with bars, several side by side with the pages below."""
    if table.note:
        typer.echo(table.note)
    if len(table.columns) == 1:
        print_tables([_single_column(table, form)])
        return
    print_tables([_side_by_side(table, form)])
    typer.echo("read from:")
    for row in table.rows:
        places = dict.fromkeys(place_text(cell) for cell in row if cell is not None)
        typer.echo(f"  {period_of(row)}: {'; '.join(places)}")
    typer.echo()


def _side_by_side(table: SeriesTable, form: AnswerForm) -> Table:
    printed = _empty_table("")
    printed.add_column("period")
    for column in table.columns:
        printed.add_column(title_of(column), justify="right")
        printed.add_column("change", justify="right")
    for row in table.rows:
        cells = [
            text
            for cell, column in zip(row, table.columns, strict=True)
            for text in (series_value_text(cell, column, form), direction_text(cell, column))
        ]
        printed.add_row(period_of(row), *cells)
    return printed


def _single_column(table: SeriesTable, form: AnswerForm) -> Table:
    column, cells = table.columns[0], column_of(table, 0)
    printed = _empty_table(escape(title_of(column)))
    for name in ("period", "value", "change", "%"):
        printed.add_column(name, justify="left" if name == "period" else "right")
    printed.add_column("")
    printed.add_column("sure", justify="right")
    printed.add_column("read from")
    values = [cell.value for cell in cells if cell.value is not None]
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    for cell in cells:
        bar: Bar | str = ""
        if cell.value is not None and high > low:
            begin, end = sorted((0.0, cell.value))
            colour = "red" if cell.value < 0 else "blue"
            bar = Bar(high - low, begin - low, end - low, width=_BAR, color=colour)
        texts = (
            series_value_text(cell, column, form),
            change_text(cell, column, form),
            percent_text(cell, column),
        )
        printed.add_row(
            period_of((cell,)), *texts, bar, confidence_text(cell), escape(place_text(cell))
        )
    return printed


def _empty_table(title: str) -> Table:
    return Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
