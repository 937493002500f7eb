"""`secqa convfinqa`: a generator of programs measured on a file of conversations."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from secqa.cli.options import JsonOption

if TYPE_CHECKING:
    from secqa.conversation.evaluate import Scored, Share


def convfinqa(
    file: Annotated[Path, typer.Argument(help="Conversations with gold programs, as JSON.")],
    generator: Annotated[
        str, typer.Option(help="offline, or a model's generator: `few-shot:openai:gpt-5`.")
    ] = "offline",
    history: Annotated[
        Literal["own", "gold"],
        typer.Option(help="Earlier answers a turn sees: the generator's own or the right ones."),
    ] = "own",
    half: Annotated[
        Literal["all", "design", "check"],
        typer.Option(help="All of it, or the half to design with, or the half to check on."),
    ] = "all",
    limit: Annotated[int | None, typer.Option(help="Only so many conversations.", min=1)] = None,
    examples: Annotated[
        Path | None, typer.Option(help="Conversations that few-shot chooses its examples from.")
    ] = None,
    submission: Annotated[
        Path | None, typer.Option(help="Also write the official submission file.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Score a generator of programs on conversations.

    By turn, by conversation, by kind of turn and by kind of error.
    """
    import json

    from secqa.cli.output import print_json
    from secqa.conversation import evaluate
    from secqa.conversation.make import make_generator
    from secqa.conversation.offline.halves import half_of
    from secqa.conversation.store import read_records
    from secqa.errors import SecqaError
    from secqa.files import write_file

    records = [
        record
        for record in read_records(file)
        if any(turn.program for turn in record.turns) and half in ("all", half_of(record.id))
    ][:limit]
    if not records:
        raise SecqaError(f"{file}: no conversations with gold programs; give the dev split")
    made = make_generator(generator, examples)
    scored = evaluate.score_records(records, made, history)
    if submission:
        text = json.dumps(evaluate.submission(scored), indent=1) + "\n"
        write_file(submission, text.encode())
    spent = getattr(made, "spent", None)
    if as_json:
        used = {"calls": spent.calls, "tokens": spent.tokens} if spent else {}
        print_json({"generator": made.name, "history": history, "half": half,
                    "conversations": len(records), **evaluate.as_json(scored), **used})  # fmt: skip
    else:
        _print(scored, f"{made.name}, {history} history, {len(records)} conversations")
        if spent:
            typer.echo(f"{spent.calls} calls, {spent.tokens} tokens")


def _print(scored: "list[Scored]", title: str) -> None:
    from secqa.cli.output import print_rows
    from secqa.conversation import evaluate

    typer.echo(f"{title}\n")
    print_rows(("measure", "%", "95% interval", "of"), _rows(evaluate.measures(scored)))
    for way, shares in evaluate.breakdowns(scored).items():
        typer.echo()
        print_rows((f"turn execution by {way}", "%", "95% interval", "of"), _rows(shares))
    typer.echo()
    errors = evaluate.error_counts(scored)
    print_rows(("error", "turns"), list(errors.items()))
    seconds = sum(s.seconds for s in scored) / len(scored)
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
