"""`secqa demo`: from the bundled sample to a report, by the functions of the other commands."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import typer

from secqa import __version__
from secqa.benchmark.card import card_of
from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.dataset import write_benchmark
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.suite import load_suite
from secqa.cli.terminal import answer_progress, command_line, print_tables
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.evaluation.report.html_report import report_of, write_report
from secqa.evaluation.runner import Task, run_benchmark
from secqa.evaluation.runs import Run
from secqa.evaluation.score_tables import headline
from secqa.files import write_file
from secqa.ingest.ingest_pipeline import ingest
from secqa.sample import sample_filings

SYSTEMS = ("vanilla", "codegen-docs")
PAGES = (4, 8)
QUESTIONS = 60
_SEED = 7


def demo(out: Path = Path("demo")) -> None:
    """Go from the bundled sample to a report of two systems.

    It ingests, generates questions, runs both systems and reports. Needs no network, key or
    account. A second demo in the same folder uses what is there.
    """
    corpus, benchmark = out / "corpus", out / "benchmark"
    _ingest(corpus, out / "filings")
    _generate(corpus, benchmark)
    runs = _run(benchmark, corpus, out / "runs")
    report = out / "report.html"
    scored = report_of(runs)
    write_report(scored, report, open_corpus(corpus))
    print_tables([headline(scored.settings)])
    typer.echo(f"report: {report.resolve()}")


def _ingest(corpus: CorpusPath, filings: Path) -> None:
    sample = sample_filings()
    for path in sample.glob("*/*"):
        write_file(filings / path.relative_to(sample), path.read_bytes())
    summary = ingest([filings], corpus)
    made, there = len(summary.ingested), len(summary.already)
    typer.echo(f"sample: {made} filings read into {corpus}, {there} already there")


def _generate(corpus: CorpusPath, folder: Path) -> None:
    suite = replace(load_suite("default"), count=QUESTIONS)
    source, catalogue = corpus_facts(corpus), open_corpus(corpus).catalogue
    benchmark = generate(source, catalogue, suite, Origin(_SEED, __version__, command_line()))
    write_benchmark(benchmark, folder, card_of(benchmark))
    typer.echo(f"benchmark: {len(benchmark.questions)} questions in {folder}")


def _run(benchmark: Path, corpus: CorpusPath, folder: Path) -> Sequence[Run]:
    runs = []
    for system in SYSTEMS:
        with answer_progress(system) as on_progress:
            run = run_benchmark(
                Task(benchmark, corpus, system, PAGES),
                folder / system,
                version=__version__,
                command=command_line(),
                on_progress=on_progress,
            )
        runs.append(run)
    return runs
