"""Ingest filings: read files in parallel, write them to a corpus in batches, and sum up.

Each file ends as ingested, already there, or refused with a reason, and no file stops the others.
An interrupted ingest goes on when it is started again.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count as counter
from pathlib import Path
from typing import Any, Literal

from secqa.cluster.cluster_tasks import AHEAD, cluster, run_on_cluster
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import DocumentRows, Entry
from secqa.corpus.corpus_store import open_corpus, user_metrics
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.ingest.edgar_tasks import tasks_for
from secqa.ingest.ingest_worker import IngestTerms, Outcome, Refusal, ingest_file, prepare
from secqa.ingest.sources import Place, Source, Task, find_filings, source_of
from secqa.ingest.worker_processes import run_each
from secqa.metrics.catalogue import extended, metrics_text
from secqa.progress import OnProgress
from secqa.retrieval.indexing.page_index import make_index, update_index

Engine = Literal["local", "ray"]
TIMEOUT = 120.0
"""Seconds allowed for a file; the largest annual reports take about two."""


@dataclass(slots=True)
class IngestSummary:
    """The outcomes of an ingest."""

    corpus: CorpusPath
    ingested: list[Entry] = field(default_factory=list)
    already: list[Source] = field(default_factory=list)
    refused: list[tuple[Source, str]] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How filings are read, and what the corpus keeps of them."""

    workers: int | None = None
    """Number of processes; None for one per core."""
    engine: Engine = "local"
    address: str | None = None
    """Address of the Ray cluster, whose machines must see the files under the same paths."""
    timeout: float = TIMEOUT
    metrics: Path | None = None
    """A user's file of metrics, which the corpus keeps for all its documents."""
    originals: bool = True
    """Keep the files, to show pages as printed."""
    identity: str = ""
    """Identity for `Edgar`, to fetch the filings that the corpus lacks."""


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """Callbacks of an ingest."""

    on_file: Callable[[Source, str], None] = lambda source, outcome: None
    on_start: Callable[[int], None] = lambda files: None
    """Takes the number of files."""
    is_stopped: Callable[[], bool] = lambda: False
    """Called after each file; True skips the rest."""

    @classmethod
    def with_count(cls, show: OnProgress) -> "IngestProgress":
        """Shows how many files are read, and of how many."""
        files, done = 0, counter(1)

        def start(found: int) -> None:
            nonlocal files
            files = found
            show(0, files)

        return cls(lambda source, outcome: show(next(done), files), start)


_DEFAULTS, _SILENT = IngestOptions(), IngestProgress()


def ingest(
    places: Sequence[Place],
    corpus: CorpusPath,
    options: IngestOptions = _DEFAULTS,
    progress: IngestProgress = _SILENT,
) -> IngestSummary:
    """Read all filings under some places into a corpus, which is created if it is missing.

    Raises SecqaError when a place does not exist or holds no filings, or the corpus cannot be
    written. An interrupt (KeyboardInterrupt) ends the ingest early: finished files are kept, and
    `interrupted` is set.
    """
    files = find_filings(places)
    tasks = tasks_for(files, corpus, options.identity)
    progress.on_start(len(files))
    return ingest_tasks(tasks, len(files), corpus, options, progress)


def ingest_tasks(
    tasks: Iterable[Task],
    count: int,
    corpus: CorpusPath,
    options: IngestOptions = _DEFAULTS,
    progress: IngestProgress = _SILENT,
) -> IngestSummary:
    """Ingest at most `count` filings as `ingest` does, each as soon as `tasks` yields it."""
    started = time.monotonic()
    metrics = options.metrics
    own = metrics_text(metrics) if metrics is not None else user_metrics(corpus)
    extended(own, str(metrics or corpus))  # an invalid file raises here, before any filing
    summary = IngestSummary(corpus)
    with _runner(options, count) as run, CorpusWriter(corpus) as writer:
        writer.keep_metrics(own)
        make_index(corpus)
        outcomes = run(
            ingest_file,
            tasks,
            timeout=options.timeout,
            failed=lambda task, reason: (Refusal(reason),),
            prepare=partial(prepare, IngestTerms(writer.stored_contents, own, options.originals)),
        )
        try:
            for task, results in outcomes:
                source = source_of(task)
                lines = [_store(source, outcome, writer, summary) for outcome in results]
                progress.on_file(source, ", ".join(lines))
                if progress.is_stopped():
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
def _runner(options: IngestOptions, files: int) -> Iterator[Callable[..., Any]]:
    """The processes of this machine, at most one a file, or the cluster."""
    workers = options.workers
    if options.engine == "local":
        yield partial(run_each, workers=min(workers or os.cpu_count() or 1, files))
    else:
        with cluster(options.address) as cores:
            yield partial(run_on_cluster, scheduled=workers or cores * AHEAD)


def _store(source: Source, outcome: Outcome, writer: CorpusWriter, summary: IngestSummary) -> str:
    """Store a file's outcome; returns a line that describes it."""
    match outcome:
        case Refusal(reason):
            summary.refused.append((source, reason))
            return f"refused: {reason}"
        case DocumentRows() if not writer.holds(outcome.entry.metadata.sha256):
            entry = writer.add(outcome)
            summary.ingested.append(entry)
            return entry.metadata.document_id
        case _:
            # The corpus has these bytes, perhaps under another name.
            summary.already.append(source)
            return "already there"
