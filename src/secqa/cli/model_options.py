"""Open the model that the options name, and report what it cost or would cost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from secqa.cli.options import ModelOptions, SpendingOptions
from secqa.errors import SecqaError
from secqa.models.prices import dollars

if TYPE_CHECKING:
    from types import FrameType

    from secqa.evaluation.rehearsal import Estimate
    from secqa.models.batches import Waiting
    from secqa.models.cache import Cache
    from secqa.models.model import Unanswered
    from secqa.models.open_model import ModelLimits, OpenModel
    from secqa.models.prices import Price
    from secqa.systems.thinking import Mode, Thinking

_NO_LIMIT = SpendingOptions()


def open_thinking(
    options: ModelOptions, spending: SpendingOptions = _NO_LIMIT, concurrency: int = 1
) -> "Thinking":
    """Who plans and reads; raises SecqaError for a model or a mode that cannot be used."""
    from secqa.models.open_model import ModelLimits
    from secqa.systems.thinking import thinking_with

    limits = ModelLimits(spending.budget, spending.max_calls, concurrency)
    thinking = thinking_with(
        options.model, *modes_of(options), lambda name: opened_within(name, limits)
    )
    return replace(thinking, execute=options.execute)


def opened_within(name: str, limits: "ModelLimits") -> "OpenModel":
    """A `provider:model` within its limits, which Ctrl-C ends."""
    from secqa.models.open_model import open_model

    model = open_model(name, limits)
    _close_when_interrupted(model.close)
    return model


def estimate_line(label: str, expected: "Estimate") -> str:
    """The expected requests and cost of the model with this label."""
    return (
        f"{label}: about {expected.calls:,} calls for {expected.questions:,} answers "
        f"({expected.cached:,} more from the cache); {expected.input_tokens:,} tokens in, "
        f"{expected.output_tokens:,} out; {dollars(expected.cost)}"
    )


def _close_when_interrupted(close: Callable[[], None]) -> None:
    """Let Ctrl-C end the threads that wait for a model, or the command would wait for them."""
    import signal

    def interrupted(number: int, frame: "FrameType | None") -> None:
        close()
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, interrupted)


def modes_of(options: ModelOptions) -> "tuple[Mode, Mode]":
    """The modes of planner and reader; raises SecqaError for an unknown one."""
    from secqa.systems.thinking import READERS, Mode

    for part, mode, allowed in (
        ("planner", options.planner, tuple(Mode)),
        ("reader", options.reader, READERS),
    ):
        if mode not in allowed:
            raise SecqaError(f"--{part} {mode}: must be one of {', '.join(allowed)}")
    return Mode(options.planner), Mode(options.reader)


@dataclass(frozen=True, slots=True)
class BatchRound:
    """One round of a run by batches."""

    thinking: "Thinking"
    waiting: "Waiting"
    out: Path | None

    def end(self, unanswered: "Sequence[Unanswered]") -> None:
        """Write the missing requests; exit code 1 where some are missing and not written."""
        if not unanswered:
            # Requests that no answer needed after all are not sent.
            self.waiting.requests.clear()
        if self.out is not None:
            self.waiting.write(self.out)
        if not unanswered:
            typer.echo("all replies are there")
            return
        count, tokens = len(self.waiting.requests), self.waiting.tokens
        missing = f"{count:,} requests have no reply yet (about {tokens:,} tokens)"
        if self.out is None:
            typer.echo(f"{missing}; --requests-out FILE writes them")
            raise typer.Exit(1)
        typer.echo(f"{missing}: written to {self.out}; give the results with --replies-in")


def open_round(
    options: ModelOptions, requests_out: Path | None, replies_in: Sequence[Path]
) -> BatchRound:
    """A round with the replies of these files and of earlier ones.

    Raises SecqaError without a model, and for a file that holds no results; then nothing is taken.
    """
    from secqa.models.open_model import open_batch
    from secqa.systems.thinking import thinking_with

    modes = modes_of(options)
    opened, waiting = open_batch(options.model)
    thinking = thinking_with(options.model, *modes, lambda _name: opened)
    thinking = replace(thinking, execute=options.execute)
    _keep_replies(replies_in, opened.price, waiting.cache)
    return BatchRound(thinking, waiting, requests_out)


def _keep_replies(paths: Sequence[Path], price: "Price | None", cache: "Cache") -> None:
    from secqa.models.batches import read_results

    for path, results in [(path, read_results(path, price)) for path in paths]:
        for key, reply in results.replies.items():
            cache.keep(key, reply)
        failed = len(results.failures)
        first = next(iter(results.failures.values()), "")
        more = f"; {failed:,} failed and will be asked again ({first})" if failed else ""
        typer.echo(f"{path}: {len(results.replies):,} replies{more}")
