"""Filings of EDGAR -> a corpus, some at a time: fetched, read, and fetched no more.

What the corpus has is told by accession number, so whatever ends it, the same command goes on.
"""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import Entry
from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import sidecar_in
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import Item
from secqa.ingest.edgar.filing_fetch import FetchResult, company_fact_files, fetch_all
from secqa.ingest.edgar_tasks import CorpusFilings
from secqa.ingest.ingest_pipeline import IngestProgress, ingest

_AT_ONCE = 100
"""Filings between two ingests: an interruption loses a minute of fetching, and what an ingest
costs besides its filings is a tenth of it."""


@dataclass(slots=True)
class EdgarIngestResult:
    """What came into a corpus."""

    fetched: FetchResult = field(default_factory=FetchResult)
    ingested: list[Entry] = field(default_factory=list)
    already: int = 0
    refused: list[tuple[Path, str]] = field(default_factory=list)
    interrupted: bool = False


@contextmanager
def folder_for(out: Path | None) -> Iterator[Path]:
    """The folder to fetch to: the one that is to be kept, or one that is gone in the end."""
    if out is not None:
        yield out
    else:
        with TemporaryDirectory(prefix="secqa-") as folder:
            yield Path(folder)


def bring(
    edgar: Edgar,
    items: Sequence[Item],
    corpus: CorpusPath,
    held: CorpusFilings,
    *,
    keep: bool,
    facts: bool = False,
    on_step: Callable[[int, int, Path], None] = lambda number, of, path: None,
    on_file: Callable[[Path, str], None] = lambda path, outcome: None,
) -> EdgarIngestResult:
    """Fetch filings that a corpus lacks, and read them into it.

    With `keep` the files stay; `facts` brings companies' facts, too. `on_step` is told of each
    filing its number, of how many, and its folder; `on_file` what became of each file.
    Raises `SecqaError` where EDGAR refuses or the corpus cannot be written; what was fetched
    before is in the corpus then. An interrupt while reading is told; the same call goes on.
    """
    brought = EdgarIngestResult()
    for start in range(0, len(items), _AT_ONCE):
        some = items[start : start + _AT_ONCE]
        there = [item.folder for item in some if item.there]
        before = len(brought.fetched.whole)
        stopped: SecqaError | None = None
        try:
            fetch_all(
                edgar,
                some,
                company_fact_files(some) if facts else {},
                brought.fetched,
                on_step=lambda number, _, path, done=start: on_step(  # type: ignore[misc]
                    min(done + number, len(items)), len(items), path
                ),
                is_held=lambda item: held.has(item.company, item.submission),
            )
        except SecqaError as error:
            stopped = error
        whole = [item.folder for item in brought.fetched.whole[before:]]
        _read(there + whole, corpus, brought, on_file)
        if not keep:
            for folder in whole:
                shutil.rmtree(folder)
        if stopped is not None:
            raise stopped
        if brought.interrupted:
            break
    return brought


def _read(
    folders: Sequence[Path],
    corpus: CorpusPath,
    brought: EdgarIngestResult,
    on_file: Callable[[Path, str], None],
) -> None:
    if not folders:
        return
    # Named themselves, what cannot be read is refused, and the others are read.
    mains = [folder / one.primary_document for folder in folders if (one := sidecar_in(folder))]
    summary = ingest(
        mains,
        corpus,
        progress=IngestProgress(on_file=lambda path, became: on_file(Path(str(path)), became)),
    )
    brought.ingested += summary.ingested
    brought.already += len(summary.already)
    brought.refused += [(Path(str(path)), reason) for path, reason in summary.refused]
    brought.interrupted = summary.interrupted
