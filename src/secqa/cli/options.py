"""Groups of options that several commands share, and how a function becomes a command.

A command takes a group as one parameter; `declare` offers its fields to the user one by one.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args, get_type_hints

import typer

from secqa.corpus.corpus_address import CorpusPath, corpus_path
from secqa.errors import SecqaError
from secqa.files import bundled_toml

_YEAR_DIGITS = 4
_DECLARATIONS = bundled_toml("secqa.cli", "options.toml")


@dataclass(frozen=True, slots=True)
class SpendingOptions:
    """Limits on the use of a model."""

    budget: float | None = None
    max_calls: int | None = None

    def of(self, dry_run: bool) -> "SpendingOptions":
        """The limits of the command; a dry run calls no model."""
        return replace(self, max_calls=0) if dry_run else self


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Who plans and who reads."""

    model: str = "offline"
    planner: str = "model-query"
    reader: str = "offline-first"
    execute: bool = False


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """Which machines do the work."""

    engine: str = "local"
    address: str | None = None

    @property
    def name(self) -> Literal["local", "ray"]:
        """The engine; raises SecqaError for an unknown one, or an address that it cannot use."""
        if self.engine == "ray":
            return "ray"
        if self.engine != "local":
            raise SecqaError(f"--engine {self.engine}: no such engine; give local or ray")
        if self.address is not None:
            raise SecqaError(f"--address {self.address}: goes with --engine ray; give that, too")
        return "local"


@dataclass(frozen=True, slots=True)
class TableFileOptions:
    """Files that a table is written to."""

    csv: Path | None = None
    parquet: Path | None = None


def declare(name: str, function: Callable[..., None]) -> Callable[..., None]:
    """The function of a command with its arguments and options as `options.toml` has them.

    Each field of a dataclass parameter becomes an option of its own. Parameters that are annotated
    for typer stay as they are.
    """
    texts = _DECLARATIONS
    for part in name.split():
        texts = texts.get(part, {})
    parameters = list(_parameters(function, _DECLARATIONS["shared"] | texts))

    @wraps(function)
    def command(**values: Any) -> None:
        function(**_arguments(function, values))

    vars(command)["__signature__"] = Signature(parameters)
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def command_group(name: str, help_text: str, *commands: Callable[..., None]) -> typer.Typer:
    """Commands under one name, as `secqa corpus check`."""
    group = typer.Typer(name=name, help=help_text, no_args_is_help=True, rich_markup_mode=None)
    for command in commands:
        group.command()(declare(f"{name} {command.__name__}", command))
    return group


def _parameters(target: Callable[..., Any], texts: Mapping[str, Any]) -> Iterator[Parameter]:
    """The parameters of a function or a group, and of the groups in it."""
    hints = get_type_hints(target, include_extras=True)
    for name, parameter in signature(target).parameters.items():
        kind = hints[name]
        if is_dataclass(kind):
            yield from _parameters(cast(Any, kind), texts)
            continue
        if not hasattr(kind, "__metadata__"):
            kind = Annotated[kind, _declaration(name, kind, parameter.default, texts[name])]
        yield parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=kind)


def _declaration(name: str, kind: Any, default: object, text: str | dict[str, Any]) -> Any:
    """The argument or option that an entry of `options.toml` describes."""
    settings = {"option": text} if isinstance(text, str) else dict(text)
    if CorpusPath in (kind, *get_args(kind)):
        settings |= {"parser": corpus_path, "metavar": "FOLDER|ADDRESS"}
    if "argument" in settings:
        callback = as_text if kind in (str, str | None) else None
        return typer.Argument(help=settings.pop("argument"), callback=callback, **settings)
    flags = [f"--{name.replace('_', '-')}"] if default is False else []
    if flag := settings.pop("name", None):
        flags = [flag]
    return typer.Option(*flags, help=settings.pop("option"), **settings)


def _arguments(target: Callable[..., Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a function or a group, with the groups in it, from values of options."""
    hints = get_type_hints(target)
    return {
        name: hints[name](**_arguments(hints[name], values))
        if is_dataclass(hints[name])
        else values[name]
        for name in signature(target).parameters
    }


def as_text(argument: str | None) -> str | None:
    """An argument as text; undecodable bytes become question marks."""
    return os.fsencode(argument).decode(errors="replace") if argument else argument


def years_of(text: str) -> tuple[int, int]:
    """ "2022-2024" or "2024" -> first and last year; SecqaError for anything else."""
    begin, dash, end = text.replace("–", "-").replace(":", "-").partition("-")
    years = [year.strip() for year in ((begin, end) if dash else (begin, begin))]
    if not all(len(year) == _YEAR_DIGITS and year.isdecimal() for year in years):
        raise SecqaError(f"--years {text}: must be fiscal years: 2022-2024, or 2024")
    first, last = map(int, years)
    if first > last:
        raise SecqaError(f"--years {text}: the first year comes first; write {last}-{first}")
    return first, last
