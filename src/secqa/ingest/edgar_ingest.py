"""Fetch filings from EDGAR into a corpus, a hundred at a time.

Accession numbers identify the filings that the corpus has, so an interrupted run continues if it
is started again.
"""

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from secqa.corpus.corpus_address import CorpusPath
from secqa.errors import SecqaError
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import Item
from secqa.ingest.edgar.filing_fetch import FetchResult, company_fact_files, fetch_all
from secqa.ingest.edgar_tasks import CorpusFilings
from secqa.ingest.ingest_pipeline import IngestProgress, IngestSummary, ingest_tasks
from secqa.ingest.sources import Source

_BATCH = 100
"""Filings between two ingests: an interrupt loses at most a minute of fetching, and starting an
ingest costs a tenth of that."""


@dataclass(frozen=True, slots=True)
class EdgarIngestOptions:
    """Options of an ingest from EDGAR, and its callback."""

    keep: bool
    """Keep the files after they are read."""
    facts: bool = False
    """Fetch companies' facts, too."""
    on_step: Callable[[int, int, Path], None] = lambda number, count, path: None
    """Takes the number of a filing, the count of filings, and the filing's folder."""
    on_file: Callable[[Path, str], None] = lambda path, outcome: None


def ingest_from_edgar(
    edgar: Edgar,
    items: Sequence[Item],
    corpus: CorpusPath,
    stored: CorpusFilings,
    options: EdgarIngestOptions,
) -> tuple[FetchResult, IngestSummary]:
    """Fetch the filings that a corpus lacks, and ingest them.

    Raises `SecqaError` if EDGAR refuses or the corpus cannot be written; the corpus keeps what was
    fetched before.
    """
    fetched = FetchResult()
    failures: list[SecqaError] = []

    def main_documents() -> Iterator[Path]:
        for start in range(0, len(items), _BATCH):
            batch = items[start : start + _BATCH]
            complete = [item for item in batch if item.there]
            before = len(fetched.whole)

            def on_step(number: int, _count: int, path: Path, start: int = start) -> None:
                options.on_step(min(start + number, len(items)), len(items), path)

            fact_files = company_fact_files(batch) if options.facts else {}
            try:
                fetch_all(edgar, batch, fact_files, fetched, on_step=on_step, is_held=stored.has)
            except SecqaError as error:
                failures.append(error)
            yield from (item.main for item in (*complete, *fetched.whole[before:]))
            if failures:
                return

    def settle(source: Source, outcome: str) -> None:
        path = Path(str(source))
        options.on_file(path, outcome)
        if not options.keep:
            shutil.rmtree(path.parent)

    documents = main_documents()
    summary = IngestSummary(corpus)
    for first in documents:  # without any, the corpus is not touched
        summary = ingest_tasks(
            chain([first], documents), len(items), corpus, progress=IngestProgress(settle)
        )
    if failures:
        raise failures[0]
    return fetched, summary
