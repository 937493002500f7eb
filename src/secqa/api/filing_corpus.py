"""A corpus for Python: what its filings say, as tables, and answers to questions about it.

Ground truth (`facts`, `compare`, `sql`) and answers (`ask`) meet only here: the systems behind
`ask` get pages and nothing else.
"""

import os
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from secqa import __version__
from secqa.arguments import checked_methods
from secqa.benchmark.card import card_of
from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.dataset import Benchmark, write_benchmark
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.suite import checked, load_suite
from secqa.corpus.corpus_address import CorpusPath, corpus_path
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import Corpus
from secqa.corpus.corpus_store import open_corpus as open_store
from secqa.data_table import DataTable
from secqa.errors import SecqaError
from secqa.evaluation.runner import Task, run_benchmark
from secqa.evaluation.runs import Run
from secqa.export.comparison import values_sheet
from secqa.export.document_formats import PageView
from secqa.facts.comparison.compare import compare
from secqa.facts.comparison.table import ComparisonOptions
from secqa.facts.table.lookup import query, table_of
from secqa.facts.table.sql import run_sql
from secqa.filings.document import Document
from secqa.ingest.ingest_pipeline import IngestOptions, IngestProgress, ingest
from secqa.ingest.sources import place_of
from secqa.parsing.ground import find_company
from secqa.progress import progress_bar
from secqa.retrieval.indexing.chunking import element_chunks
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.rank import RankedPage
from secqa.retrieval.retriever import ChosenRetriever, open_retriever
from secqa.systems.answer import Answer
from secqa.systems.make import make_system
from secqa.systems.thinking import thinking_with

Place = str | os.PathLike[str]
"""A path, or an address of an object store."""


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

    def generate(
        self,
        suite: str = "default",
        count: int | None = None,
        seed: int = 7,
        out: Place | None = None,
    ) -> Benchmark:
        """Questions with verified answers, kept in the folder `out` where one is given."""
        chosen = load_suite(suite)
        chosen = checked(replace(chosen, count=chosen.count if count is None else count), "count")
        command = f"generate({suite!r}, {count}, {seed})"
        made = generate(
            corpus_facts(self.path),
            self.pages.catalogue,
            chosen,
            Origin(seed, __version__, command),
        )
        if out is not None:
            write_benchmark(made, Path(out), card_of(made))
        return made

    def run(
        self,
        benchmark: Place,
        out: Place,
        system: str = "codegen-docs",
        pages: Sequence[int] = (8,),
        model: str = "offline",
    ) -> Run:
        """The answers of a system to a benchmark, kept in `out`; goes on where a run stopped."""
        task = Task(Path(benchmark), self.path, system, pages, thinking_with(model))
        with progress_bar(system) as show:
            return run_benchmark(
                task,
                Path(out),
                version=__version__,
                command=f"run({system!r})",
                on_progress=show,
            )


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

    `metrics` is a TOML file of your own metrics, which a new corpus keeps. Filings that the corpus
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


def name_in_filings(name: str, corpus: Corpus) -> str:
    """A company as filings name it, from a symbol or a name as people say it."""
    company = find_company(name, corpus_companies(corpus))
    return company.cik or company.ticker or company.name


def document_table(entries: Iterable[Entry]) -> DataTable:
    """A row for each document."""
    return DataTable.of(
        ("document", "company", "form", "year", "period", "ends", "pages", "tables", "facts"),
        (
            (
                entry.metadata.document_id,
                entry.metadata.company,
                entry.metadata.form,
                entry.metadata.fiscal_year or "",
                entry.metadata.fiscal_period,
                entry.metadata.period_end or "",
                entry.pages,
                entry.tables,
                entry.facts,
            )
            for entry in entries
        ),
    )


def page_table(corpus: Corpus, ranked: Iterable[RankedPage]) -> DataTable:
    """A row for each page that a search found, with its best part."""

    def row(found: RankedPage) -> tuple[object, ...]:
        page = corpus.page(found.document_id, found.page)
        chunks = element_chunks(page)
        best = (chunks[found.chunk].headings, chunks[found.chunk].text) if chunks else ((), "")
        return (found.document_id, found.page, page.label, found.score, found.signals, *best)

    columns = ("document_id", "page", "label", "score", "signals", "headings", "passage")
    return DataTable.of(columns, map(row, ranked))
