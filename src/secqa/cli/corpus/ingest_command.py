"""`secqa ingest`: filings into a corpus."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from secqa.cli.options import (
    AddressOption,
    CorpusOption,
    EngineOption,
    IdentityOption,
    engine_of,
)

if TYPE_CHECKING:
    from secqa.ingest.pipeline import Summary
    from secqa.ingest.sources import Place, Source


def _place(text: str) -> "Place":
    from secqa.ingest.sources import place_of

    return place_of(text)


def ingest(
    paths: Annotated[
        list[Any],
        typer.Argument(
            parser=_place,
            help="Filings, or folders of them; also s3://bucket/prefix, gs://; addresses of "
            "filings on EDGAR, or a file with one a line.",
            metavar="PATH|ADDRESS...",
        ),
    ],
    corpus: CorpusOption,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as there are cores if not given.")
    ] = None,
    engine: EngineOption = "local",
    address: AddressOption = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one file may take.")] = 120,
    metrics: Annotated[
        Path | None,
        typer.Option(help="A TOML file of your own metrics; the corpus keeps it."),
    ] = None,
    originals: Annotated[
        bool,
        typer.Option(
            "--originals/--no-originals",
            help="Keep the files, too: `secqa app` then shows pages as printed.",
        ),
    ] = True,
    identity: IdentityOption = "",
    audit: Annotated[
        bool, typer.Option("--audit", help="Say at the end how well the reader reads it.")
    ] = False,
) -> None:
    """Read filings into a corpus: pages, tables, facts.

    Files that are there already are left alone; an interrupted ingest goes on when it is
    started again. Filings on EDGAR are fetched by this command alone, for all engines, as far as
    the corpus lacks them; EDGAR_IDENTITY is used where it is set.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from secqa.ingest.pipeline import ingest as ingest_all

    run = partial(
        ingest_all,
        paths,
        corpus,
        workers=workers,
        engine=engine_of(engine, address),
        address=address,
        timeout=timeout,
        metrics=metrics,
        originals=originals,
        identity=identity,
    )
    console = Console(stderr=True)
    if not console.is_terminal:
        summary = run(on_file=_print_line)
    else:
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        ) as progress:
            bar = progress.add_task("reading")
            summary = run(
                on_start=lambda files: progress.update(bar, total=files),
                on_file=lambda source, outcome: progress.advance(bar),
            )
    _print_summary(summary)
    if summary.interrupted:
        typer.echo("interrupted; what is listed above is kept, run the same command to go on")
        raise typer.Exit(130)
    if not summary.ingested and not summary.already:
        raise typer.Exit(2)
    if audit:
        from secqa.evaluation.reading_audit import audit as read_again
        from secqa.evaluation.reading_audit import in_one_line

        typer.echo(f"  {in_one_line(read_again(corpus, workers=workers or os.cpu_count() or 1))}")


def _print_line(source: "Source", outcome: str) -> None:
    typer.echo(f"{source}: {outcome}", err=True)


def _print_summary(summary: "Summary") -> None:
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
