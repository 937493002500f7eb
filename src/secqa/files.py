"""Text files that people made, read; files written such that nothing is lost by an interruption."""

import os
from collections.abc import Collection
from pathlib import Path

from secqa.errors import SecqaError


def read_text(path: Path, remedy: str) -> str:
    """A text file: UTF-8, with or without the byte order mark that some editors put first.

    Raises `SecqaError` where it cannot be read; `remedy` is what to do then, as "give a TOML file".
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SecqaError(f"{path}: cannot be read ({error.strerror}); {remedy}") from error
    except UnicodeDecodeError as error:
        raise SecqaError(f"{path}: not UTF-8 text; save it as UTF-8") from error


def make_folder(path: Path, own: Collection[str], kind: str) -> None:
    """Make the folder of a `kind`, as "run", that is new or was begun: it holds but `own` files.

    Raises `SecqaError` where it holds others, or cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        names = sorted(entry.name for entry in path.iterdir())
    except OSError as error:
        raise SecqaError(
            f"{path}: cannot be written ({error.strerror}); give another folder"
        ) from error
    # Systems leave files of their own in folders, and a killed writer a part: all begin so.
    foreign = [name for name in names if name not in own and not name.startswith(".")]
    if foreign:
        raise SecqaError(f"{path}: holds {foreign[0]} and is no {kind}; give a new or empty folder")


def append(path: Path, text: str, remedy: str) -> None:
    """Add to the end of a file what is on the disk then, whatever comes next.

    Raises `SecqaError` where it cannot be written; `remedy` is what to do then.
    """
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise SecqaError(f"{path}: cannot be written ({error.strerror}); {remedy}") from error


def cut_unfinished_line(path: Path) -> None:
    """Take away what a killed writer left after the last whole line, if there is such a file.

    Raises `SecqaError` where it cannot be written.
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
    """Write a file; until all of it is on the disk, what was there before stays.

    Folders above it are made. Raises `SecqaError` where it cannot be written.
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
