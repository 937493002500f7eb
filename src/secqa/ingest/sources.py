"""Find the filings among what a user names: files and folders, object stores, or EDGAR.

A filing in a store or on EDGAR is copied while it is read, together with the files that belong to
it (sidecar, exhibits, instance, company facts), in the same layout.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from secqa.corpus.corpus_address import CorpusPath, StoreFolder, corpus_path
from secqa.errors import SecqaError
from secqa.files import read_text
from secqa.filings.containers.sidecar import exhibit_files
from secqa.filings.read import SUFFIXES
from secqa.ingest.edgar.filing_address import FilingAddress, filing_address, is_web_address
from secqa.ingest.object_store_sources import StoredFiling, fetch, filings_of

_HEAD = 4_096
"""Bytes that contain the first line of a list of addresses."""
Place = CorpusPath | FilingAddress
"""A place that a user names."""
Source = Path | StoredFiling | FilingAddress
"""One filing to read."""


@dataclass(frozen=True, slots=True)
class FetchedFiling:
    """A filing fetched from EDGAR."""

    source: FilingAddress
    folder: str
    """The name of its folder, which becomes part of the document's source."""
    main: str
    """The name of its main document."""
    files: tuple[tuple[str, bytes], ...]
    """Names and contents of the main document, exhibits and sidecar."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A filing of EDGAR that need not or cannot be read."""

    source: FilingAddress
    reason: str = ""
    """Why it cannot be fetched; "" if the corpus has it."""


Task = Path | StoredFiling | FetchedFiling | Settled
"""Input of a worker."""


def source_of(task: Task) -> Source:
    """The source of a task."""
    return task.source if isinstance(task, FetchedFiling | Settled) else task


def place_of(text: str) -> Place:
    """Parse a path, an `s3://` or `gs://` address, or the address of a filing on EDGAR.

    Raises SecqaError for other addresses.
    """
    return filing_address(text) if is_web_address(text) else corpus_path(text)


def find_filings(places: Sequence[Place]) -> list[Source]:
    """All filings at and below some places, in order and each once.

    A file named by the user is taken whatever its ending; a file that lists addresses of EDGAR
    stands for those filings. Exhibits in a sidecar are read with their main document and not listed
    here. Raises SecqaError for a place without filings, and for an invalid line of a list.
    """
    sources: dict[object, Source] = {}
    for place in places:
        if isinstance(place, FilingAddress):
            below: Sequence[Source] = [place]
        elif isinstance(place, StoreFolder):
            below = filings_of(place, _is_filing)
        else:
            below = _of_this_machine(Path(str(place)))
        if not below:
            endings = ", ".join(SUFFIXES)
            raise SecqaError(
                f"{place}: no filings in this folder; they end in {endings} (or these with .gz)"
            )
        for source in below:
            sources.setdefault(
                source.accession if isinstance(source, FilingAddress) else source, source
            )
    return list(sources.values())


@contextmanager
def at_hand(source: Path | StoredFiling | FetchedFiling) -> Iterator[Path]:
    """Yield the path of a local copy; raises SecqaError if its store fails."""
    if isinstance(source, Path):
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="secqa-") as folder:
        if isinstance(source, StoredFiling):
            yield fetch(source, Path(folder))
            return
        copy = Path(folder) / source.folder
        copy.mkdir()
        for name, content in source.files:
            (copy / name).write_bytes(content)
        yield copy / source.main


def _of_this_machine(path: Path) -> Sequence[Source]:
    if not path.exists():
        raise SecqaError(f"{path}: no such file or folder; give filings or folders of them")
    if path.is_file():
        return _addresses_in(path) or [path]
    below = sorted(p for p in _files_below(path) if _is_filing(p.name) and p.is_file())
    exhibits = {file for folder in {p.parent for p in below} for file in exhibit_files(folder)}
    return [p for p in below if p not in exhibits]


def _files_below(path: Path) -> Iterator[Path]:
    """All files in a folder and those below, behind links too, each folder once."""
    folders: set[str] = set()
    for folder, below, names in os.walk(path, followlinks=True):
        folders.add(os.path.realpath(folder))
        below[:] = [
            name for name in below if os.path.realpath(os.path.join(folder, name)) not in folders
        ]
        yield from (Path(folder, name) for name in names)


def _addresses_in(path: Path) -> list[FilingAddress]:
    """The addresses in a file whose first line is one; none for other files."""
    with path.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8-sig", errors="replace").splitlines()
    if not any(is_web_address(line) for line in _source_text(head)[:1]):
        return []
    addresses = []
    lines = read_text(path, "give a text file with an address a line").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            addresses += [filing_address(text) for text in _source_text([line])]
        except SecqaError as error:
            raise SecqaError(f"{path}, line {number}: {error}") from None
    return addresses


def _source_text(lines: Sequence[str]) -> list[str]:
    """The lines except empty ones and comments."""
    texts = (line.strip() for line in lines)
    return [text for text in texts if text and not text.startswith("#")]


def _is_filing(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith(SUFFIXES) and not name.startswith(".")
