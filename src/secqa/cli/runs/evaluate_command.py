"""`secqa evaluate`, `leaderboard`, `report` and `score`: the scores of runs in several forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import typer

from secqa import __version__
from secqa.benchmark.dataset import read_benchmark
from secqa.cli.options import SpendingOptions
from secqa.cli.runs.judge_command import judges_of
from secqa.cli.terminal import command_line, print_json, print_tables
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.analysis.paper_analyses import case_of
from secqa.evaluation.analysis.run_comparison import unfinished, with_best, without_answers
from secqa.evaluation.analysis.standings import (
    check_benchmarks,
    check_scores,
    minimum_score,
    runs_below,
    standing_of,
)
from secqa.evaluation.prediction_file import keep_run, read_predictions, run_of
from secqa.evaluation.report.html_report import (
    report_of,
    write_figures,
    write_markdown,
    write_report,
)
from secqa.evaluation.run_scores import RunScores, score_run
from secqa.evaluation.runs import runs_in
from secqa.evaluation.score_json import figures_of, leaderboard_json, published_schema
from secqa.evaluation.score_tables import all_tables, analysis_tables, leaderboard_table
from secqa.evaluation.user_scorers import user_score, user_scores_table
from secqa.files import check_parent
from secqa.models.open_model import ModelLimits


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """Which scores to show, and when the command fails."""

    case: str | None = None
    fail_under: list[str] | None = None
    scorer: list[str] | None = None
    schema: bool = False


@dataclass(frozen=True, slots=True)
class FileOptions:
    """How a file of answers is read."""

    name: str | None = None
    partial: bool = False
    corpus: CorpusPath | None = None


def evaluate(
    options: ScoreOptions,
    spending: SpendingOptions,
    runs: list[Path] | None = None,
    judge: str = "offline",
    as_json: bool = False,
) -> None:
    """Score runs: answers, documents and pages.

    Scores are also given by kind of question and by cause of failure, with cost, calibration of the
    confidence, the parts of compound metrics that were lost, and what accuracy goes with. Runs of
    the same questions are compared one by one: a sentence says whether a difference is real, and
    how many questions would settle it. Runs of yearly versions also get a standard deviation.

    Answers in words are judged by rule, or by a model, whose verdicts are kept beside the run;
    where several judged, by `secqa judge` too, their agreement is given.
    """
    if options.schema:
        print_json(published_schema())
        return
    if not runs:
        raise SecqaError("evaluate: give --schema, or the folders of runs, made by `secqa run`")
    floors = [minimum_score(text) for text in options.fail_under or ()]
    read = [run for folder in runs for run in runs_in(folder)]
    judges = judges_of(read, judge, ModelLimits(spending.budget, spending.max_calls))
    report, empty = report_of(read, judges), without_answers(read)
    if empty and floors:
        raise SecqaError(empty[0])
    settings, agreements = report.settings, report.agreements
    _warn(empty, settings)
    case = report.case if options.case is None else case_of(settings, options.case)
    if as_json:
        names = options.scorer or ()
        own = {"scorers": {name: [user_score(one, name) for one in settings] for name in names}}
        print_json(figures_of(settings, agreements, case) | (own if names else {}))
    else:
        print_tables(all_tables(settings, agreements))
        if options.scorer:
            print_tables([user_scores_table(settings, options.scorer)])
        print_tables(analysis_tables(settings, case))
        if comparisons := with_best(settings):
            lines = [f" {comparison.sentence}" for comparison in comparisons]
            typer.echo("\n".join(["Differences\n", *lines]))
    check_scores(settings, floors)


def _warn(empty: Sequence[str], settings: Sequence[RunScores]) -> None:
    """Print reasons why scores cannot be compared, one per line."""
    for line in (*empty, *unfinished(settings).values()):
        typer.echo(f"secqa: {line}", err=True)
    benchmarks = {setting.benchmark for setting in settings if setting.version is None}
    if len(benchmarks) > 1:
        typer.echo(
            f"secqa: runs of {len(benchmarks)} benchmarks: scores of different questions stand "
            "side by side and are not compared",
            err=True,
        )


def leaderboard(
    folder: Path, spending: SpendingOptions, judge: str = "offline", as_json: bool = False
) -> None:
    """Rank all runs in a folder, the best first.

    They must be of the same benchmark. "better than" lists the places below that a run beats beyond
    chance; from the others it cannot be told apart. Runs of --limit or --sample stand below those
    that answered all questions. Unfinished runs are skipped and named.
    """
    runs, unreadable = runs_below(folder)
    check_benchmarks(runs)  # before a model is asked
    limits = ModelLimits(spending.budget, spending.max_calls)
    board, unfinished = standing_of(runs, judges_of(runs, judge, limits))
    left_out = [*unreadable, *unfinished]
    for line in left_out:
        typer.echo(f"secqa: left out: {line}", err=True)
    if as_json:
        print_json(leaderboard_json(board, left_out))
        return
    print_tables([leaderboard_table(board)])
    neighbours = set(pairwise(map(id, board.runs)))
    for comparison in board.comparisons:
        if (id(comparison.first), id(comparison.second)) in neighbours:
            typer.echo(f" {comparison.sentence}")


def report(
    runs: list[Path],
    out: Path,
    corpus: CorpusPath | None = None,
    figures: Path | None = None,
    markdown: Path | None = None,
    judge: str = "offline",
) -> None:
    """Write a self-contained web page about runs.

    It has the scores, what they go with, how certain differences are, and every question in full,
    two runs side by side where they differ. `evaluate --json` has the same figures.
    """
    for path in filter(None, (out, figures, markdown)):
        check_parent(path)
    read = [run for folder in runs for run in runs_in(folder)]
    pages = open_corpus(corpus) if corpus else None
    scored = report_of(read, judges_of(read, judge, ModelLimits()))
    write_report(scored, out, pages)
    typer.echo(f"report written to {out.resolve()}")
    if figures:
        written = write_figures(scored, figures)
        typer.echo(f"{len(written)} figures written to {figures.resolve()}")
    if markdown:
        write_markdown(scored, markdown)
        typer.echo(f"tables written to {markdown.resolve()}")


def score(
    benchmark: Path,
    predictions: Path,
    options: FileOptions,
    out: Path | None = None,
    as_json: bool = False,
) -> None:
    """Score a file of answers.

    Answers may be prose: "about $3.2 billion" is 3.2e9. Pages are optional; without them
    retrieval scores 0. With --corpus, pages that do not exist are reported.
    """
    questions = read_benchmark(benchmark)
    corpus = open_corpus(options.corpus) if options.corpus else None
    read = read_predictions(predictions, questions, options.partial, corpus)
    for problem in read.problems:
        typer.echo(problem, err=True)
    run = run_of(read, options.name or predictions.stem, questions, __version__, command_line())
    settings = score_run(keep_run(run, out) if out else run)
    if as_json:
        print_json(figures_of(settings))
        return
    print_tables(all_tables(settings))
