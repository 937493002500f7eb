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

from secqa.cluster.connection import cluster
from secqa.cluster.tasks import AHEAD, run_on_cluster
from secqa.corpus.address import CorpusPath
from secqa.corpus.rows import Entry
from secqa.corpus.store import open_corpus, own_metrics
from secqa.corpus.writer import CorpusWriter
from secqa.ingest.addressed import tasks_for
from secqa.ingest.engine import run_each
from secqa.ingest.sources import Place, Source, find_filings, source_of
from secqa.ingest.worker import Outcome, Read, Refused, Terms, prepare, read_one
from secqa.metrics.catalogue import extended, own_text
from secqa.retrieval.indexing.page_index import make_index, update_index

Engine = Literal["local", "ray"]
TIMEOUT = 120.0
"""Seconds a file may take; the largest annual reports take about two."""


@dataclass(slots=True)
class Summary:
    """What an ingest did."""

    corpus: CorpusPath
    ingested: list[Entry] = field(default_factory=list)
    already: list[Source] = field(default_factory=list)
    refused: list[tuple[Source, str]] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False


def ingest(
    places: Sequence[Place],
    corpus: CorpusPath,
    *,
    workers: int | None = None,
    engine: Engine = "local",
    address: str | None = None,
    timeout: float = TIMEOUT,
    metrics: Path | None = None,
    originals: bool = True,
    identity: str = "",
    on_file: Callable[[Source, str], None] = lambda source, outcome: None,
    on_start: Callable[[int], None] = lambda files: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Summary:
    """Read all filings under some places into the corpus, which is made when it is not there.

    `metrics` is a user's own file of metrics, which the corpus keeps: it goes with all its
    documents. With the engine "ray" the files are read by the cluster at `address`, whose machines
    must see them under the same paths. Filings of EDGAR are fetched from here by `identity` (as
    `Edgar` takes it), as far as the corpus lacks them. With `originals` the files are kept, too,
    so that pages can be shown as printed. `on_start` is told how many files there are, `on_file`
    each file with what became of it; `is_stopped` is asked after each whether to leave the rest.
    Raises SecqaError when a place does not exist or holds no filings, or the corpus cannot be
    written. An interrupt (KeyboardInterrupt) is caught, what is done is kept, and the summary
    says so.
    """
    started = time.monotonic()
    files = find_filings(places)
    own = own_text(metrics) if metrics is not None else own_metrics(corpus)
    extended(own, str(metrics or corpus))  # a wrong one stops here, before any file
    summary = Summary(corpus)
    tasks = tasks_for(files, corpus, identity)
    on_start(len(files))
    with _runner(engine, address, workers, len(files)) as run, CorpusWriter(corpus) as writer:
        writer.keep_metrics(own)
        make_index(corpus)
        outcomes = run(
            read_one,
            tasks,
            timeout=timeout,
            failed=lambda task, reason: (Refused(reason),),
            prepare=prepare,
            arguments=(Terms(writer.known, own, originals),),
        )
        try:
            for task, several in outcomes:
                source = source_of(task)
                became = [_take(source, outcome, writer, summary) for outcome in several]
                on_file(source, ", ".join(became))
                if is_stopped():
                    outcomes.close()
                    break
        except KeyboardInterrupt:
            outcomes.close()
            summary.interrupted = True
        if not summary.interrupted:
            writer.finish()
            update_index(open_corpus(corpus), lambda _done, _of: writer.check())
    summary.seconds = time.monotonic() - started
    return summary


@contextmanager
def _runner(
    engine: Engine, address: str | None, workers: int | None, files: int
) -> Iterator[Callable[..., Any]]:
    """What does the work on each file: processes of this machine, no more than files; a cluster."""
    if engine == "local":
        yield partial(run_each, workers=min(workers or os.cpu_count() or 1, files))
    else:
        with cluster(address) as cores:
            yield partial(run_on_cluster, given_out=workers or cores * AHEAD)


def _take(source: Source, outcome: Outcome, writer: CorpusWriter, summary: Summary) -> str:
    """Put a file's outcome where it belongs and say what it was."""
    match outcome:
        case Refused(reason):
            summary.refused.append((source, reason))
            return f"refused: {reason}"
        case Read(rows) if not writer.holds(rows.entry.metadata.sha256):
            entry = writer.add(rows)
            summary.ingested.append(entry)
            return entry.metadata.document_id
        case _:
            # Known before, or the same bytes came twice under two names.
            summary.already.append(source)
            return "already there"
