"""`secqa ingest` and `secqa index`: filings into a corpus, and the indexes of a corpus."""

import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from secqa.cli.options import ClusterOptions
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.ingest.ingest_pipeline import IngestOptions, IngestProgress, IngestSummary
from secqa.ingest.ingest_pipeline import ingest as ingest_all
from secqa.ingest.sources import place_of
from secqa.progress import progress_bar
from secqa.retrieval.indexing.page_index import update_index
from secqa.retrieval.retriever import NO_EMBEDDER
from secqa.retrieval.vectors.dense import DenseSearch, update_vectors
from secqa.retrieval.vectors.embedder import open_embedder
from secqa.retrieval.vectors.store import open_store, opener_of


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How filings are read, and what the corpus keeps of them."""

    workers: int | None = None
    timeout: float = 120
    metrics: Path | None = None
    originals: bool = True
    identity: str = ""


def ingest(
    paths: Annotated[
        list[Any],
        typer.Argument(
            parser=place_of,
            help="Filings, or folders of them; also s3://bucket/prefix, gs://; addresses of "
            "filings on EDGAR, or a file with one a line.",
            metavar="PATH|ADDRESS...",
        ),
    ],
    corpus: CorpusPath,
    options: ReadOptions,
    cluster: ClusterOptions,
    audit: bool = False,
) -> None:
    """Read filings into a corpus: pages, tables, facts.

    Files that are already there are skipped; start an interrupted ingest again to go on. This
    command alone fetches filings from EDGAR, for all engines, and only those that the corpus
    lacks. It uses EDGAR_IDENTITY where that is set. Ends with exit code 1 when a file is refused.
    """
    settings = IngestOptions(engine=cluster.name, address=cluster.address, **asdict(options))
    with progress_bar("reading") as show:
        progress = IngestProgress.with_count(show)
        if not sys.stderr.isatty():
            progress = IngestProgress(
                lambda file, outcome: typer.echo(f"{file}: {outcome}", err=True)
            )
        summary = ingest_all(paths, corpus, settings, progress)
    _print_summary(summary)
    if summary.interrupted:
        typer.echo("interrupted; what is listed above is kept, run the same command to go on")
        raise typer.Exit(130)
    if not summary.ingested and not summary.already:
        raise typer.Exit(2)
    if audit:
        from secqa.evaluation.reading_audit import audit as read_again
        from secqa.evaluation.reading_audit import in_one_line

        workers = options.workers or os.cpu_count() or 1
        typer.echo(f"  {in_one_line(read_again(corpus, workers=workers))}")
    if summary.refused:
        raise typer.Exit(1)


def _print_summary(summary: IngestSummary) -> None:
    entries = summary.ingested
    counts = (
        ("documents", len(entries)),
        ("pages", sum(entry.pages for entry in entries)),
        ("tables", sum(entry.tables for entry in entries)),
        ("facts", sum(entry.facts for entry in entries)),
        ("metric values", sum(entry.metric_values for entry in entries)),
        ("already there", len(summary.already)),
        ("refused", len(summary.refused)),
    )
    typer.echo(f"{summary.corpus}: ingested in {summary.seconds:.1f} s")
    for name, count in counts:
        typer.echo(f"  {name:<14}{count:>10,}")
    for source, reason in summary.refused:
        typer.echo(f"  refused {source}: {reason}")
    for entry in entries:
        for warning in entry.warnings:
            typer.echo(f"  note {entry.metadata.document_id}: {warning}")


def index(corpus: CorpusPath, embedder: str = "none", store: str = "lancedb") -> None:
    """Bring the indexes of a corpus up to date.

    Only documents that an index lacks are added.
    """
    open_corpus(corpus)  # a folder that is no corpus is an error, and does not become one
    if opener_of(store) is not None and embedder == NO_EMBEDDER:
        raise SecqaError(f"--store {store}: needs --embedder, the model of its vectors")
    embeds = open_embedder(embedder)
    with CorpusWriter(corpus):  # holds the lock against other writers
        opened = open_corpus(corpus)
        # A server that is not there ends the command before any work.
        dense = DenseSearch(embeds, open_store(store, opened, embeds.name)) if embeds else None
        typer.echo(f"page index: {update_index(opened)} documents added")
        if dense is not None:
            update = update_vectors(
                opened, dense, lambda count, of: typer.echo(f"{count} of {of} embedded", err=True)
            )
            typer.echo(
                f"vectors of {dense.embedder.name}: {update.added} documents added, "
                f"{update.removed} removed"
            )
