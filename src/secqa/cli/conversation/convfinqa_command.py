"""`secqa convfinqa`: a generator of programs measured on a file of conversations."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from secqa.cli.options import (
    BudgetOption,
    ConcurrencyOption,
    DryRunOption,
    JsonOption,
    MaxCallsOption,
    SampleOption,
    SeedOption,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from secqa.conversation.evaluate import Scored, Share
    from secqa.conversation.generator import Generator
    from secqa.conversation.record import Record
    from secqa.models.open_model import OpenModel

History = Literal["own", "gold"]
Half = Literal["all", "design", "check"]


def convfinqa(
    file: Annotated[Path, typer.Argument(help="Conversations with gold programs, as JSON.")],
    generator: Annotated[
        str, typer.Option(help="offline, or a model's generator: `few-shot:openai:gpt-5`.")
    ] = "offline",
    history: Annotated[
        History,
        typer.Option(help="Earlier answers a turn sees: the generator's own or the right ones."),
    ] = "own",
    half: Annotated[
        Half,
        typer.Option(help="All of it, or the half to design with, or the half to check on."),
    ] = "all",
    limit: Annotated[int | None, typer.Option(help="Only so many conversations.", min=1)] = None,
    sample: SampleOption = None,
    seed: SeedOption = 0,
    examples: Annotated[
        Path | None, typer.Option(help="Conversations that few-shot chooses its examples from.")
    ] = None,
    submission: Annotated[
        Path | None, typer.Option(help="Also write the official submission file.")
    ] = None,
    budget: BudgetOption = None,
    max_calls: MaxCallsOption = None,
    concurrency: ConcurrencyOption = 4,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Score a generator of programs on conversations.

    By turn, by conversation, by kind of turn and by kind of error. What a model said is kept: run
    it again where --budget or --max-calls ended it, and it goes on.
    """
    from secqa.cli.model_options import opened_within
    from secqa.cli.terminal import print_json
    from secqa.conversation.evaluate import as_json as figures
    from secqa.conversation.evaluate import score_at_once
    from secqa.conversation.make import make_generator
    from secqa.evaluation.choice import QuestionSample
    from secqa.models.model import Unanswered
    from secqa.models.open_model import ModelLimits
    from secqa.models.usage import model_usage

    records = QuestionSample(limit, sample, seed).of(_records(file, half))
    models: list[OpenModel] = []

    def opened(name: str) -> "OpenModel":
        models.append(opened_within(name, ModelLimits(budget, max_calls, concurrency)))
        return models[0]

    made = make_generator(generator, examples, opened)
    if dry_run:

        def answers(model: "OpenModel") -> int:
            stand_in = make_generator(generator, examples, lambda _name: model)
            return len(score_at_once(records, stand_in, history, 1)[0])

        _rehearse(generator, models, answers)
        return
    # Rules only calculate, and gain nothing from threads.
    scored, left_out = score_at_once(records, made, history, concurrency if models else 1)
    if submission:
        _submit(scored, submission)
    count = len(records) - len(left_out)
    if as_json:
        about = {"generator": made.name, "history": history, "half": half, "conversations": count}
        print_json({**about, **figures(scored), **_used(made)})
    else:
        _print(scored, f"{made.name}, {history} history, {count} conversations")
        for model in models:
            typer.echo(model_usage(model))
    if left_out:
        raise Unanswered(f"{len(left_out):,} of {len(records):,} conversations: {left_out[0]}")


def _records(file: Path, half: Half) -> "list[Record]":
    from secqa.conversation.offline.halves import half_of
    from secqa.conversation.store import read_records
    from secqa.errors import SecqaError

    records = [
        record
        for record in read_records(file)
        if any(turn.program for turn in record.turns) and half in ("all", half_of(record.id))
    ]
    if not records:
        raise SecqaError(f"{file}: no conversations with gold programs; give the dev split")
    return records


def _rehearse(
    generator: str, models: "Sequence[OpenModel]", answers: "Callable[[OpenModel], int]"
) -> None:
    from secqa.cli.model_options import expected_line
    from secqa.conversation.models.by_rule import conversation_thoughts
    from secqa.errors import SecqaError
    from secqa.evaluation.rehearsal import rehearse_with

    if not models:
        raise SecqaError("--dry-run: nothing is asked of a model; name one with --generator")
    expected = rehearse_with(models[0], conversation_thoughts(), answers)
    typer.echo(expected_line(generator, expected))


def _submit(scored: "Sequence[Scored]", path: Path) -> None:
    import json

    from secqa.conversation.evaluate import submission
    from secqa.files import write_file

    write_file(path, (json.dumps(submission(scored), indent=1) + "\n").encode())


def _used(made: "Generator") -> dict[str, int]:
    spent = getattr(made, "spent", None)
    return {"calls": spent.calls, "tokens": spent.tokens} if spent else {}


def _print(scored: "list[Scored]", title: str) -> None:
    from secqa.cli.terminal import print_rows
    from secqa.conversation import evaluate

    typer.echo(f"{title}\n")
    print_rows(("measure", "%", "95% interval", "of"), _rows(evaluate.measures(scored)))
    for way, shares in evaluate.breakdowns(scored).items():
        typer.echo()
        print_rows((f"turn execution by {way}", "%", "95% interval", "of"), _rows(shares))
    typer.echo()
    errors = evaluate.error_counts(scored)
    print_rows(("error", "turns"), list(errors.items()))
    seconds = sum(s.seconds for s in scored) / max(len(scored), 1)
    typer.echo(f"\n{1000 * seconds:.1f} ms a turn")


def _rows(shares: "dict[str, Share]") -> list[tuple[str, str, str, int]]:
    return [
        (
            name,
            f"{100 * share.value:.1f}",
            f"{100 * share.interval[0]:.1f} to {100 * share.interval[1]:.1f}",
            share.count,
        )
        for name, share in shares.items()
    ]
