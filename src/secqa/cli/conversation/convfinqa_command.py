"""`secqa convfinqa`, `records`, `finetune` and `fit`: conversations, and fitted weights."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import typer

from secqa.cli.model_options import estimate_line, opened_within
from secqa.cli.options import SpendingOptions, command_group
from secqa.cli.terminal import print_json, print_rows
from secqa.conversation.convfinqa.conversation_scores import (
    History,
    ScoredTurn,
    measures,
    score_at_once,
)
from secqa.conversation.convfinqa.conversation_scores import as_json as figures
from secqa.conversation.convfinqa.finetuning import split_records, write_chats
from secqa.conversation.generators.model_generators import USUAL_REPLY, make_generator
from secqa.conversation.generators.prompts import LANGUAGE
from secqa.conversation.records.conversation_record import Record, half_of
from secqa.conversation.records.record_layouts import items_from
from secqa.conversation.records.record_store import (
    MongoRecords,
    is_mongodb,
    read_json,
    read_records,
)
from secqa.errors import SecqaError
from secqa.evaluation.rehearsal import rehearse_with
from secqa.evaluation.runner import QuestionSample
from secqa.fitting.manifest import load_manifest, run_fit
from secqa.models.model import Unanswered
from secqa.models.open_model import ModelLimits, OpenModel

Half = Literal["all", "design", "check"]


@dataclass(frozen=True, slots=True)
class ConversationOptions:
    """Which generator answers which conversations, and the form of the result."""

    generator: str = "offline"
    history: History = "own"
    half: Half = "all"
    concurrency: int = 4
    dry_run: bool = False
    as_json: bool = False


def convfinqa(
    file: Path,
    options: ConversationOptions,
    subset: QuestionSample,
    spending: SpendingOptions,
) -> None:
    """Score a generator of programs on conversations.

    By turn and by conversation. Replies of models are cached: a run that --budget or --max-calls
    ended goes on when started again.
    """
    records = subset.of(_records(file, options.half))
    models: list[OpenModel] = []

    def opened(name: str) -> OpenModel:
        calls = spending.of(options.dry_run).max_calls
        limits = ModelLimits(spending.budget, calls, options.concurrency)
        models.append(opened_within(name, limits))
        return models[0]

    generator = make_generator(options.generator, opened)
    model = models[0] if models else None
    if options.dry_run:

        def answers(rehearsal: OpenModel) -> int:
            stand_in = make_generator(options.generator, lambda _name: rehearsal)
            return len(score_at_once(records, stand_in, options.history, 1)[0])

        if model is None:
            raise SecqaError("--dry-run: nothing is asked of a model; name one with --generator")
        expected = rehearse_with(model, {LANGUAGE: lambda _prompt: USUAL_REPLY}, answers)
        typer.echo(estimate_line(options.generator, expected))
        return
    # The offline engine is bound by the processor, and gains nothing from threads.
    workers = options.concurrency if model else 1
    scored, left_out = score_at_once(records, generator, options.history, workers)
    count = len(records) - len(left_out)
    if options.as_json:
        about = {
            "generator": generator.name,
            "history": options.history,
            "half": options.half,
            "conversations": count,
        }
        spent = {"calls": model.spent.calls, "tokens": model.spent.tokens} if model else {}
        print_json({**about, **figures(scored), **spent})
    else:
        _print(scored, f"{generator.name}, {options.history} history, {count} conversations")
        if model:
            typer.echo(model.usage_line)
    if left_out:
        raise Unanswered(f"{len(left_out):,} of {len(records):,} conversations: {left_out[0]}")


def _records(file: Path, half: Half) -> list[Record]:
    records = [
        record
        for record in read_records(file)
        if any(turn.program for turn in record.turns) and half in ("all", half_of(record.id))
    ]
    if not records:
        raise SecqaError(f"{file}: no conversations with gold programs; give the dev split")
    return records


def _print(scored: list[ScoredTurn], title: str) -> None:
    typer.echo(f"{title}\n")
    rows = [
        (
            name,
            f"{100 * share.value:.1f}",
            f"{100 * share.interval[0]:.1f} to {100 * share.interval[1]:.1f}",
            share.total,
        )
        for name, share in measures(scored).items()
    ]
    print_rows(("measure", "%", "95% interval", "of"), rows)
    seconds = sum(s.seconds for s in scored) / max(len(scored), 1)
    typer.echo(f"\n{1000 * seconds:.1f} ms a turn")


def records(file: Path, into: str) -> None:
    """Put records of a file into MongoDB, where `secqa chat --records` finds them.

    A record replaces an older one with its id, so the same file twice changes nothing.
    """
    if not is_mongodb(into):
        raise SecqaError(f"--into {into}: not an address; give mongodb://HOST/DATABASE")
    items = items_from(read_json(file), str(file))
    typer.echo(f"{MongoRecords(into).add(items):,} records of {file} are there")


def split(file: Path, out: Path, test: float = 1 / 6, seed: int = 1) -> None:
    """Split conversations at random into two parts and write them as training files."""
    parts = split_records(read_records(file), test, seed)
    for name, part in zip(("train", "test"), parts, strict=True):
        write_chats(part, out / f"{name}.chat.jsonl")
        typer.echo(f"{out / name}.chat.jsonl: {len(part)} conversations")


finetune = command_group("finetune", "Write files to fine-tune a model on.", split)


def fit(name: str = "", arguments: list[str] | None = None) -> None:
    """Fit the package's weights anew, in a checkout of the repository."""
    if name:
        raise typer.Exit(run_fit(name, arguments or ()))
    for entry in load_manifest().values():
        typer.echo(f"secqa fit {entry.name:13} {entry.summary}\n    {entry.arguments or 'alone'}")
        typer.echo(f"    writes {', '.join(entry.writes)}")
