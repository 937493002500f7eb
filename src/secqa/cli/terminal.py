"""How commands print: aligned rows for people, JSON for programs."""

import json
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, is_dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

_WHOLE = 10_000
"""Columns, more than any table has."""


def print_json(value: object) -> None:
    """Print a value as JSON; dates as ISO, dataclasses as objects."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=_plain))


def _plain(value: object) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def print_tables(tables: "Iterable[Table]") -> None:
    """Print tables, cut to the width of the terminal where there is one, else whole."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = _WHOLE
    for table in tables:
        console.print(table)


def print_rows(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows under headers in aligned columns, numbers to the right."""
    cells = [
        [f"{c:,}" if _is_count(h, c) else str(c) for h, c in zip(headers, row, strict=True)]
        for row in rows
    ]
    numeric = [
        bool(rows) and all(isinstance(row[i], int | float) for row in rows)
        for i in range(len(headers))
    ]
    for line in aligned([list(headers), *cells], numeric):
        typer.echo(line)


def aligned(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """Rows of equal length as lines with two spaces between columns."""
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(len(right))]
    return [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]


def cut(text: str, width: int) -> str:
    """A text on one line of at most so many characters."""
    folded = " ".join(text.split())
    return folded if len(folded) <= width else f"{folded[: width - 1]}…"


def command_line() -> str:
    """`secqa …` as it was typed, for the records of benchmarks and runs."""
    return shlex.join(["secqa", *sys.argv[1:]])


def _is_count(header: str, value: object) -> bool:
    return isinstance(value, int) and header != "year"
