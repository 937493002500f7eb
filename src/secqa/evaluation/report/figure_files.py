"""Figures for papers and scores for READMEs: a scored report in, SVG, CSV and Markdown out."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from rich.table import Table

from secqa.charts import Chart
from secqa.evaluation.analysis.tables import analysis_tables
from secqa.evaluation.report.html_report import Report
from secqa.evaluation.report.report_charts import charts_of
from secqa.evaluation.report.template import own_file, templates
from secqa.evaluation.score_tables import all_tables
from secqa.export.tables import markdown_text
from secqa.files import write_file

_LEGEND = 20
"""Pixels of a line in a figure's legend."""


def write_figures(report: Report, folder: Path) -> tuple[str, ...]:
    """Write each chart as NAME.svg and its numbers as NAME.csv; gives the names.

    SecqaError where there is no place.
    """
    charts = charts_of(report.settings, report.figures)
    for chart in charts:
        write_file(folder / f"{chart.name}.svg", figure_svg(chart).encode())
        write_file(folder / f"{chart.name}.csv", figure_csv(chart).encode())
    return tuple(chart.name for chart in charts)


def figure_svg(chart: Chart) -> str:
    """A chart with its legend as a file by itself, on white, in fonts that are everywhere."""
    from markupsafe import Markup

    height = chart.frame.height + _LEGEND * (len(chart.lines) + 1) - _LEGEND / 2
    return (
        templates()
        .get_template("figure.svg.j2")
        .render(chart=chart, height=height, style=Markup(own_file("chart.css")))
    )


def figure_csv(chart: Chart) -> str:
    """A line for each point: which line of the chart, x, y, and the interval of y."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("line", chart.x.title, chart.y.title, "low", "high"))
    for line in chart.lines:
        for point in line.points:
            writer.writerow((line.name, point.x, point.y, *(point.interval or ("", ""))))
    return out.getvalue()


def write_markdown(report: Report, out: Path) -> None:
    """Write all tables of `secqa evaluate` and its comparisons as Markdown; SecqaError where there
    is no place."""
    write_file(out, report_markdown(report).encode("utf-8", "replace"))


def report_markdown(report: Report) -> str:
    """The text."""
    tables = (
        *all_tables(report.settings, report.agreements),
        *analysis_tables(report.settings, report.case),
    )
    parts = ["# Answers about company filings", *map(_table, tables)]
    if sentences := [one["sentence"] for one in report.figures["comparisons"]]:
        said = "\n".join(f"- {markdown_text(sentence)}" for sentence in sentences)
        parts.append(f"## Differences\n\n{said}")
    return "\n\n".join(parts) + "\n"


def _table(table: Table) -> str:
    heads = [str(column.header) for column in table.columns]
    marks = ["---:" if column.justify == "right" else "---" for column in table.columns]
    rows = zip(*(map(str, column.cells) for column in table.columns), strict=True)
    lines = [_line(map(markdown_text, heads)), _line(marks)]
    lines += [_line(map(markdown_text, row)) for row in rows]
    return f"## {markdown_text(str(table.title))}\n\n" + "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
