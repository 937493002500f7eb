"""The options about batches in, who thinks with the replies that are there; what is missing out."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from secqa.models.batches import Waiting
    from secqa.models.cache import Cache
    from secqa.models.model import Unanswered
    from secqa.models.prices import Price
    from secqa.systems.thinking import Mode, Thinking

RequestsOutOption = Annotated[
    Path | None,
    typer.Option(
        "--requests-out",
        help="Ask nothing: write the requests that have no reply yet, in OpenAI's batch format.",
    ),
]
RepliesInOption = Annotated[
    list[Path] | None,
    typer.Option("--replies-in", help="Results of such a batch; kept, so once is enough."),
]


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a run by batches."""

    thinking: "Thinking"
    waiting: "Waiting"
    out: Path | None

    def end(self, unanswered: "Sequence[Unanswered]") -> None:
        """Write what is missing and say so; exit code 1 where it is missing and was not written."""
        if not unanswered:
            # What answers did without after all is not asked.
            self.waiting.requests.clear()
        if self.out is not None:
            self.waiting.write(self.out)
        if not unanswered:
            typer.echo("all replies are there")
            return
        count, tokens = len(self.waiting.requests), self.waiting.tokens
        waits = f"{count:,} requests have no reply yet (about {tokens:,} tokens)"
        if self.out is None:
            typer.echo(f"{waits}; --requests-out FILE writes them")
            raise typer.Exit(1)
        typer.echo(f"{waits}: written to {self.out}; give the results with --replies-in")


def round_of(
    model: str, planner: "Mode", reader: "Mode", out: Path | None, replies: Sequence[Path]
) -> Round:
    """A round with the replies of these files and of earlier ones.

    Raises SecqaError without a model, and for a file that holds no results; then nothing is taken.
    """
    from secqa.models.open_model import open_batch
    from secqa.systems.thinking import thinking_with

    opened, waiting = open_batch(model)
    thinking = thinking_with(model, planner, reader, lambda _name: opened)
    _take(replies, opened.price, waiting.cache)
    return Round(thinking, waiting, out)


def _take(paths: Sequence[Path], price: "Price | None", cache: "Cache") -> None:
    from secqa.models.batches import read_results

    for path, results in [(path, read_results(path, price)) for path in paths]:
        for key, reply in results.replies.items():
            cache.keep(key, reply)
        failed = len(results.failures)
        first = next(iter(results.failures.values()), "")
        more = f"; {failed:,} failed and will be asked again ({first})" if failed else ""
        typer.echo(f"{path}: {len(results.replies):,} replies{more}")
