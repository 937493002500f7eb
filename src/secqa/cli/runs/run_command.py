"""`secqa run`: a benchmark through a system."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.batches import RepliesInOption, RequestsOutOption
from secqa.cli.options import (
    AddressOption,
    BudgetOption,
    ConcurrencyOption,
    CorpusOption,
    DryRunOption,
    EmbedderOption,
    EngineOption,
    MaxCallsOption,
    ModelOption,
    PlannerOption,
    ReaderOption,
    RetrieverOption,
    SampleOption,
    SeedOption,
    StoreOption,
    engine_of,
)

if TYPE_CHECKING:
    from secqa.evaluation.runner import Engine, Task
    from secqa.models.model import Unanswered


def run(
    benchmark: Annotated[
        Path, typer.Argument(help="Folder made by `secqa generate`, also with --versions.")
    ],
    corpus: CorpusOption,
    out: Annotated[Path, typer.Option(help="Folder for the run; an unfinished run goes on.")],
    system: Annotated[
        str,
        typer.Option(
            help="The system that answers: one of this package, or one of yours as module:name "
            "or http://… (docs/outside.md)."
        ),
    ] = "codegen-docs",
    model: ModelOption = "offline",
    planner: PlannerOption = "model",
    reader: ReaderOption = "model",
    retriever: RetrieverOption = "ranked",
    embedder: EmbedderOption = "none",
    store: StoreOption = "lancedb",
    pages: Annotated[str, typer.Option(help="Pages retrieved at a time, by comma.")] = "8",
    limit: Annotated[int | None, typer.Option(help="Only the first questions.", min=1)] = None,
    sample: SampleOption = None,
    seed: SeedOption = 0,
    budget: BudgetOption = None,
    max_calls: MaxCallsOption = None,
    concurrency: ConcurrencyOption = 4,
    engine: EngineOption = "local",
    address: AddressOption = None,
    timeout: Annotated[
        float, typer.Option(help="Seconds that a system of yours may take for an answer.")
    ] = 120.0,
    send_pages: Annotated[
        bool, typer.Option("--send-pages", help="Send an address the pages retrieved, as texts.")
    ] = False,
    requests_out: RequestsOutOption = None,
    replies_in: RepliesInOption = None,
    dry_run: DryRunOption = False,
) -> None:
    """Answer all questions of a benchmark.

    Yearly versions are each answered from the corpus as it stood then, into OUT/2022, OUT/2023.

    A killed run goes on where it stopped. What a model said is kept, so that nothing is asked
    twice. A run that reaches --budget or --max-calls stops there, with exit code 1; run it
    again to go on. A question whose reply failed, or cannot be used, gets no answer until then.

    With --engine ray the questions are answered over a cluster whose machines see the corpus under
    the same path or address; the model is asked from here, so that cache and budget are one.

    By batches, a run goes in rounds: --requests-out writes what is missing as far as that is known,
    --replies-in takes the results, until all replies are there.
    """
    from secqa.cli.batches import round_of
    from secqa.cli.model_options import mode_of, thinking_from
    from secqa.errors import SecqaError
    from secqa.evaluation.choice import QuestionSample
    from secqa.evaluation.runner import Task, page_counts
    from secqa.evaluation.versions import benchmarks_in
    from secqa.retrieval.retriever import ChosenRetriever
    from secqa.systems.outside.limits import OutsideLimits

    batch = None
    if requests_out or replies_in:
        if budget is not None or max_calls is not None:
            raise SecqaError("run: a batch asks nothing; leave out --budget and --max-calls")
        modes = mode_of("planner", planner), mode_of("reader", reader)
        batch = round_of(model, *modes, requests_out, replies_in or ())
        thinking = batch.thinking
    else:
        thinking = thinking_from(model, planner, reader, budget, max_calls, concurrency)
    choice = QuestionSample(limit, sample, seed)
    found_by = ChosenRetriever(retriever, embedder, store)
    terms = OutsideLimits(timeout, max_calls, budget, send_pages)
    whole = Task(benchmark, corpus, system, page_counts(pages), thinking, choice, found_by, terms)
    tasks = [(replace(whole, benchmark=one), place) for one, place in benchmarks_in(benchmark, out)]
    if dry_run:
        for task, place in tasks:
            _rehearse(task, place)
    else:
        with _engine(engine_of(engine, address), address, whole, concurrency) as answering:
            unanswered = _run(tasks, answering)
        if batch is not None:
            batch.end(unanswered)
        elif unanswered:
            raise unanswered[0]


@contextmanager
def _engine(name: str, address: str | None, task: "Task", concurrency: int) -> "Iterator[Engine]":
    """Who answers the questions."""
    from secqa.evaluation.runner import threads

    if name == "ray":
        from secqa.evaluation.on_cluster import workers

        with workers(task, address, concurrency) as engine:
            yield engine
    else:
        # Rules only calculate, and gain nothing from threads.
        yield threads(concurrency if task.thinking.model or task.is_outside else 1)


def _run(tasks: "Sequence[tuple[Task, Path]]", engine: "Engine") -> "list[Unanswered]":
    """Run them all; what got no reply of the model."""
    from secqa import __version__
    from secqa.cli.model_options import usage_line
    from secqa.cli.progress import answering
    from secqa.cli.terminal import command_line, print_tables
    from secqa.evaluation.runner import run_benchmark
    from secqa.evaluation.runs import read_run
    from secqa.evaluation.score_tables import scores
    from secqa.evaluation.scores import RunScores, score_run
    from secqa.models.model import Stopped, Unanswered

    stopped: Stopped | None = None
    unanswered: list[Unanswered] = []
    settings: list[RunScores] = []
    for task, out in tasks:
        try:
            with answering(task.system) as on_progress:
                run_benchmark(
                    task,
                    out,
                    version=__version__,
                    command=command_line(),
                    on_progress=on_progress,
                    engine=engine,
                )
        except Stopped as reason:
            stopped = reason
        except Unanswered as reason:
            unanswered.append(reason)
        settings += score_run(read_run(out))
        if stopped is not None:
            break
    if settings:
        print_tables(scores(settings))
    if line := usage_line(tasks[0][0].thinking):
        typer.echo(line)
    if stopped is not None:
        raise stopped
    return unanswered


def _rehearse(task: "Task", out: Path) -> None:
    from secqa.cli.model_options import expected_line
    from secqa.cli.progress import answering
    from secqa.evaluation.rehearsal import rehearse

    with answering(task.system) as on_progress:
        expected = rehearse(task, out, on_progress)
    typer.echo(expected_line(task.thinking.label, expected))
