"""`secqa evaluate`: the scores of runs, as tables or JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import BudgetOption, JsonOption, MaxCallsOption
from secqa.cli.runs.judge_option import JudgeOption

if TYPE_CHECKING:
    from secqa.evaluation.scores import RunScores


def evaluate(
    runs: Annotated[
        list[Path] | None, typer.Argument(help="Folders made by `secqa run`.", show_default=False)
    ] = None,
    judge: JudgeOption = "offline",
    case: Annotated[
        str | None,
        typer.Option(
            "--case", help="Id of the question whose pages are shown; else the most telling."
        ),
    ] = None,
    fail_under: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-under",
            metavar="MEASURE=NUMBER",
            help="End with exit code 1 where a score is lower: accuracy=0.8. Several may be given.",
        ),
    ] = None,
    budget: BudgetOption = None,
    max_calls: MaxCallsOption = None,
    as_json: JsonOption = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON schema of what --json prints.")
    ] = False,
) -> None:
    """Score runs: answers, documents and pages.

    Also by what questions ask and by cause of failure; what answers cost, what their confidence is
    worth, which part of a compound metric was lost, what accuracy goes with. Runs of the same
    questions are compared one by one: a sentence says whether a difference is real, and how many
    questions would settle it. Where they are of yearly versions, the standard deviation over these.

    Answers in words are judged by rule, or by a model, whose verdicts are kept beside the run;
    where several judged, by `secqa judge` too, it tells how far they agree.
    """
    from secqa.cli.runs.judge_option import judges_of
    from secqa.cli.terminal import print_json, print_tables
    from secqa.errors import SecqaError
    from secqa.evaluation.analysis.case_study import case_of, telling_case
    from secqa.evaluation.analysis.floor import check_floors, floor_of
    from secqa.evaluation.analysis.tables import analysis_tables
    from secqa.evaluation.judging.agreement import agreements_of
    from secqa.evaluation.score_json import figures_of, published_schema
    from secqa.evaluation.score_tables import all_tables
    from secqa.evaluation.scores import score_run
    from secqa.evaluation.versions import runs_in
    from secqa.models.open_model import ModelLimits

    if schema:
        typer.echo(published_schema(), nl=False)
        return
    if not runs:
        raise SecqaError("evaluate: give --schema, or the folders of runs, made by `secqa run`")
    floors = [floor_of(text) for text in fail_under or ()]
    read = [run for folder in runs for run in runs_in(folder)]
    judges = judges_of(read, judge, ModelLimits(budget, max_calls))
    settings = [s for run, own in zip(read, judges, strict=True) for s in score_run(run, own)]
    empty = [f"{run.folder}: no answers yet; go on with `secqa run`" for run in read
             if not run.predictions]  # fmt: skip
    if empty and (floors or not settings):
        raise SecqaError(empty[0])
    _warn(empty, settings)
    agreements = [agreement for run in read for agreement in agreements_of(run)]
    shown = telling_case(settings) if case is None else case_of(settings, case)
    if as_json:
        print_json(figures_of(settings, agreements, shown))
    else:
        print_tables(all_tables(settings, agreements))
        print_tables(analysis_tables(settings, shown))
        _print_differences(settings)
    check_floors(settings, floors)


def _print_differences(settings: "Sequence[RunScores]") -> None:
    """A sentence for each comparison with the best."""
    from secqa.evaluation.analysis.comparison import with_best

    if found := with_best(settings):
        typer.echo("Differences\n")
        for one in found:
            typer.echo(f" {one.sentence}")


def _warn(empty: "Sequence[str]", settings: "Sequence[RunScores]") -> None:
    """What keeps scores from being compared, a line each."""
    from secqa.evaluation.analysis.unfinished import unfinished

    for line in (*empty, *unfinished(settings).values()):
        typer.echo(f"secqa: {line}", err=True)
    benchmarks = {setting.benchmark for setting in settings if setting.version is None}
    if len(benchmarks) > 1:
        typer.echo(
            f"secqa: runs of {len(benchmarks)} benchmarks: scores of different questions stand "
            "side by side and are not compared",
            err=True,
        )
