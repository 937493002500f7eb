"""Runs and the name of a judge in, the judge of each run's answers in words out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from secqa.evaluation.judging.case import Judge
    from secqa.evaluation.runs import Run
    from secqa.models.open_model import ModelLimits, OpenModel

_OFFLINE = "offline"
JudgeOption = Annotated[
    str,
    typer.Option("--judge", help="Who judges answers in words: offline, or provider:model."),
]


def judges_of(runs: "Sequence[Run]", name: str, limits: "ModelLimits") -> "list[Judge]":
    """The judge of each run; a model is asked now for what it has not judged yet."""
    from secqa.cli.model_options import opened_within
    from secqa.evaluation.judging.model_verdicts import judge_as_kept
    from secqa.evaluation.judging.rule_judge import judge_offline
    from secqa.models.usage import model_usage

    if name == _OFFLINE:
        return [judge_offline for _ in runs]
    model = opened_within(name, limits)
    try:
        for run in runs:
            _ask(run, model, limits.concurrency)
    finally:
        typer.echo(model_usage(model), err=True)
    return [judge_as_kept(run, name) for run in runs]


def _ask(run: "Run", model: "OpenModel", concurrency: int) -> None:
    from secqa.cli.progress import answering
    from secqa.evaluation.judging.model_verdicts import ask_for_verdicts

    with answering(f"{model.name} judges") as on_progress:
        refusals = ask_for_verdicts(run, model.name, model.ask, concurrency, on_progress)
    if refusals:
        typer.echo(
            f"{run.folder}: no verdict on {len(refusals)} answers, which count as wrong "
            f"({refusals[0]})",
            err=True,
        )
