"""Progress of a run on standard error: a bar on a terminal, a line a tenth elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from secqa.evaluation.runner import Progress


@contextmanager
def answering(name: str) -> Iterator[Callable[["Progress"], None]]:
    """Give a function to call with the progress of a run."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda progress: _line(name, progress)
        return
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bars(*columns, console=console, transient=True) as bars:
        task = bars.add_task(name)
        yield lambda progress: bars.update(task, completed=progress.done, total=progress.total)


def _line(name: str, progress: "Progress") -> None:
    import typer

    tenth = max(1, progress.total // 10)
    if progress.done % tenth == 0 or progress.done == progress.total:
        typer.echo(f"{name}: {progress.done} of {progress.total} answers", err=True)
