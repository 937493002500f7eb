"""`secqa run`: a benchmark through a system."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from secqa import __version__
from secqa.cli.model_options import estimate_line, open_round, open_thinking
from secqa.cli.options import ClusterOptions, SpendingOptions
from secqa.cli.runs.ask_command import AnsweringOptions
from secqa.cli.terminal import answer_progress, command_line, print_tables
from secqa.corpus.corpus_address import CorpusPath
from secqa.errors import SecqaError
from secqa.evaluation.rehearsal import rehearse
from secqa.evaluation.run_scores import RunScores, score_run
from secqa.evaluation.runner import (
    Engine,
    QuestionSample,
    Task,
    page_counts,
    run_benchmark,
    threads,
)
from secqa.evaluation.runs import benchmarks_in, read_run
from secqa.evaluation.score_tables import score_tables
from secqa.models.model import Stopped, Unanswered
from secqa.systems.outside.system import OutsideLimits


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Which system answers which questions, by which machines, and in which batches."""

    subset: QuestionSample
    cluster: ClusterOptions
    system: str = "codegen-docs"
    pages: str = "8"
    concurrency: int = 4
    timeout: float = 120.0
    send_pages: bool = False
    dry_run: bool = False
    requests_out: Path | None = None
    replies_in: list[Path] | None = None


def run(
    benchmark: Path,
    corpus: CorpusPath,
    out: Path,
    options: RunOptions,
    answering: AnsweringOptions,
) -> None:
    """Answer all questions of a benchmark.

    Yearly versions are each answered from the corpus as it stood then, into OUT/2022, OUT/2023.

    A killed run goes on where it stopped. Replies of models are cached, so that nothing is asked
    twice. A run that reaches --budget or --max-calls stops with exit code 1; run it again to go on.
    A question whose reply failed, or is unusable, gets no answer until then.

    With --engine ray the questions are answered over a cluster whose machines see the corpus under
    the same path or address; the model is asked from here, so that cache and budget are one.

    With batches, a run goes in rounds: --requests-out writes the requests that are known to be
    missing, --replies-in takes the results, until all replies are there.
    """
    model, spending, batch_round = answering.model, answering.spending, None
    if options.requests_out or options.replies_in:
        if spending != SpendingOptions():
            raise SecqaError("run: batches send no requests; leave out --budget and --max-calls")
        batch_round = open_round(model, options.requests_out, options.replies_in or ())
        thinking = batch_round.thinking
    else:
        thinking = open_thinking(model, spending.of(options.dry_run), options.concurrency)
    terms = OutsideLimits(options.timeout, spending.max_calls, spending.budget, options.send_pages)
    whole = Task(
        benchmark,
        corpus,
        options.system,
        page_counts(options.pages),
        thinking,
        options.subset,
        answering.retrieval,
        terms,
    )
    tasks = [
        (replace(whole, benchmark=version), place)
        for version, place in benchmarks_in(benchmark, out)
    ]
    if options.dry_run:
        for task, place in tasks:
            with answer_progress(task.system) as on_progress:
                expected = rehearse(task, place, on_progress)
            typer.echo(estimate_line(task.thinking.label, expected))
    else:
        with _engine(options.cluster, whole, options.concurrency) as engine:
            unanswered = _run(tasks, engine)
        if batch_round is not None:
            batch_round.end(unanswered)
        elif unanswered:
            raise unanswered[0]


@contextmanager
def _engine(cluster: ClusterOptions, task: Task, concurrency: int) -> Iterator[Engine]:
    """The threads or machines that answer the questions."""
    if cluster.name == "ray":
        from secqa.evaluation.on_cluster import workers

        with workers(task, cluster.address, concurrency) as engine:
            yield engine
    else:
        # The offline engine is bound by the processor, and gains nothing from threads.
        yield threads(concurrency if task.thinking.model or task.is_outside else 1)


def _run(tasks: Sequence[tuple[Task, Path]], engine: Engine) -> list[Unanswered]:
    """Run all tasks; returns the requests that got no usable reply."""
    stopped: Stopped | None = None
    unanswered: list[Unanswered] = []
    settings: list[RunScores] = []
    for task, out in tasks:
        try:
            with answer_progress(task.system) as on_progress:
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
        print_tables(score_tables(settings))
    if model := tasks[0][0].thinking.model:
        typer.echo(model.usage_line)
    if stopped is not None:
        raise stopped
    return unanswered
