"""Defaults of options that a user keeps: environment variables and one file of settings.

    corpus = "filings/corpus"            # or SECQA_CORPUS, where --corpus is required
    model = "openai:gpt-5"               # or SECQA_MODEL
    identity = "Jane Doe jane@doe.org"   # or EDGAR_IDENTITY

    [run]                                # any option of one command
    pages = "4,8"

The file is `~/.config/secqa/config.toml`, or what SECQA_CONFIG names. None is read from the current
folder: whoever gives a folder away would choose the model that questions are sent to.
"""

import logging
import os
import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError

SHARED = ("corpus", "model", "identity")
"""Options that apply to all commands."""


def defaults_of(command: str, options: Sequence[Any], commands: Collection[str]) -> dict[str, Any]:
    """The kept values for the options of a command; raises SecqaError for an unknown setting."""
    settings = _settings(commands)
    names = {option.name for option in options}
    own: dict[str, Any] = settings.get(command, {})
    if unknown := sorted(own.keys() - names):
        raise SecqaError(
            f"{_file()}: [{command}] {unknown[0]}: no such option; "
            f"`secqa {command} --help` lists them"
        )
    # Where a corpus may be left out, it changes what a command does.
    takers = {each.name for each in options if each.required or each.name != "corpus"}
    takers -= {each.name for each in options if each.multiple or each.param_type_name == "argument"}
    return {name: settings[name] for name in SHARED if name in settings and name in takers} | own


def set_up_logging() -> None:
    """Log to standard error from level SECQA_LOG on; without it, only errors of the storage."""
    level = os.environ.get("SECQA_LOG", "").upper()
    if level and level not in logging.getLevelNamesMapping():
        raise SecqaError(f"SECQA_LOG={level}: no such level; give debug, info, warning or error")
    if level:
        logging.basicConfig(level=level)
    os.environ.setdefault("LANCE_LOG", level.lower() or "error")


def _file() -> Path:
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(os.environ.get("SECQA_CONFIG") or Path(folder, "secqa", "config.toml"))


def _settings(commands: Collection[str]) -> Mapping[str, Any]:
    """The file's settings, under those of the environment."""
    file = _file()
    try:
        kept = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        kept = {}
        if "SECQA_CONFIG" in os.environ:
            raise SecqaError(f"SECQA_CONFIG={file}: no such file; unset it, or make it") from None
    except (OSError, ValueError) as error:
        raise SecqaError(f"{file}: cannot be read ({error}); mend or delete it") from error
    for name, value in kept.items():
        if name not in SHARED and not (name in commands and isinstance(value, dict)):
            raise SecqaError(
                f"{file}: {name}: no such setting; settings are {', '.join(SHARED)}, and a table "
                "for each command"
            )
    given = {name: os.environ.get(f"SECQA_{name.upper()}") for name in ("corpus", "model")}
    return kept | {name: value for name, value in given.items() if value}
