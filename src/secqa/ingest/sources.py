"""What a user gives to read in, the files to read out: of this machine, a store, or EDGAR.

A filing of a store or of EDGAR is read from a copy that lives as long as the reading: itself and
what goes with it (sidecar, exhibits, instance, company facts), laid out as there.
"""

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
"""Bytes of a file in which its first line ends, if it lists addresses."""
Place = CorpusPath | FilingAddress
"""Where a user says that filings are."""
Source = Path | StoredFiling | FilingAddress
"""One file to read, with what goes with it; the same file is equal to itself."""


@dataclass(frozen=True, slots=True)
class FetchedFiling:
    """A filing of EDGAR, fetched."""

    source: FilingAddress
    folder: str
    """The name of its folder: documents are known by it."""
    main: str
    """The name of its main document."""
    files: tuple[tuple[str, bytes], ...]
    """All its files by their names, the main document, exhibits and sidecar."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A filing of EDGAR that there is nothing to read of."""

    source: FilingAddress
    reason: str = ""
    """Why it cannot be had; "" where the corpus has it."""


Task = Path | StoredFiling | FetchedFiling | Settled
"""A source as a worker takes it."""


def source_of(task: Task) -> Source:
    """The source that a task is of."""
    return task.source if isinstance(task, FetchedFiling | Settled) else task


def place_of(text: str) -> Place:
    """What a user gives to be read: a path, `s3://`, `gs://`, or the address of a filing on EDGAR.

    Raises SecqaError for an address of none of these.
    """
    return filing_address(text) if is_web_address(text) else corpus_path(text)


def find_filings(places: Sequence[Place]) -> list[Source]:
    """All files that can be read among and below some places, in order, without repeats.

    A file that is named itself is taken whatever its ending; one that lists addresses of EDGAR
    stands for these, of which each filing is taken once. Exhibits that a sidecar names are
    read with their main document and left out here. SecqaError for a place that holds none, and
    for a line of a list that is no address of a filing.
    """
    found: dict[object, Source] = {}
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
            found.setdefault(
                source.accession if isinstance(source, FilingAddress) else source, source
            )
    return list(found.values())


@contextmanager
def at_hand(source: Path | StoredFiling | FetchedFiling) -> Iterator[Path]:
    """Where a file can be read, as long as this lasts; SecqaError where its store fails."""
    if isinstance(source, Path):
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="secqa-") as folder:
        if isinstance(source, StoredFiling):
            yield fetch(source, Path(folder))
            return
        own = Path(folder) / source.folder
        own.mkdir()
        for name, content in source.files:
            (own / name).write_bytes(content)
        yield own / source.main


def _of_this_machine(path: Path) -> Sequence[Source]:
    if not path.exists():
        raise SecqaError(f"{path}: no such file or folder; give filings or folders of them")
    if path.is_file():
        return _addresses_in(path) or [path]
    below = [p for p in sorted(path.rglob("*")) if _is_filing(p.name) and p.is_file()]
    exhibits = {file for folder in {p.parent for p in below} for file in exhibit_files(folder)}
    return [p for p in below if p not in exhibits]


def _addresses_in(path: Path) -> list[FilingAddress]:
    """The addresses in a file that begins with one, a line each; none in any other file."""
    with path.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8-sig", errors="replace").splitlines()
    if not any(is_web_address(line) for line in _source_text(head)[:1]):
        return []
    found = []
    lines = read_text(path, "give a text file with an address a line").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            found += [filing_address(text) for text in _source_text([line])]
        except SecqaError as error:
            raise SecqaError(f"{path}, line {number}: {error}") from None
    return found


def _source_text(lines: Sequence[str]) -> list[str]:
    """The lines that are neither empty nor remarks."""
    texts = (line.strip() for line in lines)
    return [text for text in texts if text and not text.startswith("#")]


def _is_filing(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith(SUFFIXES) and not name.startswith(".")
