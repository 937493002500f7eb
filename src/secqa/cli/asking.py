"""What commands need that ask a person: a line from the keyboard, and who sits there."""

import sys


def line_of(prompt: str) -> str | None:
    """A line of the person; None at the end."""
    import typer

    typer.echo(prompt, nl=not sys.stdin.isatty())
    line = sys.stdin.readline()
    return line if line else None


def user() -> str:
    """The user of this machine."""
    from getpass import getuser

    try:
        return getuser()
    except (OSError, KeyError):
        # A machine that has no name for its user.
        return "unknown"
