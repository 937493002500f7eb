"""Find folders of benchmarks and runs by their names in addresses, and cache their content.

An address never becomes a path: its name is looked up among known folders. A cached result is
computed again when a file of its folder changes.
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

    The search stops at such a folder, since a run contains a benchmark. A folder whose name is
    taken or `reserved` gets a number.
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
    """The folder of a benchmark or run (the `kind`); SecqaError for an unknown name."""
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
    """Cache the result of `make` for a folder until one of `files` changes.

    Keeps the results of at most `most` folders.
    """

    def __init__(self, make: Callable[[Path], Made], files: Sequence[str], most: int) -> None:
        self._make = make
        self._files = files
        self._most = most
        self._kept: dict[Path, tuple[Stamp, Made]] = {}
        self._making = RLock()

    def __call__(self, folder: Path) -> Made:
        """The result for the folder as it is now; raises the SecqaError of `make`."""
        # A second request for the same folder waits, instead of making it too.
        with self._making:
            stamp = self._stamp(folder)
            kept = self._kept.pop(folder, None)
            if kept is None or kept[0] != stamp:
                kept = stamp, self._make(folder)
            self._kept[folder] = kept
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return kept[1]

    def _stamp(self, folder: Path) -> Stamp:
        return tuple(_stamp(folder / name) for name in self._files)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size
