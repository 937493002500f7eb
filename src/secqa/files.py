"""Read text files written by people, and write files so that an interruption loses nothing."""

import csv
import io
import json
import os
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from secqa.errors import SecqaError

if TYPE_CHECKING:
    from jinja2 import Environment

Item = TypeVar("Item")


_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets read a CSV cell that begins with one of these as a formula."""


def csv_text(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Write a table as CSV; text that spreadsheets would read as a formula is escaped."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(
            f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell
            for cell in row
        )
    return out.getvalue()


def bundled_text(package: str, name: str) -> str:
    """The text of a data file in a package of secqa."""
    return (files(package) / name).read_text(encoding="utf-8")


@cache
def bundled_toml(package: str, name: str) -> dict[str, Any]:
    """The parsed content of a TOML file in a package of secqa, read once; do not change it."""
    return tomllib.loads(bundled_text(package, name))


def bundled_templates(package: str) -> "Environment":
    """The Jinja templates in a package of secqa; undefined names raise."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def read_text(path: Path, remedy: str) -> str:
    """Read a UTF-8 file, with or without a byte order mark.

    Raises `SecqaError` if it cannot be read; `remedy` ends the message: "give a TOML file".
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SecqaError(f"{path}: cannot be read ({error.strerror}); {remedy}") from error
    except UnicodeDecodeError as error:
        raise SecqaError(f"{path}: not UTF-8 text; save it as UTF-8") from error


def saved_records(path: Path, kind: str, convert: Callable[[Any], Item]) -> Iterator[Item]:
    """Yield `convert(record)` for each line of a JSON Lines file; nothing if the file is missing.

    An unfinished last line, left by a killed writer, is skipped. Raises `SecqaError` if the file
    cannot be read, or if a line is not JSON or `convert` raises ValueError or TypeError.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        raise SecqaError(f"{path}: cannot be read ({error}); mend it or move it away") from error
    for number, line in enumerate(lines, 1):
        try:
            yield convert(json.loads(line))
        except (ValueError, TypeError) as error:
            if number == len(lines):
                return
            raise SecqaError(f"{path}: line {number} is no {kind} ({error}); mend it") from error


def utc_now() -> str:
    """The current UTC time as "2026-01-31T12:00:00Z"."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def check_parent(path: Path) -> None:
    """Raise `SecqaError` if the folder that `path` is to be written into does not exist."""
    if not path.parent.is_dir():
        raise SecqaError(f"{path}: there is no folder {path.parent}; make it, or give another path")


def make_folder(path: Path, own: Collection[str], kind: str) -> None:
    """Make the folder of a `kind` ("run"), or accept one that contains no files except `own`.

    Raises `SecqaError` if it contains other files or cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        names = sorted(entry.name for entry in path.iterdir())
    except OSError as error:
        raise SecqaError(
            f"{path}: cannot be written ({error.strerror}); give another folder"
        ) from error
    # Files of the operating system and of a killed writer begin with a dot.
    foreign = [name for name in names if name not in own and not name.startswith(".")]
    if foreign:
        raise SecqaError(f"{path}: holds {foreign[0]} and is no {kind}; give a new or empty folder")


def append(path: Path, text: str, remedy: str) -> None:
    """Append text to a file and wait until it is on disk.

    Raises `SecqaError` if it cannot be written; `remedy` ends the message.
    """
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise SecqaError(f"{path}: cannot be written ({error.strerror}); {remedy}") from error


def cut_unfinished_line(path: Path) -> None:
    """Cut off the unfinished last line that a killed writer left, if the file exists.

    Raises `SecqaError` if it cannot be written.
    """
    try:
        data = path.read_bytes() if path.exists() else b""
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with path.open("r+b") as file:
                file.truncate(whole)
    except OSError as error:
        raise SecqaError(f"{path}: cannot be written ({error.strerror}); mend it") from error


def write_file(path: Path, data: bytes) -> None:
    """Write a file atomically: the old content stays until the new is completely on disk.

    Makes missing parent folders. Raises `SecqaError` if it cannot be written.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with partial.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise SecqaError(f"{path}: {reason}; give another place to write to") from error
