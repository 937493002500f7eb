"""Find and copy filings in an object store.

Names and sidecars decide which files belong to a filing (its sidecar, exhibits, pictures, XBRL
instance). Their content is checked only when a worker has copied and read them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from secqa.corpus.corpus_address import StoreFolder, store_message
from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import SIDECAR_SUFFIX, EdgarFiling, sidecar_from

_READS_AT_ONCE = 32
"""Sidecars read in parallel: each waits some 30 ms for the store."""
_STORES = ("s3", "gs")


@dataclass(frozen=True, slots=True)
class StoredFiling:
    """A filing's main document in a store, and the files that belong to it."""

    folder: str
    """Such as `s3://bucket/prefix`."""
    name: str
    beside: tuple[str, ...] = ()
    """Names of further files in the folder."""
    above: tuple[str, ...] = ()
    """Names of further files in the folder above."""

    def __str__(self) -> str:
        return f"{self.folder}/{self.name}"


def filings_of(place: StoreFolder, is_filing: Callable[[str], bool]) -> list[StoredFiling]:
    """The filings at or below an address, in order, each with its exhibits.

    Raises SecqaError if there is none, or the store cannot be read.
    """
    store, path = _opened(place.address)
    scheme = place.address.partition("://")[0]
    try:
        folders, only = _object_list(store, PurePosixPath(path))
        top = only.parent if only else path
        below = (f / name for f in folders if f.is_relative_to(top) for name in folders[f])
        mains = sorted(path for path in below if is_filing(path.name) or path == only)
        notes = _sidecars(store, folders, mains)
    except OSError as error:
        raise _failure(place, error) from None
    exhibits = {main.with_name(name) for main, note in notes.items() for name in _exhibits(note)}
    mains = [main for main in mains if main not in exhibits or main == only]
    alone = {folder for folder, many in Counter(main.parent for main in mains).items() if many == 1}
    return [
        _filing(scheme, main, folders, notes.get(main), alone=main.parent in alone)
        for main in mains
        if only in (None, main)
    ]


def fetch(filing: StoredFiling, folder: Path) -> Path:
    """Copy a filing and its files below a folder; returns the path of its main document."""
    within = PurePosixPath(filing.folder)
    target = folder / within.name
    target.mkdir()
    store, path = _opened(filing.folder)
    files = {target / name: f"{path}/{name}" for name in (filing.name, *filing.beside)}
    files |= {folder / name: f"{PurePosixPath(path).parent}/{name}" for name in filing.above}
    try:
        for copy, original in files.items():
            copy.write_bytes(_read(store, original))
    except OSError as error:
        raise _failure(filing, error) from None
    return target / filing.name


def _opened(address: str) -> tuple[Any, str]:
    """The store of an address, and the path in it."""
    from pyarrow.fs import FileSystem

    if address.partition("://")[0] not in _STORES:
        raise SecqaError(f"{address}: filings are read from s3:// and gs://; copy them there")
    try:
        store, path = FileSystem.from_uri(address)
    except (OSError, ValueError) as error:
        raise _failure(address, error) from None
    return store, path.rstrip("/")


def _object_list(
    store: Any, path: PurePosixPath
) -> tuple[dict[PurePosixPath, set[str]], PurePosixPath | None]:
    """Names of files by folder, with the folder above; and the path if it is a file."""
    from pyarrow.fs import FileSelector, FileType

    kind = store.get_file_info(str(path)).type
    if kind == FileType.NotFound:
        raise FileNotFoundError
    only = path if kind == FileType.File else None
    top = path.parent if only else path
    infos = store.get_file_info(FileSelector(str(top), recursive=only is None))
    if len(top.parts) > 1:  # else the parent would be the list of buckets
        infos += store.get_file_info(FileSelector(str(top.parent)))
    folders: defaultdict[PurePosixPath, set[str]] = defaultdict(set)
    for info in infos:
        if info.type == FileType.File:
            file = PurePosixPath(info.path)
            folders[file.parent].add(file.name)
    return folders, only


def _sidecars(
    store: Any, folders: dict[PurePosixPath, set[str]], mains: Iterable[PurePosixPath]
) -> dict[PurePosixPath, EdgarFiling | None]:
    """Content of sidecars by main document."""
    noted = [main for main in mains if main.name + SIDECAR_SUFFIX in folders[main.parent]]
    with ThreadPoolExecutor(_READS_AT_ONCE) as pool:
        contents = pool.map(lambda main: _read(store, f"{main}{SIDECAR_SUFFIX}"), noted)
        return dict(zip(noted, map(_sidecar, contents), strict=True))


def _sidecar(content: bytes) -> EdgarFiling | None:
    """Parse a sidecar; None if it is invalid, which the worker that reads the main document
    reports."""
    try:
        return sidecar_from(content)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _exhibits(note: EdgarFiling | None) -> list[str]:
    return [exhibit.file for exhibit in note.exhibits] if note else []


def _filing(
    scheme: str,
    main: PurePosixPath,
    folders: dict[PurePosixPath, set[str]],
    note: EdgarFiling | None,
    *,
    alone: bool,
) -> StoredFiling:
    """A filing with the files that share its stem or, if `alone`, all files of its folder."""
    here, over = folders[main.parent], folders[main.parent.parent]
    stem = main.name.removesuffix(".gz").rpartition(".")[0] or main.name
    facts = f"CIK{note.cik if note else ''}{SIDECAR_SUFFIX}"
    beside = {name for name in here if alone or name.startswith(stem)}
    beside |= {facts, *_exhibits(note)} & here
    return StoredFiling(
        f"{scheme}://{main.parent}",
        main.name,
        tuple(sorted(beside - {main.name})),
        (facts,) if facts in over else (),
    )


def _read(store: Any, path: str) -> bytes:
    with store.open_input_stream(path, compression=None) as stream:
        return bytes(stream.read())


def _failure(place: object, error: Exception) -> SecqaError:
    if isinstance(error, FileNotFoundError):
        return SecqaError(f"{place}: nothing there; give the address of filings")
    line = " ".join(str(error).split())
    return SecqaError(f"{place}: {store_message(line) or line[:200]}")
