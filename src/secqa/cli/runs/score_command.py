"""`secqa score`: answers that somebody else wrote to a file, scored as runs are."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import JsonOption


def score(
    benchmark: Annotated[Path, typer.Argument(help="Folder made by `secqa generate`.")],
    predictions: Annotated[
        Path, typer.Argument(help='Lines of JSON with "id" and "answer" (docs/outside.md).')
    ],
    out: Annotated[
        Path | None, typer.Option(help="Keep it as a run there, for evaluate, judge and report.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Of the system; the file's if not given.")
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Score what can be, and tell what cannot.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Score a file of answers.

    Answers may be prose: "about $3.2 billion" is 3.2e9. Pages are optional; without them
    retrieval scores 0.
    """
    import json

    from secqa import __version__
    from secqa.benchmark.dataset import read_benchmark
    from secqa.cli.terminal import command_line, print_tables
    from secqa.evaluation.prediction_file import keep_run, read_predictions, run_of
    from secqa.evaluation.score_json import figures_of
    from secqa.evaluation.score_tables import all_tables
    from secqa.evaluation.scores import score_run

    asked = read_benchmark(benchmark)
    read = read_predictions(predictions, asked, partial)
    for problem in read.problems:
        typer.echo(problem, err=True)
    run = run_of(read, name or predictions.stem, asked, __version__, command_line())
    settings = score_run(keep_run(run, out) if out else run)
    if as_json:
        print(json.dumps(figures_of(settings), indent=1))
        return
    print_tables(all_tables(settings))
