"""`secqa demo`: from the bundled sample to a report, by the functions of `import secqa`."""

from pathlib import Path

import typer

from secqa.api.filing_benchmark import FilingBenchmark
from secqa.api.filing_corpus import open_corpus
from secqa.cli.terminal import print_tables
from secqa.corpus.corpus_address import CorpusPath
from secqa.evaluation.report.html_report import report_of, write_report
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
    folder, report = out / "benchmark", out / "report.html"
    _ingest(out / "corpus", out / "filings")
    corpus = open_corpus(out / "corpus")
    benchmark = FilingBenchmark.generate(corpus, count=QUESTIONS, seed=_SEED, out=folder)
    typer.echo(f"benchmark: {len(benchmark.questions)} questions in {folder}")
    runs = [corpus.run(folder, out / "runs" / system, system, PAGES) for system in SYSTEMS]
    scored = report_of(runs)
    write_report(scored, report, corpus.pages)
    print_tables([headline(scored.settings)])
    typer.echo(f"report: {report.resolve()}")


def _ingest(corpus: CorpusPath, filings: Path) -> None:
    sample = sample_filings()
    for path in sample.glob("*/*"):
        write_file(filings / path.relative_to(sample), path.read_bytes())
    summary = ingest([filings], corpus)
    made, there = len(summary.ingested), len(summary.already)
    typer.echo(f"sample: {made} filings read into {corpus}, {there} already there")
