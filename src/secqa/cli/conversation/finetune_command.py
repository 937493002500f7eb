"""`secqa finetune` writes training files for models; `secqa fit` fits the package's own weights."""

from pathlib import Path

import typer

from secqa.cli.options import command_group
from secqa.conversation.convfinqa.finetuning import stratified_split, write_split
from secqa.conversation.records.record_store import read_records
from secqa.fitting.manifest import load_manifest, run_fit


def split(file: Path, out: Path, test: float = 1 / 6, seed: int = 1) -> None:
    """Split conversations into two alike parts and write them as training files."""
    parts = stratified_split(read_records(file), test, seed)
    for path in write_split(parts, out):
        typer.echo(str(path))
    typer.echo(f"{len(parts.train)} conversations to train on, {len(parts.test)} to test on")


finetune = command_group("finetune", "Write files to fine-tune a model on.", split)


def fit(name: str = "", arguments: list[str] | None = None) -> None:
    """Fit the package's weights anew, in a checkout of the repository."""
    if name:
        raise typer.Exit(run_fit(name, arguments or ()))
    for entry in load_manifest().values():
        typer.echo(f"secqa fit {entry.name:13} {entry.summary}\n    {entry.arguments or 'alone'}")
        typer.echo(f"    writes {', '.join(entry.writes)}")
