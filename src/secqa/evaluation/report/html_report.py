"""The report of scored runs: an HTML page without any other file, figures for papers, Markdown.

Styles, script, charts and questions are inside the page. Templates escape every text; the script
unfolds what they rendered, and puts everything else into the page as text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.table import Table

from secqa.charts.axis_charts import Chart
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.evaluation.analysis.paper_analyses import CaseStudy, compound_parts, telling_case
from secqa.evaluation.analysis.run_comparison import best_of, spreads
from secqa.evaluation.judging.case import Judge
from secqa.evaluation.judging.verdict_file import Agreement, agreements_of
from secqa.evaluation.report.question_details import check_corpus, details_of, pages_of
from secqa.evaluation.report.rendering import packed, report_text, templates
from secqa.evaluation.report.report_charts import charts_of, styles_of
from secqa.evaluation.run_scores import RunScores, group_rows, score_runs
from secqa.evaluation.runs import Run
from secqa.evaluation.score_json import figures_of
from secqa.evaluation.score_tables import COVERAGES, all_tables, analysis_tables
from secqa.evaluation.scores import percent
from secqa.export.table_formats import markdown_rows, markdown_text
from secqa.files import check_parent, csv_text, write_file

_START = b"<!doctype html>"
_LEGEND = 20
"""Pixels of a line in the legend of a figure."""
_PLACES = 6
"""Of the numbers of a figure."""
_GROUPS = ("type", "difficulty", "hops", "entities", "company", "year", "metric")


@dataclass(frozen=True)
class Report:
    """Scored runs, for every form of a report; raises SecqaError if there are no answers."""

    runs: tuple[Run, ...]
    settings: tuple[RunScores, ...]

    def __post_init__(self) -> None:
        if not self.settings:
            raise SecqaError(f"{self.runs[0].folder}: no answers yet; go on with `secqa run`")

    @cached_property
    def agreements(self) -> tuple[Agreement, ...]:
        """How far judges agree."""
        return tuple(agreement for run in self.runs for agreement in agreements_of(run))

    @cached_property
    def case(self) -> CaseStudy | None:
        """The most telling case."""
        return telling_case(self.settings)

    @cached_property
    def figures(self) -> dict[str, Any]:
        """As `secqa evaluate --schema` documents them."""
        return figures_of(self.settings, self.agreements, self.case)


def report_of(runs: Sequence[Run], judges: Sequence[Judge] = ()) -> Report:
    """The report of runs, each with its judge, by default the offline judge."""
    return Report(tuple(runs), score_runs(runs, judges))


def write_report(report: Report, out: Path, corpus: Corpus | None = None) -> None:
    """Write the page; with their corpus, it shows the pages of the evidence as printed.

    Raises SecqaError if the runs are of another corpus, or the file cannot be written.
    """
    if corpus is not None:
        check_corpus(corpus, report.runs)
    check_parent(out)
    if out.exists() and out.read_bytes()[: len(_START)].lower() != _START:
        raise SecqaError(f"{out}: is no report; give another file, or delete it")
    write_file(out, render(report, corpus).encode("utf-8", "replace"))


def render(report: Report, corpus: Corpus | None) -> str:
    """The page as text, with the pages of the evidence where their corpus is given."""
    from markupsafe import Markup

    pages = pages_of(report.settings, corpus)
    environment = templates()
    environment.filters.update(percent=percent)
    settings = report.settings
    styles = styles_of(settings)
    best = best_of(settings)
    same_run = [list(group) for _, group in groupby(settings, lambda scores: scores.run)]
    return environment.get_template("page.html.j2").render(
        runs=report.runs,
        settings=settings,
        agreements=report.agreements,
        figures=report.figures,
        comparisons=report.figures["comparisons"],
        best=best,
        style_of=lambda scores: styles[scores.run],
        charts=charts_of(settings),
        in_words=any(scores.share("page_accuracy").total for scores in settings),
        by_group=_by_group(settings),
        parts=group_rows(
            settings, lambda s: {f"{p.compound}: {p.part}": p.read for p in compound_parts(s)}
        ),
        spreads=spreads(settings),
        groups=[(group[0].title, group) for group in same_run],
        causes=list(dict.fromkeys(cause for scores in settings for cause in scores.causes)),
        coverages=COVERAGES,
        printed=len(pages["pages"]),
        left_out=pages["left_out"],
        style=Markup(report_text("style.css") + report_text("chart.css")),
        script=Markup(report_text("report.js")),
        details=Markup(packed(details_of(settings, best, corpus))),
        pages=Markup(packed(pages["pages"])),
    )


def _by_group(settings: Sequence[RunScores]) -> list[tuple[str, Any]]:
    """Accuracy by each group that questions have."""
    rows = {group: group_rows(settings, partial(RunScores.by, group=group)) for group in _GROUPS}
    rows["metric"].sort()
    return [(group, shares) for group, shares in rows.items() if shares]


def write_figures(report: Report, folder: Path) -> tuple[str, ...]:
    """Write each chart as NAME.svg and its numbers as NAME.csv; returns the names.

    Raises SecqaError if a file cannot be written.
    """
    charts = charts_of(report.settings)
    for chart in charts:
        write_file(folder / f"{chart.name}.svg", figure_svg(chart).encode())
        write_file(folder / f"{chart.name}.csv", figure_csv(chart).encode())
    return tuple(chart.name for chart in charts)


def figure_svg(chart: Chart) -> str:
    """A chart with its legend as a file, on white, in fonts that every system has."""
    from markupsafe import Markup

    height = chart.frame.height + _LEGEND * (len(chart.lines) + 1) - _LEGEND / 2
    return (
        templates()
        .get_template("figure.svg.j2")
        .render(chart=chart, height=height, style=Markup(report_text("chart.css")))
    )


def figure_csv(chart: Chart) -> str:
    """A row for each point: its line, x, y, and the interval of y."""
    rows: list[tuple[object, ...]] = []
    for line in chart.lines:
        for point in line.points:
            ends = (round(end, _PLACES) for end in point.interval) if point.interval else ("", "")
            numbers = (round(point.x, _PLACES), round(point.y, _PLACES))
            rows.append((line.name, *numbers, *ends))
    return csv_text(("line", chart.x.title, chart.y.title, "low", "high"), rows)


def write_markdown(report: Report, out: Path) -> None:
    """Write all tables and comparisons of `secqa evaluate` as Markdown.

    Raises SecqaError if the file cannot be written.
    """
    write_file(out, report_markdown(report).encode("utf-8", "replace"))


def report_markdown(report: Report) -> str:
    """The text."""
    tables = (
        *all_tables(report.settings, report.agreements),
        *analysis_tables(report.settings, report.case),
    )
    parts = ["# Answers about company filings", *map(_table, tables)]
    if sentences := [one["sentence"] for one in report.figures["comparisons"]]:
        lines = "\n".join(f"- {markdown_text(sentence)}" for sentence in sentences)
        parts.append(f"## Differences\n\n{lines}")
    return "\n\n".join(parts) + "\n"


def _table(table: Table) -> str:
    columns = table.columns
    rows = zip(*(map(str, column.cells) for column in columns), strict=True)
    numbers = [place for place, column in enumerate(columns) if column.justify == "right"]
    text = markdown_rows([str(column.header) for column in columns], list(rows), numbers)
    return f"## {markdown_text(str(table.title))}\n\n{text}"
