"""`secqa report`: runs into one HTML page."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders made by `secqa run`.")],
    out: Annotated[Path, typer.Option(help="The HTML file to write.")],
) -> None:
    """Write a web page about runs, self-contained.

    It has the scores and every question in full.
    """
    from secqa.evaluation.report.write import write_report
    from secqa.evaluation.runs import read_run

    write_report([read_run(folder) for folder in runs], out)
    typer.echo(f"report written to {out.resolve()}")
