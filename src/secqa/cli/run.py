"""`secqa run`: a benchmark through a system."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import CorpusOption


def run(
    benchmark: Annotated[Path, typer.Argument(help="Folder made by `secqa generate`.")],
    corpus: CorpusOption,
    out: Annotated[Path, typer.Option(help="Folder for the run; an unfinished run goes on.")],
    system: Annotated[str, typer.Option(help="The system that answers.")] = "codegen-docs",
    model: Annotated[str, typer.Option(help="Language model, or offline.")] = "offline",
    pages: Annotated[str, typer.Option(help="Pages retrieved at a time, by comma.")] = "8",
    limit: Annotated[int | None, typer.Option(help="Only the first questions.", min=1)] = None,
) -> None:
    """Answer all questions of a benchmark; a killed run goes on where it stopped."""
    from rich.console import Console

    from secqa import __version__
    from secqa.cli.command import command_line
    from secqa.cli.progress import answering
    from secqa.evaluation.runner import page_counts, run_benchmark
    from secqa.evaluation.score import score_run
    from secqa.evaluation.tables import headline

    with answering(system) as on_progress:
        made = run_benchmark(
            benchmark,
            corpus,
            out,
            system=system,
            model=model,
            pages=page_counts(pages),
            limit=limit,
            version=__version__,
            command=command_line(),
            on_progress=on_progress,
        )
    Console().print(headline(score_run(made)))
