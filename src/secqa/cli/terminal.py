"""Print aligned rows, JSON and progress, and read a line of input, for all commands."""

import json
import shlex
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, is_dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from secqa.files import write_file
from secqa.progress import OnProgress, progress_bar

if TYPE_CHECKING:
    from rich.table import Table

_UNLIMITED = 10_000
"""Columns, more than any table has."""


def print_json(value: object) -> None:
    """Print a value as JSON; dates as ISO, dataclasses as objects."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=_plain))


def print_csv(text: str, path: Path) -> None:
    """Write CSV to a file; `-` is standard output."""
    if str(path) == "-":
        typer.echo(text, nl=False)
    else:
        write_file(path, text.encode())


def _plain(value: object) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def print_tables(tables: "Iterable[Table]") -> None:
    """Print tables, in a terminal cut to its width."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = _UNLIMITED
    with console.capture() as text:
        for table in tables:
            console.print(table)
    typer.echo(text.get(), nl=False)  # on a closed pipe, rich would exit with code 1


def print_rows(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows under headers in aligned columns, numbers to the right."""
    cells = [
        [
            f"{cell:,}" if isinstance(cell, int) and header != "year" else str(cell)
            for header, cell in zip(headers, row, strict=True)
        ]
        for row in rows
    ]
    for line in aligned([list(headers), *cells], numeric_columns(rows, len(headers))):
        typer.echo(line)


def numeric_columns(rows: Sequence[Sequence[object]], count: int) -> list[bool]:
    """For each of `count` columns, whether all its cells are numbers."""
    return [
        bool(rows) and all(isinstance(row[place], int | float) for row in rows)
        for place in range(count)
    ]


def aligned(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """Rows of equal length as lines with two spaces between columns."""
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(len(right))]
    return [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]


def cut(text: str, width: int) -> str:
    """A text on one line of at most `width` characters."""
    folded = " ".join(text.split())
    return folded if len(folded) <= width else f"{folded[: width - 1]}…"


def command_line() -> str:
    """The command as the user typed it, which benchmarks and runs record."""
    return shlex.join(["secqa", *sys.argv[1:]])


def input_line(prompt: str) -> str | None:
    """A line that the user types; None at the end of the input."""
    typer.echo(prompt, nl=not sys.stdin.isatty())
    return sys.stdin.readline() or None


def answer_progress(name: str) -> AbstractContextManager[OnProgress]:
    """Show progress over the answers; without a terminal, print a line for each tenth of them."""

    def print_tenth(done: int, total: int) -> None:
        if done % max(1, total // 10) == 0 or done == total:
            typer.echo(f"{name}: {done} of {total} answers", err=True)

    return progress_bar(name, print_tenth)
