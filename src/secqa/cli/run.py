"""`secqa run`: a benchmark through a system."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import (
    BudgetOption,
    CorpusOption,
    MaxCallsOption,
    ModelOption,
    PlannerOption,
    ReaderOption,
)

if TYPE_CHECKING:
    from secqa.evaluation.runner import Task


def run(
    benchmark: Annotated[Path, typer.Argument(help="Folder made by `secqa generate`.")],
    corpus: CorpusOption,
    out: Annotated[Path, typer.Option(help="Folder for the run; an unfinished run goes on.")],
    system: Annotated[str, typer.Option(help="The system that answers.")] = "codegen-docs",
    model: ModelOption = "offline",
    planner: PlannerOption = "model",
    reader: ReaderOption = "model",
    pages: Annotated[str, typer.Option(help="Pages retrieved at a time, by comma.")] = "8",
    limit: Annotated[int | None, typer.Option(help="Only the first questions.", min=1)] = None,
    sample: Annotated[int | None, typer.Option(help="So many, drawn at random.", min=1)] = None,
    seed: Annotated[int, typer.Option(help="Draws the same sample again.")] = 0,
    budget: BudgetOption = None,
    max_calls: MaxCallsOption = None,
    concurrency: Annotated[
        int, typer.Option(help="Questions, and requests to a model, at once.", min=1)
    ] = 4,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what the run will take of the model.")
    ] = False,
) -> None:
    """Answer all questions of a benchmark.

    A killed run goes on where it stopped. What a model said is kept, so that nothing is asked
    twice. A run that reaches --budget or --max-calls stops there, with exit code 1; run it
    again to go on.
    """
    from secqa.cli.thinking import thinking_from
    from secqa.evaluation.choice import Choice
    from secqa.evaluation.runner import Task, page_counts

    thinking = thinking_from(model, planner, reader, budget, max_calls, concurrency)
    choice = Choice(limit, sample, seed)
    task = Task(benchmark, corpus, system, page_counts(pages), thinking, choice)
    if dry_run:
        _rehearse(task, out)
    else:
        # Rules only calculate, and gain nothing from threads.
        _run(task, out, concurrency if thinking.model else 1)


def _run(task: "Task", out: Path, concurrency: int) -> None:
    from secqa import __version__
    from secqa.cli.output import command_line, print_tables
    from secqa.cli.progress import answering
    from secqa.cli.thinking import usage_line
    from secqa.evaluation.runner import run_benchmark
    from secqa.evaluation.runs import read_run
    from secqa.evaluation.score import score_run
    from secqa.evaluation.tables import headline
    from secqa.models.model import Stopped

    stopped: Stopped | None = None
    try:
        with answering(task.system) as on_progress:
            run_benchmark(
                task,
                out,
                version=__version__,
                command=command_line(),
                on_progress=on_progress,
                concurrency=concurrency,
            )
    except Stopped as reason:
        stopped = reason
    made = read_run(out)
    if made.predictions:
        print_tables([headline(score_run(made))])
    if line := usage_line(task.thinking):
        typer.echo(line)
    if stopped is not None:
        raise stopped


def _rehearse(task: "Task", out: Path) -> None:
    from secqa.cli.progress import answering
    from secqa.cli.thinking import dollars
    from secqa.evaluation.rehearsal import rehearse

    with answering(task.system) as on_progress:
        expected = rehearse(task, out, on_progress)
    typer.echo(
        f"{task.thinking.label}: about {expected.calls:,} calls for {expected.questions:,} answers "
        f"({expected.cached:,} more from the cache); {expected.input_tokens:,} tokens in, "
        f"{expected.output_tokens:,} out; {dollars(expected.cost)}"
    )
