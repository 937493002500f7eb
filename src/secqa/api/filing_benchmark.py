"""Benchmarks for Python, and filings from EDGAR."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from secqa import __version__
from secqa.api.filing_corpus import FilingCorpus
from secqa.api.measurement import Place
from secqa.arguments import checked_arguments
from secqa.benchmark.card import card_of
from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.dataset import Benchmark, read_benchmark, write_benchmark
from secqa.benchmark.formats.publication import PublishOptions, publish_benchmark
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.suite import checked, load_suite
from secqa.data_table import DataTable
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import plan
from secqa.ingest.edgar.filers import find_ciks
from secqa.ingest.edgar.filing_fetch import FetchResult, fetch_all
from secqa.ingest.edgar.filing_lists import FilingFilter


@dataclass(frozen=True, repr=False)
class FilingBenchmark(Benchmark):
    """Questions with verified answers; `generate` and `load` make one."""

    def _repr_html_(self) -> str:
        columns = ("question_id", "text", "answer", "unit")
        rows = (tuple(getattr(one, name) for name in columns) for one in self.questions)
        return DataTable.of(columns, rows)._repr_html_()

    @classmethod
    @checked_arguments
    def load(cls, folder: Place) -> "FilingBenchmark":
        """Read a benchmark from its folder."""
        return cls._of(read_benchmark(folder))

    @classmethod
    @checked_arguments
    def generate(
        cls,
        corpus: FilingCorpus,
        suite: str = "default",
        count: int | None = None,
        seed: int = 7,
        out: Place | None = None,
    ) -> "FilingBenchmark":
        """Questions about the filings of a corpus, kept in the folder `out` where one is given."""
        chosen = load_suite(suite)
        chosen = checked(replace(chosen, count=chosen.count if count is None else count), "count")
        command = f"generate({suite!r}, {count}, {seed})"
        made = generate(
            corpus_facts(corpus.path),
            corpus.pages.catalogue,
            chosen,
            Origin(seed, __version__, command),
        )
        if out is not None:
            write_benchmark(made, Path(out), card_of(made))
        return cls._of(made)

    @classmethod
    def _of(cls, read: Benchmark) -> "FilingBenchmark":
        return cls(*(getattr(read, field.name) for field in fields(Benchmark)))


def publish(benchmark: Place, out: Place, to: str = "huggingface") -> Path:
    """Write a benchmark for other tools: jsonl, parquet, huggingface, trec or inspect."""
    publish_benchmark(Path(benchmark), Path(out), PublishOptions(to))
    return Path(out)


def fetch(
    companies: Sequence[str],
    out: Place,
    forms: Sequence[str] = ("10-K",),
    years: Sequence[int] = (),
    identity: str = "",
) -> Path:
    """Fetch filings of companies, by ticker, CIK or name, from EDGAR into a folder.

    `years` are those in which the periods end. `identity`, your name and e-mail address, is by
    default EDGAR_IDENTITY. Files that are there are not fetched again.
    """
    client, folder = Edgar(identity), Path(out)
    chosen = FilingFilter(frozenset(forms), frozenset(years))
    items = plan(client, find_ciks(client, companies), chosen, folder)
    fetched = FetchResult()
    fetch_all(client, items, {}, fetched)
    for item, reason in fetched.failed:
        warnings.warn(f"{item.folder}: {reason}", stacklevel=2)
    return folder
