"""`secqa report`: runs into one HTML page."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.judging import JudgeOption


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders made by `secqa run`.")],
    out: Annotated[Path, typer.Option(help="The HTML file to write.")],
    judge: JudgeOption = "offline",
) -> None:
    """Write a web page about runs, self-contained.

    It has the scores and every question in full.
    """
    from secqa.cli.judging import judges_of
    from secqa.evaluation.report.write import write_report
    from secqa.evaluation.versions import runs_in
    from secqa.models.open import Limits

    read = [run for folder in runs for run in runs_in(folder)]
    write_report(read, out, judges_of(read, judge, Limits()))
    typer.echo(f"report written to {out.resolve()}")
