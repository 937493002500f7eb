"""What commands need that ask a person: a line from the keyboard."""

import sys


def line_of(prompt: str) -> str | None:
    """A line of the person; None at the end."""
    import typer

    typer.echo(prompt, nl=not sys.stdin.isatty())
    line = sys.stdin.readline()
    return line if line else None
