"""Show the progress of long work as a bar on a terminal or in a notebook."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

OnProgress = Callable[[int, int], None]
"""Called with the number of finished items and the total."""


def _say_nothing(done: int, total: int) -> None: ...


@contextmanager
def progress_bar(name: str, otherwise: OnProgress = _say_nothing) -> Iterator[OnProgress]:
    """Show a bar in a notebook or on a terminal's standard error; elsewhere yield `otherwise`."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if type(shell).__name__ == "ZMQInteractiveShell":
        yield _notebook_bar(name)
        return
    if not sys.stderr.isatty():
        yield otherwise
        return
    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn(name),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(name, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


def _notebook_bar(name: str) -> OnProgress:
    """A bar below the notebook cell; rich's own would need ipywidgets."""
    from html import escape
    from importlib import import_module

    display: Any = import_module("IPython.display")
    shown = display.display(display.HTML(""), display_id=True)

    def show(done: int, total: int) -> None:
        bar = f"<progress value={done} max={total}></progress>"
        shown.update(display.HTML(f"{escape(name)} {bar} {done:,} of {total:,}"))

    return show
