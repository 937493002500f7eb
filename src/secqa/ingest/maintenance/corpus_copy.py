"""Copy a corpus between folders and object stores, or merge several into one.

Only the current version of each table is copied. `documents` comes last, so readers see the whole
copy or none; an interrupted copy goes on with the tables that it lacks.

Merging copies rows as they are, with those of the page index. The writer renames namesakes and
skips documents that it has, so an interrupted merge goes on.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import lance
import pyarrow as pa
import pyarrow.compute as pc

from secqa.corpus.corpus_address import CorpusPath, writing
from secqa.corpus.corpus_rows import DocumentRows, Entry
from secqa.corpus.corpus_schema import DOCUMENTS, HIDDEN, ORIGINALS, PAGE_INDEX, PAGES, SHOWN, TRUTH
from secqa.corpus.corpus_store import Corpus, open_corpus, user_metrics
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.lance_tables import StoredTable, Tables, drop_table, rows_of
from secqa.corpus.writer_lease import LOCK, lease
from secqa.errors import SecqaError
from secqa.files import make_folder
from secqa.ingest.maintenance.corpus_survey import table_places
from secqa.retrieval.indexing.page_index import current_index, make_index, update_index

if TYPE_CHECKING:
    from lance import LanceDataset


def copy(
    source: CorpusPath, target: CorpusPath, progress: Callable[[int, int], None] | None = None
) -> tuple[int, int]:
    """Copy a corpus to an empty place; returns how many tables are new, and how many were there.

    Calls `progress(done, count)` in tables. Raises `SecqaError` if the target holds something
    else, or if the source changed meanwhile: then another call copies what is new.
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
        return new, len(tables) - new


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


_DOCUMENTS = 16
"""Documents read at once: some 10 MB."""


def merge(sources: Sequence[CorpusPath], into: CorpusPath) -> tuple[int, int]:
    """Add all documents of some corpora to one, which is created if it is missing.

    Returns how many documents are new, and how many were there. Raises `SecqaError` if the
    corpora were ingested with different metrics.
    """
    opened = [open_corpus(path) for path in sources]
    metrics = _metrics_of(sources)
    added = already = 0
    with CorpusWriter(into) as writer:
        writer.keep_metrics(metrics)
        make_index(into)
        for corpus in opened:
            new = [entry for entry in corpus.entries if not writer.holds(entry.metadata.sha256)]
            already += len(corpus.entries) - len(new)
            for rows in _rows_of(corpus, new):
                writer.add(rows)
                added += 1
    update_index(open_corpus(into))
    return added, already


def _metrics_of(sources: Sequence[CorpusPath]) -> str:
    """The user's metrics that all these corpora share."""
    by_metrics = {user_metrics(path): path for path in sources}
    if len(by_metrics) > 1:
        first, second, *_ = by_metrics.values()
        raise SecqaError(
            f"{first} and {second}: their values were found with different metrics; ingest the "
            "filings of one of them again with the metrics of the other"
        )
    return next(iter(by_metrics))


def _rows_of(corpus: Corpus, entries: Sequence[Entry]) -> Iterator[DocumentRows]:
    tables = {name: _opened(Tables(corpus.path), name) for name in SHOWN}
    tables |= {name: _opened(Tables(corpus.path / TRUTH), name) for name in HIDDEN}
    originals = Tables(corpus.path / ORIGINALS).opened(ORIGINALS)
    tables |= {ORIGINALS: originals} if originals is not None else {}
    index = current_index(corpus)
    tables |= {PAGE_INDEX: index} if index is not None else {}
    for start in range(0, len(entries), _DOCUMENTS):
        batch = entries[start : start + _DOCUMENTS]
        revisions = [entry.revision for entry in batch]
        rows = {name: rows_of(table, revisions) for name, table in tables.items()}
        for entry in batch:
            parts = {name: _only(table, entry.revision) for name, table in rows.items()}
            _check(corpus, DocumentRows(entry, parts))
            if parts.get(PAGE_INDEX, parts[PAGES]).num_rows != entry.pages:
                del parts[PAGE_INDEX]  # `update_index` makes it again
            yield DocumentRows(entry, parts)


def _only(rows: pa.Table, revision: str) -> pa.Table:
    return rows.filter(pc.equal(rows.column("revision"), revision))


def _check(corpus: Corpus, rows: DocumentRows) -> None:
    entry = rows.entry
    names = ("pages", "elements", "facts", "metric_values")
    if any(rows.tables[name].num_rows != getattr(entry, name) for name in names):
        raise SecqaError(
            f"{corpus.path}: {entry.metadata.document_id} is not whole; "
            f"`secqa corpus repair {corpus.path}` mends what can be"
        )


def _opened(tables: Tables, name: str) -> StoredTable:
    table = tables.opened(name)
    if table is None:
        raise SecqaError(
            f"{tables.folder}: damaged, without its table {name}; `secqa corpus repair` first"
        )
    return table
