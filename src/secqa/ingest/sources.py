"""What a user gives to read in, the files to read out: of this machine, or of an object store.

A filing of a store is read from a copy that lives as long as the reading: itself and what goes with
it (sidecar, exhibits, instance, company facts), laid out as in the store.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from secqa.corpus.address import CorpusPath, StoreFolder
from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import exhibit_files
from secqa.filings.read import SUFFIXES
from secqa.ingest.stored import StoredFiling, fetch, filings_of

Source = Path | StoredFiling
"""One file to read, with what goes with it; the same file is equal to itself."""


def find_filings(places: Sequence[CorpusPath]) -> list[Source]:
    """All files that can be read among and below some places, in order, without repeats.

    A file that is named itself is taken whatever its ending. Exhibits that a sidecar names are
    read with their main document and left out here. SecqaError for a place that holds none.
    """
    found: dict[Source, None] = {}
    for place in places:
        if isinstance(place, StoreFolder):
            below: Sequence[Source] = filings_of(place, _is_filing)
        else:
            below = _of_this_machine(Path(str(place)))
        if not below:
            endings = ", ".join(SUFFIXES)
            raise SecqaError(
                f"{place}: no filings in this folder; they end in {endings} (or these with .gz)"
            )
        found |= dict.fromkeys(below)
    return list(found)


@contextmanager
def at_hand(source: Source) -> Iterator[Path]:
    """Where a file can be read, as long as this lasts; SecqaError where its store fails."""
    if isinstance(source, Path):
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="secqa-") as folder:
        yield fetch(source, Path(folder))


def _of_this_machine(path: Path) -> list[Path]:
    if not path.exists():
        raise SecqaError(f"{path}: no such file or folder; give filings or folders of them")
    if path.is_file():
        return [path]
    below = [p for p in sorted(path.rglob("*")) if _is_filing(p.name) and p.is_file()]
    exhibits = {file for folder in {p.parent for p in below} for file in exhibit_files(folder)}
    return [p for p in below if p not in exhibits]


def _is_filing(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith(SUFFIXES) and not name.startswith(".")
