"""Folders in, those of them that hold a benchmark or a run out, each by a name for addresses.

An address never becomes a path: a name is looked up among the folders that were found. What is made
of a folder's files is made once, and again when one of them has changed.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import Generic, TypeVar

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


class Kept(Generic[Made]):
    """What is made of a folder: kept until a file of it changes, of so many folders at once.

    That it cannot be read is kept, too.
    """

    def __init__(self, make: Callable[[Path], Made], files: Sequence[str], most: int) -> None:
        self._make = make
        self._files = files
        self._most = most
        self._kept: dict[Path, tuple[Stamp, Made | SecqaError]] = {}
        self._making = RLock()

    def __call__(self, folder: Path) -> Made:
        """What is made of a folder as its files are now; SecqaError where `make` raises it."""
        # Whoever asks for the same at the same time waits, and does not make it, too.
        with self._making:
            stamp = self._stamp(folder)
            found = self._kept.pop(folder, None)
            if found is None or found[0] != stamp:
                found = stamp, self._made(folder)
            self._kept[folder] = found
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        if isinstance(found[1], SecqaError):
            raise SecqaError(str(found[1]))
        return found[1]

    def has(self, folder: Path) -> bool:
        """Whether it is made already, or known to be unreadable."""
        found = self._kept.get(folder)
        return found is not None and found[0] == self._stamp(folder)

    def _made(self, folder: Path) -> Made | SecqaError:
        try:
            return self._make(folder)
        except SecqaError as error:
            return error

    def _stamp(self, folder: Path) -> Stamp:
        return tuple(_stamp(folder / name) for name in self._files)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
