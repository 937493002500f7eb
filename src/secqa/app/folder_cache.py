"""Folders of benchmarks and runs by their names in addresses, and what was read from each.

An address never becomes a path: a name is looked up among the folders that were kept. What is made
of a folder's files is made again when one of them has changed.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import Generic, TypeVar

from secqa.errors import SecqaError

Made = TypeVar("Made")
Stamp = tuple[tuple[int, int], ...]
Unreadable = tuple[str, str]
"""Name of a benchmark or run that cannot be read, and why."""


def folders_by_name(
    roots: Iterable[Path], file: str, reserved: Collection[str] = ()
) -> dict[str, Path]:
    """The folders in `roots` and below that have a certain file, by name and in its order.

    The search stops at such a folder: a run has a benchmark of its own. A number tells folders of
    the same name, or of a `reserved` one, apart.
    """
    folders: dict[str, Path] = {}
    for folder in dict.fromkeys(path for root in roots for path in _below(root, file)):
        name, number = folder.resolve().name, 1
        while name in folders or name in reserved:
            number += 1
            name = f"{folder.resolve().name} ({number})"
        folders[name] = folder
    return dict(sorted(folders.items()))


def folder_called(name: str, folders: Mapping[str, Path], kind: str) -> Path:
    """The folder of a name; SecqaError where no benchmark or run (the `kind`) has it."""
    if name not in folders:
        raise SecqaError(f"{name}: no such {kind} in the folders that the app was started with")
    return folders[name]


def _below(root: Path, file: str) -> Iterator[Path]:
    for path, folders, names in os.walk(root):
        if file in names:
            folders.clear()
            yield Path(path)
        folders[:] = sorted(name for name in folders if not name.startswith("."))


class FolderCache(Generic[Made]):
    """What `make` makes of a folder, or its SecqaError, until one of some files changes.

    At most `most` folders are kept.
    """

    def __init__(self, make: Callable[[Path], Made], files: Sequence[str], most: int) -> None:
        self._make = make
        self._files = files
        self._most = most
        self._kept: dict[Path, tuple[Stamp, Made | SecqaError]] = {}
        self._making = RLock()

    def __call__(self, folder: Path) -> Made:
        """What is made of the folder as it is now; SecqaError where `make` raises it."""
        # A second request for the same folder waits, instead of making it too.
        with self._making:
            stamp = self._stamp(folder)
            kept = self._kept.pop(folder, None)
            if kept is None or kept[0] != stamp:
                kept = stamp, self._result(folder)
            self._kept[folder] = kept
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        if isinstance(kept[1], SecqaError):
            raise SecqaError(str(kept[1]))
        return kept[1]

    def _result(self, folder: Path) -> Made | SecqaError:
        try:
            return self._make(folder)
        except SecqaError as error:
            return error

    def _stamp(self, folder: Path) -> Stamp:
        return tuple(_stamp(folder / name) for name in self._files)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size
