"""`secqa finetune`: files to fine-tune a model on, jobs on a server, adapters on this machine."""

from pathlib import Path

import typer

from secqa.cli.options import command_group
from secqa.cli.terminal import print_json
from secqa.conversation.convfinqa import finetuning as jobs
from secqa.conversation.convfinqa.finetuning import (
    TrainingJob,
    stratified_split,
    train_lora,
    write_split,
)
from secqa.conversation.records.record_store import read_records
from secqa.fitting.manifest import load_manifest, run_fit


def split(file: Path, out: Path, test: float = 1 / 6, seed: int = 1) -> None:
    """Split conversations into two alike parts and write them as training files."""
    parts = stratified_split(read_records(file), test, seed)
    for path in write_split(parts, out):
        typer.echo(str(path))
    typer.echo(f"{len(parts.train)} conversations to train on, {len(parts.test)} to test on")


def start(folder: Path, model: str, as_json: bool = False) -> None:
    """Upload the files and start a job; OPENAI_BASE_URL names another server."""
    train, test = folder / "train.chat.jsonl", folder / "test.chat.jsonl"
    _show(jobs.start(jobs.server(), train, model, test), as_json)


def status(job: str, as_json: bool = False) -> None:
    """Print the state of a job, and the name of its model once it is trained."""
    _show(jobs.status(jobs.server(), job), as_json)


def lora(folder: Path, model: str, out: Path, epochs: float = 3) -> None:
    """Train LoRA adapters on this machine (extra `lora`)."""
    train_lora(folder / "train.completion.jsonl", model, out, epochs=epochs)
    typer.echo(f"adapters in {out}")


def _show(job: TrainingJob, as_json: bool) -> None:
    if as_json:
        print_json(job)
        return
    typer.echo(f"{job.id}  {job.status}")
    if job.model:
        typer.echo(f"use it: secqa chat --generator fine-tuned:openai:{job.model}")
    if job.error:
        typer.echo(job.error)


finetune = command_group(
    "finetune", "Fine-tune a model to write programs.", split, start, status, lora
)


def fit(name: str = "", arguments: list[str] | None = None) -> None:
    """Fit the package's weights anew, in a checkout of the repository."""
    if name:
        raise typer.Exit(run_fit(name, arguments or ()))
    for entry in load_manifest().values():
        typer.echo(f"secqa fit {entry.name:13} {entry.summary}\n    {entry.arguments or 'alone'}")
        typer.echo(f"    writes {', '.join(entry.writes)}")
