"""`secqa corpus`: the upkeep of a corpus: compact, check, repair, merge, copy."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from secqa.cli.options import FOLDER
from secqa.corpus.address import CorpusPath, corpus_path

if TYPE_CHECKING:
    from secqa.ingest.maintenance.damage import Finding

corpus = typer.Typer(
    help="Put a corpus together, check and repair it, merge several, copy one.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
_SHOWN = 5
"""Documents named where there are more."""


def _place(help_text: str) -> Any:
    return typer.Argument(parser=corpus_path, metavar=FOLDER, help=help_text)


CorpusArgument = Annotated[CorpusPath, _place("A corpus: a folder, or s3://bucket/prefix.")]


@corpus.command()
def compact(
    path: CorpusArgument,
    keep_hours: Annotated[
        float,
        typer.Option(min=0, help="Keep what readers opened in the last hours; 0: none may read."),
    ] = 1,
) -> None:
    """Join small pieces of tables and indexes into large ones, and drop old versions."""
    from datetime import timedelta

    from secqa.cli.terminal import print_rows
    from secqa.ingest.maintenance.compact import compact as compact_all

    tables = compact_all(path, timedelta(hours=keep_hours))
    print_rows(
        ("table", "fragments", "index segments", "versions", "MB saved"),
        [
            (
                one.name,
                *(f"{a} -> {b}" for a, b in (one.fragments, one.segments, one.versions)),
                f"{one.saved / 1e6:.1f}",
            )
            for one in tables
        ],
    )
    typer.echo(f"{path}: {sum(one.saved for one in tables) / 1e6:.1f} MB saved")
    if keep_hours:
        typer.echo(f"versions of the last {keep_hours:g} hours are kept; run it again to drop them")


@corpus.command()
def check(path: CorpusArgument) -> None:
    """Say what a crash, a full disk or a bad copy left; exit code 1 where there is any."""
    from secqa.ingest.maintenance.damage import findings
    from secqa.ingest.maintenance.survey import survey

    there = survey(path)
    found = findings(there)
    _print_findings(found)
    if found:
        typer.echo(f"{path}: damaged; `secqa corpus repair {path}` mends what can be")
        raise typer.Exit(1)
    typer.echo(f"{path}: sound, {len(there.entries):,} documents")


@corpus.command()
def repair(path: CorpusArgument) -> None:
    """Mend what is damaged; documents that cannot be mended are taken away and named."""
    from secqa.ingest.maintenance.repair import repair as repair_all

    done = repair_all(path)
    if not done.found:
        typer.echo(f"{path}: sound, nothing to mend")
        return
    _print_findings(done.found)
    for name in done.remade:
        typer.echo(f"{name}: its vectors are gone; `secqa index --embedder` makes them again")
    for entry in done.taken:
        typer.echo(f"taken away: {entry.metadata.document_id}; ingest {entry.metadata.source}")
    typer.echo(f"{path}: mended, {len(done.taken):,} documents to ingest again")


@corpus.command()
def merge(
    paths: Annotated[list[CorpusPath], _place("The corpora to take documents from.")],
    into: Annotated[
        CorpusPath,
        typer.Option(parser=corpus_path, metavar=FOLDER, help="The corpus to add them to."),
    ],
) -> None:
    """Add the documents of some corpora to one; interrupted, it goes on when started again."""
    from secqa.ingest.maintenance.merge import merge as merge_all

    done = merge_all(paths, into)
    typer.echo(f"{into}: {done.added:,} documents added, {done.already:,} already there")


@corpus.command()
def copy(
    source: CorpusArgument, target: Annotated[CorpusPath, _place("Where there is none yet.")]
) -> None:
    """Copy a corpus, also into and out of an object store; for readers it is there as a whole."""
    from secqa.ingest.maintenance.copying import copy as copy_all

    done = copy_all(source, target)
    typer.echo(f"{target}: {done.files:,} files copied, {done.already:,} already there")


def _print_findings(found: "tuple[Finding, ...]") -> None:
    for one in found:
        named = ", ".join(one.documents[:_SHOWN]) + (", …" if len(one.documents) > _SHOWN else "")
        typer.echo(f"{one.table}: {one.what}" + (f": {named}" if named else ""))
