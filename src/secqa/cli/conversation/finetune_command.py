"""`secqa finetune`: files to fine-tune a model on, jobs on a server, adapters on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import JsonOption
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

finetune = typer.Typer(
    name="finetune",
    help="Fine-tune a model to write programs.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
OutOption = Annotated[Path, typer.Option("--out", help="Folder to write to.")]


@finetune.command()
def split(
    file: Annotated[Path, typer.Argument(help="Conversations with gold programs, as JSON.")],
    out: OutOption,
    test: Annotated[float, typer.Option(help="Share of conversations to test on.")] = 1 / 6,
    seed: Annotated[int, typer.Option(help="The same seed gives the same split.")] = 1,
) -> None:
    """Split conversations into two alike parts and write them as training files."""
    parts = stratified_split(read_records(file), test, seed)
    for path in write_split(parts, out):
        typer.echo(str(path))
    typer.echo(f"{len(parts.train)} conversations to train on, {len(parts.test)} to test on")


@finetune.command()
def start(
    folder: Annotated[Path, typer.Argument(help="Folder made by `secqa finetune split`.")],
    model: Annotated[str, typer.Option(help="Base model, such as gpt-4.1-mini-2025-04-14.")],
    as_json: JsonOption = False,
) -> None:
    """Upload the files and start a job; OPENAI_BASE_URL names another server."""
    train, test = folder / "train.chat.jsonl", folder / "test.chat.jsonl"
    _show(jobs.start(jobs.server(), train, model, test), as_json)


@finetune.command()
def status(
    job: Annotated[str, typer.Argument(help="The job's id, as `start` printed it.")],
    as_json: JsonOption = False,
) -> None:
    """Print the state of a job, and the name of its model once it is trained."""
    _show(jobs.status(jobs.server(), job), as_json)


@finetune.command()
def lora(
    folder: Annotated[Path, typer.Argument(help="Folder made by `secqa finetune split`.")],
    model: Annotated[str, typer.Option(help="A model's folder, or its name on Hugging Face.")],
    out: OutOption,
    epochs: Annotated[float, typer.Option(help="Times over the examples.")] = 3,
) -> None:
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


def fit(
    name: Annotated[str, typer.Argument(help="Weights to fit; all are listed without it.")] = "",
    arguments: Annotated[
        list[str] | None, typer.Argument(help="What to fit them to; options come after --.")
    ] = None,
) -> None:
    """Fit the package's weights anew, in a checkout of the repository."""
    if name:
        raise typer.Exit(run_fit(name, arguments or ()))
    for entry in load_manifest().values():
        typer.echo(f"secqa fit {entry.name:13} {entry.summary}\n    {entry.arguments or 'alone'}")
        typer.echo(f"    writes {', '.join(entry.writes)}")
