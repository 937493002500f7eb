"""Print the reference of all commands as Markdown: what `--help` says of each, on one page."""

import sys
from typing import Any

from typer.main import get_command

from secqa.cli.main import SECTIONS, app


def reference() -> str:
    """A chapter for each section of `secqa --help`, a table for the options of each command."""
    root: Any = get_command(app)
    lines = ["# Commands", "", "Generated from the help of the commands.", ""]
    for title, names in SECTIONS.items():
        lines += [f"## {title}", ""]
        for name in names:
            context = root.make_context("secqa", [name])
            lines += _command(root.get_command(context, name), name)
    return "\n".join(lines)


def _command(command: Any, name: str) -> list[str]:
    lines = [f"### secqa {name}", "", *_help(command), ""]
    if hasattr(command, "commands"):
        for inner, each in command.commands.items():
            lines += _command(each, f"{name} {inner}")
        return lines
    rows = [_row(parameter) for parameter in command.params if parameter.name != "help"]
    head = ["| option | default | meaning |", "|---|---|---|"]
    return [*lines, *(head + rows if rows else ()), ""]


def _help(command: Any) -> list[str]:
    paragraphs = (command.help or "").split("\n\n")
    return ["\n\n".join(_text(" ".join(each.split())) for each in paragraphs)]


def _row(parameter: Any) -> str:
    given = parameter.param_type_name == "argument"
    names = parameter.human_readable_name if given else ", ".join(parameter.opts)
    if parameter.required:
        default = "required"
    else:
        value = parameter.default
        default = "" if value in (None, False, True, (), []) or callable(value) else f"`{value}`"
    return f"| `{names}` | {default} | {_text(getattr(parameter, 'help', '') or '')} |"


def _text(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    sys.stdout.write(reference())
