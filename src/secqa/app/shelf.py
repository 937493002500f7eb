"""Folders in, those of them that hold a benchmark or a run out, each by a name for addresses.

An address never becomes a path: a name is looked up among the folders that were found. What is made
of a folder's files is made once, and again when one of them has changed.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import TypeVar

from secqa.errors import SecqaError

Made = TypeVar("Made")
Stamp = tuple[tuple[int, int], ...]


def named(roots: Iterable[Path], holding: str, reserved: Collection[str] = ()) -> dict[str, Path]:
    """Name -> folder with a file called so, in folders and all below; in order of name.

    A folder that has it is not looked into further: a run has a benchmark of its own. Those of the
    same name, or one that is `reserved`, are told apart by a number.
    """
    found: dict[str, Path] = {}
    for folder in dict.fromkeys(one for root in roots for one in _below(root, holding)):
        name, number = folder.resolve().name, 1
        while name in found or name in reserved:
            number += 1
            name = f"{folder.resolve().name} ({number})"
        found[name] = folder
    return dict(sorted(found.items()))


def looked_up(name: str, folders: Mapping[str, Path], kind: str) -> Path:
    """The folder of that name; SecqaError where none of a `kind`, as "run", has it."""
    if name not in folders:
        raise SecqaError(f"{name}: no such {kind} in the folders that the app was started with")
    return folders[name]


def _below(root: Path, holding: str) -> Iterator[Path]:
    for path, folders, names in os.walk(root):
        if holding in names:
            folders.clear()
            yield Path(path)
        folders[:] = sorted(name for name in folders if not name.startswith("."))


def until_changed(
    *names: str, most: int
) -> Callable[[Callable[[Path], Made]], Callable[[Path], Made]]:
    """Keep what is made of a folder, of `most` folders at once, until a file of these changes."""

    def keeping(make: Callable[[Path], Made]) -> Callable[[Path], Made]:
        kept: dict[Path, tuple[Stamp, Made]] = {}
        lock = RLock()

        @wraps(make)
        def made(folder: Path) -> Made:
            stamp = tuple(_stamp(folder / name) for name in names)
            # Whoever asks for the same at the same time waits, and does not make it, too.
            with lock:
                if folder not in kept or kept[folder][0] != stamp:
                    kept[folder] = stamp, make(folder)
                kept[folder] = kept.pop(folder)
                while len(kept) > most:
                    del kept[next(iter(kept))]
                return kept[folder][1]

        return made

    return keeping


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
