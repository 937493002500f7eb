"""Copy a corpus between folders and object stores.

Only the current version of each table is copied. `documents` comes last, so readers see the whole
copy or none; an interrupted copy goes on with the tables that it lacks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import lance

from secqa.corpus.corpus_address import CorpusPath, writing
from secqa.corpus.corpus_schema import DOCUMENTS, HIDDEN, ORIGINALS, TRUTH
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.lance_tables import Tables, drop_table
from secqa.corpus.writer_lease import LOCK, lease
from secqa.errors import SecqaError
from secqa.files import make_folder
from secqa.ingest.maintenance.corpus_survey import table_places

if TYPE_CHECKING:
    from lance import LanceDataset


@dataclass(frozen=True, slots=True)
class Copied:
    """Counts of tables."""

    tables: int
    already: int


def copy(
    source: CorpusPath, target: CorpusPath, progress: Callable[[int, int], None] | None = None
) -> Copied:
    """Copy a corpus to an empty place; calls `progress(done, count)` in tables.

    Raises `SecqaError` if the target holds something else, or if the source changed meanwhile:
    then another call copies what is new.
    """
    open_corpus(source)
    below = {name: folder for folder, names in _FOLDERS.items() for name in names}
    names = list(table_places(source))
    if isinstance(target, Path):
        known = {LOCK, *_FOLDERS, *(f"{name}.lance" for name in names)}
        make_folder(target, known, "begun copy of this corpus")
    with writing(target), lease(target):
        if Tables(target).opened(DOCUMENTS) is not None:
            raise SecqaError(
                f"{target}: holds a corpus; `secqa corpus merge {source} --into {target}` adds to "
                "it"
            )
        folders = {name: below.get(name, "") for name in names}  # `documents` is the last
        tables = {name: lance.dataset(_address(source, folders[name], name)) for name in names}
        new = 0
        for done, (name, table) in enumerate(tables.items(), 1):
            if name == DOCUMENTS and lance.dataset(table.uri).version != table.version:
                raise SecqaError(f"{source}: was written to meanwhile; copy it again to go on")
            place = target / folders[name] if folders[name] else target
            new += _clone(table, place, name)
            if progress is not None:
                progress(done, len(tables))
        return Copied(new, len(tables) - new)


_FOLDERS = {TRUTH: HIDDEN, ORIGINALS: (ORIGINALS,)}
"""Tables in folders of their own."""


def _address(path: CorpusPath, folder: str, name: str) -> str:
    return f"{path}/{folder}/{name}.lance" if folder else f"{path}/{name}.lance"


def _clone(table: "LanceDataset", place: CorpusPath, name: str) -> bool:
    """Copy a table into a folder; False if an interrupted copy did so already."""
    present = Tables(place).opened(name)
    if present is not None:
        if _files(present.dataset) == _files(table):
            return False
        drop_table(place, name)
    table.deep_clone(f"{place}/{name}.lance", table.version)
    return True


def _files(table: "LanceDataset") -> tuple[int, list[str]]:
    """The version of a table and its files, whose names are unique."""
    fragments = table.get_fragments()
    return table.version, [file.path for one in fragments for file in one.data_files()]
