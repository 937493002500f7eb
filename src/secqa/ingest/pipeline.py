"""Files and folders of filings -> a corpus: read in parallel, written in batches, summed up.

Every file comes out as ingested, already there, or refused with a reason; none stops the
others, and an interrupted ingest goes on where it was when the same command is given again.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa

from secqa.corpus.address import CorpusPath
from secqa.corpus.rows import Entry
from secqa.corpus.store import open_corpus, own_metrics
from secqa.corpus.writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import exhibit_files
from secqa.filings.read import SUFFIXES
from secqa.ingest.cluster import cluster, run_on_cluster
from secqa.ingest.engine import run_each
from secqa.ingest.worker import Outcome, Read, Refused, Terms, prepare, read_one
from secqa.metrics.catalogue import extended, own_text
from secqa.retrieval.index import update_index

_READY_BYTES = 200_000_000
"""Rows of the page index that are held until all documents are written: those of some 200."""
Engine = Literal["local", "ray"]
TIMEOUT = 120.0
"""Seconds a file may take; the largest annual reports take about two."""


@dataclass(slots=True)
class Summary:
    """What an ingest did."""

    corpus: CorpusPath
    ingested: list[Entry] = field(default_factory=list)
    already: list[Path] = field(default_factory=list)
    refused: list[tuple[Path, str]] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False


def ingest(
    paths: Sequence[Path],
    corpus: CorpusPath,
    *,
    workers: int | None = None,
    engine: Engine = "local",
    address: str | None = None,
    timeout: float = TIMEOUT,
    metrics: Path | None = None,
    originals: bool = True,
    on_file: Callable[[Path, str], None] = lambda path, outcome: None,
    on_start: Callable[[int], None] = lambda files: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Summary:
    """Read all filings under `paths` into the corpus, which is made when it is not there.

    `metrics` is a user's own file of metrics, which the corpus keeps: it goes with all its
    documents. With the engine "ray" the files are read by the cluster at `address`, whose machines
    must see them under the same paths. With `originals` the files are kept, too, so that pages
    can be shown as printed. `on_start` is told how many files there are, `on_file` each file with
    what became of it; `is_stopped` is asked after each whether to leave the rest.
    Raises SecqaError when a path does not exist or holds no filings, or the corpus cannot be
    written. An interrupt (KeyboardInterrupt) is caught, what is done is kept, and the summary
    says so.
    """
    started = time.monotonic()
    files = find_filings(paths)
    own = own_text(metrics) if metrics is not None else own_metrics(corpus)
    extended(own, str(metrics or corpus))  # a wrong one stops here, before any file
    summary = Summary(corpus)
    on_start(len(files))
    index = _Ready()
    with _runner(engine, address, workers) as run, CorpusWriter(corpus) as writer:
        writer.keep_metrics(own)
        outcomes = run(
            read_one,
            files,
            timeout=timeout,
            failed=lambda path, reason: (Refused(reason),),
            prepare=prepare,
            arguments=(Terms(writer.known, own, originals),),
        )
        try:
            for path, several in outcomes:
                became = [_take(path, outcome, writer, summary, index) for outcome in several]
                on_file(path, ", ".join(became))
                if is_stopped():
                    outcomes.close()
                    break
        except KeyboardInterrupt:
            outcomes.close()
            summary.interrupted = True
        if not summary.interrupted:
            writer.finish()
            update_index(open_corpus(corpus), lambda _done, _of: writer.check(), index.rows)
    summary.seconds = time.monotonic() - started
    return summary


@contextmanager
def _runner(
    engine: Engine, address: str | None, workers: int | None
) -> Iterator[Callable[..., Any]]:
    """What does the work on each file: processes of this machine, or a cluster."""
    if engine == "local":
        yield partial(run_each, workers=workers or os.cpu_count() or 1)
    else:
        with cluster(address) as cores:
            yield partial(run_on_cluster, cores=min(cores, workers or cores))


def find_filings(paths: Sequence[Path]) -> list[Path]:
    """All files that can be read among and below some paths, in order, without repeats.

    A file that is named itself is taken whatever its ending. Exhibits that a sidecar names are
    read with their main document and left out here.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise SecqaError(f"{path}: no such file or folder; give filings or folders of them")
        if path.is_file():
            found[path] = None
            continue
        below = [p for p in sorted(path.rglob("*")) if _is_filing(p)]
        if not below:
            raise SecqaError(f"{path}: no filings in this folder; they end in {_endings()}")
        exhibits = {file for folder in {p.parent for p in below} for file in exhibit_files(folder)}
        found |= dict.fromkeys(p for p in below if p not in exhibits)
    return list(found)


def _is_filing(path: Path) -> bool:
    name = path.name.lower().removesuffix(".gz")
    return name.endswith(SUFFIXES) and not name.startswith(".") and path.is_file()


def _endings() -> str:
    return ", ".join(SUFFIXES) + " (or these with .gz)"


@dataclass(slots=True)
class _Ready:
    """Rows of the page index by revision. Documents get theirs in the end, when all lines are
    written; those for which there is no room here are then read again."""

    rows: dict[str, pa.Table] = field(default_factory=dict)
    bytes: int = 0

    def add(self, revision: str, pages: pa.Table) -> None:
        if self.bytes < _READY_BYTES:
            self.rows[revision] = pages
            self.bytes += pages.nbytes


def _take(
    path: Path, outcome: Outcome, writer: CorpusWriter, summary: Summary, index: _Ready
) -> str:
    """Put a file's outcome where it belongs and say what it was."""
    match outcome:
        case Refused(reason):
            summary.refused.append((path, reason))
            return f"refused: {reason}"
        case Read(rows, pages) if not writer.holds(rows.entry.metadata.sha256):
            entry = writer.add(rows)
            index.add(entry.revision, pages)
            summary.ingested.append(entry)
            return entry.metadata.document_id
        case _:
            # Known before, or the same bytes came twice under two names.
            summary.already.append(path)
            return "already there"
