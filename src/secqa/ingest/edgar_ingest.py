"""Fetch filings from EDGAR into a corpus, a hundred at a time.

An accession number tells whether the corpus has a filing, so an interrupted run goes on when it is
started again.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import Entry
from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import sidecar_in
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import Item
from secqa.ingest.edgar.filing_fetch import FetchResult, company_fact_files, fetch_all
from secqa.ingest.edgar_tasks import CorpusFilings
from secqa.ingest.ingest_pipeline import IngestProgress, ingest

_BATCH = 100
"""Filings between two ingests: an interrupt loses at most a minute of fetching, and starting an
ingest costs a tenth of that."""


@dataclass(slots=True)
class EdgarIngestResult:
    """The outcomes of an ingest from EDGAR."""

    fetched: FetchResult = field(default_factory=FetchResult)
    ingested: list[Entry] = field(default_factory=list)
    already: int = 0
    refused: list[tuple[Path, str]] = field(default_factory=list)
    interrupted: bool = False


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
) -> EdgarIngestResult:
    """Fetch the filings that a corpus lacks, and ingest them.

    Raises `SecqaError` if EDGAR refuses or the corpus cannot be written; the corpus keeps what was
    fetched before. An interrupt while reading sets `interrupted`.
    """
    result = EdgarIngestResult()
    for start in range(0, len(items), _BATCH):
        batch = items[start : start + _BATCH]
        complete = [item.folder for item in batch if item.there]
        count = len(result.fetched.whole)
        failure: SecqaError | None = None
        try:
            fetch_all(
                edgar,
                batch,
                company_fact_files(batch) if options.facts else {},
                result.fetched,
                on_step=lambda number, _, path, done=start: options.on_step(  # type: ignore[misc]
                    min(done + number, len(items)), len(items), path
                ),
                is_held=lambda item: stored.has(item.company, item.submission),
            )
        except SecqaError as error:
            failure = error
        fetched = [item.folder for item in result.fetched.whole[count:]]
        _ingest(complete + fetched, corpus, result, options.on_file)
        if not options.keep:
            for folder in fetched:
                shutil.rmtree(folder)
        if failure is not None:
            raise failure
        if result.interrupted:
            break
    return result


def _ingest(
    folders: Sequence[Path],
    corpus: CorpusPath,
    result: EdgarIngestResult,
    on_file: Callable[[Path, str], None],
) -> None:
    if not folders:
        return
    # Given by name, an unreadable file is refused alone; in a folder it would stop the others.
    sidecars = ((folder, sidecar_in(folder)) for folder in folders)
    mains = [folder / sidecar.primary_document for folder, sidecar in sidecars if sidecar]
    summary = ingest(
        mains,
        corpus,
        progress=IngestProgress(on_file=lambda path, outcome: on_file(Path(str(path)), outcome)),
    )
    result.ingested += summary.ingested
    result.already += len(summary.already)
    result.refused += [(Path(str(path)), reason) for path, reason in summary.refused]
    result.interrupted = summary.interrupted
