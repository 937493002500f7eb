"""Progress of a run on standard error: a bar on a terminal, a line a tenth elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer


@contextmanager
def answering(name: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function to call with how many answers of how many are there."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda done, total: _line(name, done, total)
        return
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        task = bars.add_task(name)
        yield lambda done, total: bars.update(task, completed=done, total=total)


def _line(name: str, done: int, total: int) -> None:
    if done % max(1, total // 10) == 0 or done == total:
        typer.echo(f"{name}: {done} of {total} answers", err=True)
