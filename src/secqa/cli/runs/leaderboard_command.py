"""`secqa leaderboard`: all runs in a folder, in order, and which differences are real."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import BudgetOption, JsonOption, MaxCallsOption
from secqa.cli.runs.judge_option import JudgeOption


def leaderboard(
    folder: Annotated[Path, typer.Argument(help="A folder with runs in it, at any depth.")],
    judge: JudgeOption = "offline",
    budget: BudgetOption = None,
    max_calls: MaxCallsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put all runs in a folder in an order, the best first.

    They must be of the same benchmark. "better than" lists the places below that a run is really
    better than, beyond chance; those it does not list cannot be told apart from it. Runs that
    stopped half way are left out and said to be.
    """
    from secqa.cli.runs.judge_option import judges_of
    from secqa.cli.terminal import print_json, print_tables
    from secqa.evaluation.analysis.data import leaderboard_data
    from secqa.evaluation.analysis.standings import check_benchmarks, runs_below, standing_of
    from secqa.evaluation.analysis.tables import standing
    from secqa.models.open_model import ModelLimits

    runs, unreadable = runs_below(folder)
    check_benchmarks(runs)  # before a model is asked
    board, half = standing_of(runs, judges_of(runs, judge, ModelLimits(budget, max_calls)))
    left_out = [*unreadable, *half]
    for line in left_out:
        typer.echo(f"secqa: left out: {line}", err=True)
    if as_json:
        print_json(leaderboard_data(board, left_out))
        return
    print_tables([standing(board)])
    neighbours = set(pairwise(map(id, board.settings)))
    for one in board.comparisons:
        if (id(one.first), id(one.second)) in neighbours:
            typer.echo(f" {one.sentence}")
