"""A corpus for Python: what its filings say, answers to questions about it, and its runs.

Ground truth (`facts`, `compare`, `sql`) and answers (`ask`) meet only here: the systems behind
`ask` get pages and nothing else.
"""

import os
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from secqa import __version__
from secqa.api.corpus_tables import document_table, name_in_filings, page_table
from secqa.api.measurement import Place, as_runs, evaluate
from secqa.arguments import checked_arguments, checked_methods
from secqa.corpus.corpus_address import CorpusPath, corpus_path
from secqa.corpus.corpus_store import Corpus
from secqa.corpus.corpus_store import open_corpus as open_store
from secqa.data_table import DataTable
from secqa.errors import SecqaError
from secqa.evaluation.judging.case import Judge
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.report.html_report import report_of, write_report
from secqa.evaluation.runner import Task, run_benchmark
from secqa.evaluation.runs import Run, read_run
from secqa.export.comparison import values_sheet
from secqa.export.document_formats import PageView
from secqa.facts.comparison.compare import compare
from secqa.facts.comparison.table import ComparisonOptions
from secqa.facts.table.lookup import query, table_of
from secqa.facts.table.sql import run_sql
from secqa.filings.document import Document
from secqa.ingest.ingest_pipeline import IngestOptions, IngestProgress, ingest
from secqa.ingest.sources import place_of
from secqa.progress import progress_bar
from secqa.retrieval.retriever import ChosenRetriever, open_retriever
from secqa.systems.answer import Answer
from secqa.systems.make import make_system
from secqa.systems.thinking import thinking_with


@checked_methods
@dataclass(frozen=True)
class FilingCorpus:
    """The filings of a corpus; `open_corpus` and `ingest` make one."""

    path: CorpusPath
    pages: Corpus = field(repr=False)
    """What systems see: documents without tags."""

    def __repr__(self) -> str:
        documents = self.pages.documents
        companies = len({document.cik or document.company for document in documents})
        return f"<Corpus {self.path}: {len(documents):,} documents of {companies:,} companies>"

    def _repr_html_(self) -> str:
        return self.documents._repr_html_()

    @property
    def documents(self) -> DataTable:
        """A row for each document: company, form, fiscal period, counts."""
        return document_table(self.pages.entries)

    def document(self, document_id: str) -> Document:
        """A document as printed, page by page."""
        return self.pages.document(document_id)

    def page(self, document_id: str, number: int) -> PageView:
        """A page of a document, by its place in the file from 1; notebooks show it."""
        return PageView(document_id, self.pages.page(document_id, number))

    def evidence(self, answer: Answer) -> tuple[PageView, ...]:
        """The page of each value that an answer rests on, with its cell marked."""
        return tuple(
            PageView(
                r.document_id, self.pages.page(r.document_id, r.page), r.element, (r.row, r.column)
            )
            for r in dict.fromkeys(answer.readings)
            if r.value is not None
        )

    def facts(
        self, ticker: str = "", metric: str = "", year: int | None = None, period: str = ""
    ) -> DataTable:
        """Values as the filers tagged them, each with the page that prints it.

        Money in dollars, percentages as fractions. SecqaError, naming what there is, where no
        value fits.
        """
        return table_of(query(self.path, ticker=ticker, metric=metric, year=year, period=period))

    def compare(
        self,
        companies: Sequence[str],
        metrics: Sequence[str],
        years: tuple[int, int] = (0, 0),
        quarters: bool = False,
    ) -> DataTable:
        """Values of companies side by side, by symbol or name, from the first to the last year."""
        names = [name_in_filings(name, self.pages) for name in companies]
        options = ComparisonOptions(*years, "quarter" if quarters else "year")
        sheet = values_sheet(compare(self.pages, names, metrics, options))
        return DataTable.of(sheet.header, iter(sheet.rows))

    def sql(self, statement: str) -> DataTable:
        """The rows of a query in SQL; `show tables` lists the tables."""
        return run_sql(statement, self.path)

    def search(self, question: str, count: int = 8, retriever: str = "ranked") -> DataTable:
        """The pages that fit a question, best first."""
        ranked = open_retriever(ChosenRetriever(retriever), self.pages)(question, count)
        return page_table(self.pages, ranked)

    def ask(
        self,
        question: str,
        system: str = "codegen-docs",
        pages: int = 8,
        model: str = "offline",
    ) -> Answer:
        """The answer to a question, with the page of each value; `value` is None for a refusal."""
        return make_system(system, self.pages, pages, model).answer(question)

    def run(
        self,
        benchmark: Place,
        out: Place,
        system: str = "codegen-docs",
        pages: Sequence[int] = (8,),
        model: str = "offline",
    ) -> "FilingRun":
        """The answers of a system to a benchmark, kept in `out`; goes on where a run stopped."""
        task = Task(Path(benchmark), self.path, system, pages, thinking_with(model))
        with progress_bar(system) as show:
            run_benchmark(
                task,
                Path(out),
                version=__version__,
                command=f"run({system!r})",
                on_progress=show,
            )
        return FilingRun.load(out)


@checked_methods
@dataclass(frozen=True, repr=False)
class FilingRun(Run):
    """The answers of a system to a benchmark; `Corpus.run` and `load` make one."""

    def _repr_html_(self) -> str:
        return self.evaluate()._repr_html_()

    @classmethod
    @checked_arguments
    def load(cls, folder: Place) -> "FilingRun":
        """Read the folder of a run."""
        run = read_run(Path(folder))
        return cls(run.folder, run.settings, run.benchmark, run.predictions)

    def evaluate(self, judge: Judge = judge_offline, scorers: Sequence[str] = ()) -> DataTable:
        """A row for each number of pages; `secqa.evaluate` compares several runs."""
        return evaluate(self, judge=judge, scorers=scorers)

    def report(
        self, out: Place, others: Sequence[Run | Place] = (), corpus: FilingCorpus | None = None
    ) -> Path:
        """Write one HTML file about this run, and others beside it.

        It shows the pages of the evidence where a corpus is given.
        """
        runs = [one for other in (self, *others) for one in as_runs(other)]
        write_report(report_of(runs), Path(out), corpus.pages if corpus is not None else None)
        return Path(out)


def open_corpus(path: Place) -> FilingCorpus:
    """Open a corpus; SecqaError for a folder or an address without one."""
    address = corpus_path(os.fspath(path))
    return FilingCorpus(address, open_store(address))


def ingest_filings(
    places: Place | Iterable[Place],
    corpus: Place,
    workers: int | None = None,
    metrics: Place | None = None,
) -> FilingCorpus:
    """Read filings, and folders of them, into a corpus, which is created if it is missing.

    `metrics` is a TOML file of your own metrics, or the name of one that you registered; a new
    corpus keeps them. Filings that the corpus
    has are skipped. Warns of each file that is no filing; SecqaError where none is one.
    """
    named = [places] if isinstance(places, str | os.PathLike) else list(places)
    if workers is not None and workers < 1:
        raise SecqaError(f"ingest_filings: workers must be at least 1, not {workers}")
    address = corpus_path(os.fspath(corpus))
    options = IngestOptions(workers, metrics=None if metrics is None else Path(metrics))
    sources = [place_of(os.fspath(one)) for one in named]
    with progress_bar("reading") as show:
        summary = ingest(sources, address, options, IngestProgress.with_count(show))
    for source, reason in summary.refused:
        warnings.warn(f"{source}: {reason}", stacklevel=2)
    if not summary.ingested and not summary.already:
        raise SecqaError(f"{named[0]}: no filing in it could be read ({summary.refused[0][1]})")
    return open_corpus(corpus)
