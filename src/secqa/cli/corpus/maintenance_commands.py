"""`secqa corpus`: maintain a corpus: compact, check, repair, merge, copy."""

from datetime import timedelta

import typer

from secqa.cli.options import command_group
from secqa.cli.terminal import print_rows
from secqa.corpus.corpus_address import CorpusPath
from secqa.ingest.maintenance.compaction import compact as compact_all
from secqa.ingest.maintenance.corpus_copy import copy as copy_all
from secqa.ingest.maintenance.corpus_copy import merge as merge_all
from secqa.ingest.maintenance.corpus_repair import repair as repair_all
from secqa.ingest.maintenance.corpus_survey import Damage, findings, survey

_MEGABYTE = 1e6
_LISTED = 5
"""Documents named where there may be many."""


def compact(path: CorpusPath, keep_hours: float = 1) -> None:
    """Join small pieces of tables and indexes into large ones, and drop old versions."""
    tables = compact_all(path, timedelta(hours=keep_hours))
    print_rows(
        ("table", "fragments", "index segments", "versions", "MB saved"),
        [
            (
                table.name,
                *(f"{a} -> {b}" for a, b in (table.fragments, table.segments, table.versions)),
                f"{table.saved / _MEGABYTE:.1f}",
            )
            for table in tables
        ],
    )
    typer.echo(f"{path}: {sum(table.saved for table in tables) / _MEGABYTE:.1f} MB saved")
    if keep_hours:
        typer.echo(f"versions of the last {keep_hours:g} hours are kept; run it again to drop them")


def check(path: CorpusPath) -> None:
    """List damage from a crash, a full disk or a bad copy; exit code 1 where there is any."""
    state = survey(path)
    damage = findings(state)
    _print_findings(damage)
    if damage:
        typer.echo(f"{path}: damaged; `secqa corpus repair {path}` mends what can be")
        raise typer.Exit(1)
    typer.echo(f"{path}: sound, {len(state.entries):,} documents")


def repair(path: CorpusPath) -> None:
    """Repair damage; documents beyond repair are removed and named."""
    result = repair_all(path)
    if not result.damage:
        typer.echo(f"{path}: sound, nothing to mend")
        return
    _print_findings(result.damage)
    for name in result.emptied:
        typer.echo(f"{name}: its vectors are gone; `secqa index --embedder` makes them again")
    for entry in result.removed:
        typer.echo(f"taken away: {entry.metadata.document_id}; ingest {entry.metadata.source}")
    typer.echo(f"{path}: mended, {len(result.removed):,} documents to ingest again")


def merge(paths: list[CorpusPath], into: CorpusPath) -> None:
    """Add the documents of some corpora to one; interrupted, it goes on when started again."""
    added, already = merge_all(paths, into)
    typer.echo(f"{into}: {added:,} documents added, {already:,} already there")


def copy(source: CorpusPath, target: CorpusPath) -> None:
    """Copy a corpus, also into and out of an object store; readers see it only when it is whole."""
    new, already = copy_all(source, target)
    typer.echo(f"{target}: {new:,} tables copied, {already:,} already there")


def _print_findings(damage: tuple[Damage, ...]) -> None:
    for finding in damage:
        more = ", …" if len(finding.documents) > _LISTED else ""
        names = ", ".join(finding.documents[:_LISTED]) + more
        typer.echo(f"{finding.table}: {finding.what}" + (f": {names}" if names else ""))


corpus = command_group(
    "corpus", "Compact, check, repair, merge or copy corpora.", compact, check, repair, merge, copy
)
