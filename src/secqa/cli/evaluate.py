"""`secqa evaluate`: the scores of runs, as tables or JSON."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import JsonOption


def evaluate(
    runs: Annotated[list[Path], typer.Argument(help="Folders made by `secqa run`.")],
    as_json: JsonOption = False,
) -> None:
    """Score runs: answers, documents and pages.

    Also by type of question, by metric and by cause of failure.
    """
    import json

    from secqa.cli.output import print_tables
    from secqa.evaluation.figures import figures_of
    from secqa.evaluation.runs import read_run
    from secqa.evaluation.score import score_run
    from secqa.evaluation.tables import all_tables

    settings = [setting for folder in runs for setting in score_run(read_run(folder))]
    if as_json:
        print(json.dumps(figures_of(settings), indent=1))
        return
    print_tables(all_tables(settings))
