"""`secqa report`: runs into one HTML page, figures for papers, tables in Markdown."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import corpus_option
from secqa.cli.runs.judge_option import JudgeOption
from secqa.corpus.address import CorpusPath


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders made by `secqa run`.")],
    out: Annotated[Path, typer.Option(help="The HTML file to write.")],
    corpus: Annotated[
        CorpusPath | None,
        corpus_option(
            "The corpus they were run on: pages with evidence are shown as printed, with the cell "
            "marked."
        ),
    ] = None,
    figures: Annotated[
        Path | None, typer.Option(help="A folder for each chart as SVG, and its numbers as CSV.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="A file for the tables of `secqa evaluate`, as Markdown.")
    ] = None,
    judge: JudgeOption = "offline",
) -> None:
    """Write a web page about runs, self-contained.

    It has the scores, what they go with, how sure differences are, and every question in full;
    two runs can be seen side by side where they differ. `evaluate --json` has the same figures.
    """
    from secqa.cli.runs.judge_option import judges_of
    from secqa.corpus.store import open_corpus
    from secqa.evaluation.report.figure_files import write_figures, write_markdown
    from secqa.evaluation.report.html_report import report_of, write_report
    from secqa.evaluation.versions import runs_in
    from secqa.models.open_model import ModelLimits

    read = [run for folder in runs for run in runs_in(folder)]
    pages = open_corpus(corpus) if corpus else None
    scored = report_of(read, judges_of(read, judge, ModelLimits()))
    write_report(scored, out, pages)
    typer.echo(f"report written to {out.resolve()}")
    if figures:
        written = write_figures(scored, figures)
        typer.echo(f"{len(written)} figures written to {figures.resolve()}")
    if markdown:
        write_markdown(scored, markdown)
        typer.echo(f"tables written to {markdown.resolve()}")
