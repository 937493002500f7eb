"""Write documents to a corpus, safely against being killed at any moment.

Rows are written first, and their entries in `documents` last, in one commit. Rows without an entry
are invisible to readers. A mark is set before the first row is written, and the next writer removes
such rows if it finds the mark. Only one writer at a time holds the lease.
"""

import time
from collections import defaultdict
from dataclasses import replace as with_changes
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import pyarrow as pa

from secqa.corpus.corpus_address import CorpusPath, writing
from secqa.corpus.corpus_rows import DocumentRows, Entry, entries_from, entry_rows
from secqa.corpus.corpus_schema import (
    DOCUMENTS,
    HIDDEN,
    ORIGINALS,
    PAGE_INDEX,
    SCHEMAS,
    SHOWN,
    TRUTH,
)
from secqa.corpus.corpus_store import OWN_METRICS, UNFINISHED, check_version
from secqa.corpus.lance_tables import Tables, create_dataset, dataset_in, quoted
from secqa.corpus.table_segments import is_scattered, tidy
from secqa.corpus.writer_lease import LOCK, take_lease
from secqa.errors import SecqaError
from secqa.files import make_folder
from secqa.filings.document import Metadata

if TYPE_CHECKING:
    from lance import LanceDataset

_FOLDERS = {LOCK, TRUTH, ORIGINALS, *(f"{name}.lance" for name in SHOWN)}
_BATCH_BYTES = 64_000_000
_BATCH_SECONDS = 5.0
"""Limits of a batch: a commit costs some 50 ms whatever its size, but rows that are not written are
lost if the process is killed."""


class CorpusWriter:
    """Adds documents to a corpus, and creates the corpus in a new or empty folder.

    A context manager: at its end, also after an exception, added documents are on disk. Raises
    SecqaError if the folder contains other files, or another writer is active.
    """

    def __init__(self, path: CorpusPath) -> None:
        self.path = path
        if isinstance(path, Path) and not (path / f"{DOCUMENTS}.lance").is_dir():
            make_folder(path, _FOLDERS, "corpus")
        with writing(path):
            self._lease = take_lease(path)
        try:
            with writing(path):
                self._begin()
        except BaseException:
            self._lease.give_back()
            raise

    def _begin(self) -> None:
        self._tables = _open_tables(self.path)
        self._waiting: list[DocumentRows] = []
        self._waiting_bytes = 0
        self._written = time.monotonic()
        lines = self._tables[DOCUMENTS].to_table()
        self._entries = {entry.metadata.document_id: entry for entry in entries_from(lines)}
        self._by_hash = {entry.metadata.sha256: entry for entry in self._entries.values()}
        self._replaced: set[str] = set()
        self._unfinished = UNFINISHED in self._config()
        self._failed = False
        if self._unfinished:
            # A killed writer may have left rows without an entry.
            claimed = self._revisions()
            self._delete(f"revision NOT IN ({claimed})" if self._entries else "true")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.finish()
        finally:
            self._lease.give_back()

    def finish(self) -> None:
        """Write added documents and tidy the tables; the lease is kept, to update indexes."""
        with writing(self.path):
            self._flush()
            if self._unfinished and not self._failed:
                if self._replaced:
                    self._delete(f"revision IN ({quoted(sorted(self._replaced))})")
                    self._replaced.clear()
                self._tidy()
                self._mark(finished=True)

    def check(self) -> None:
        """Raise SecqaError if the lease was lost to another writer."""
        with writing(self.path):
            self._lease.check()

    @property
    def stored_contents(self) -> frozenset[str]:
        """SHA-256 hashes of all documents."""
        return frozenset(self._by_hash)

    def holds(self, sha256: str) -> bool:
        """Whether a document with this hash is stored or added."""
        return sha256 in self._by_hash

    def keep_metrics(self, own: str) -> None:
        """Store a user's metrics, as TOML, before the first document.

        Raises SecqaError if documents were read with other metrics.
        """
        if own == self._config().get(OWN_METRICS, ""):
            return
        if self._entries:
            raise SecqaError(
                f"{self.path}: holds documents whose values were found with other metrics; "
                "ingest them again with these into a new folder"
            )
        self.note(OWN_METRICS, own)

    def note(self, name: str, text: str) -> None:
        """Set a config value of the corpus."""
        self._tables[DOCUMENTS].update_config({name: text})

    def add(self, rows: DocumentRows) -> Entry:
        """Add a document and return its entry; equal bytes are added once.

        A document with the same id is replaced if it is the same filing: same accession number or,
        if one lacks it, same file name. Another filing gets a new id, made of the id and the
        accession number or the start of the hash.
        """
        stored = self._by_hash.get(rows.entry.metadata.sha256)
        if stored is not None:
            return stored
        metadata = self._with_unique_id(rows.entry.metadata)
        entry = with_changes(rows.entry, metadata=metadata)
        before = self._entries.get(metadata.document_id)
        if before is not None:
            self._replaced.add(before.revision)
        self._entries[metadata.document_id] = entry
        self._by_hash[metadata.sha256] = entry
        self._waiting.append(DocumentRows(entry, rows.tables))
        self._waiting_bytes += sum(table.nbytes for table in rows.tables.values())
        waited = time.monotonic() - self._written
        if self._waiting_bytes > _BATCH_BYTES or waited > _BATCH_SECONDS:
            self._flush()
        return entry

    def _with_unique_id(self, metadata: Metadata) -> Metadata:
        plain = metadata.document_id
        if plain not in self._entries:
            return metadata
        namesakes = [
            entry.metadata
            for name, entry in self._entries.items()
            if name in (plain, _unique_id(plain, entry.metadata))
        ]
        same = next((other for other in namesakes if _same_filing(other, metadata)), None)
        unique = same.document_id if same is not None else _unique_id(plain, metadata)
        return with_changes(metadata, document_id=unique)

    def _flush(self) -> None:
        # An interrupted batch is dropped: writing it again would duplicate its rows, while rows
        # without an entry are removed later.
        batch, self._waiting, self._waiting_bytes = self._waiting, [], 0
        if not batch:
            return
        with writing(self.path):
            self._lease.check()
            if not self._unfinished:
                self._mark(finished=False)
            # The mark stays after a full disk or an interrupt, for the next writer.
            self._failed = True
            self._write(batch)
            self._failed = False
        self._written = time.monotonic()

    def _write(self, batch: list[DocumentRows]) -> None:
        pieces: defaultdict[str, list[pa.Table]] = defaultdict(list)
        for rows in batch:
            for name, table in rows.tables.items():
                if table.num_rows:
                    pieces[name].append(table)
        for name, tables in pieces.items():
            rows = pa.concat_tables(tables)
            table = dataset_in(self.path, PAGE_INDEX) if name == PAGE_INDEX else self._tables[name]
            # `update_index` rebuilds an index of another version.
            if table is not None and table.schema.metadata == rows.schema.metadata:
                table.insert(rows)
        # A batch may contain two revisions of a document; the last one wins.
        lines = {rows.entry.metadata.document_id: rows.entry for rows in batch}
        (
            self._tables[DOCUMENTS]
            .merge_insert("document_id")
            .when_matched_update_all()
            .when_not_matched_insert_all()
            .execute(entry_rows(list(lines.values())))
        )

    def _config(self) -> dict[str, str]:
        """Config values of the corpus."""
        return dict(self._tables[DOCUMENTS].config())

    def _mark(self, *, finished: bool) -> None:
        """Set or clear the mark of an unfinished write."""
        lines = self._tables[DOCUMENTS]
        if finished:
            lines.delete_config_keys([UNFINISHED])
        else:
            lines.update_config({UNFINISHED: "1"})
        self._unfinished = not finished

    def _revisions(self) -> str:
        return quoted([entry.revision for entry in self._entries.values()])

    def _delete(self, where: str) -> None:
        tables = [self._tables[name] for name in (*SHOWN, *HIDDEN, ORIGINALS)]
        index = dataset_in(self.path, PAGE_INDEX)
        for table in tables if index is None else (*tables, index):
            if table.count_rows(where):
                table.delete(where)

    def _tidy(self) -> None:
        """Join fragments and index revisions, so that a page is read in milliseconds."""
        for name, table in self._tables.items():
            if name != DOCUMENTS and not table.describe_indices():
                table.create_scalar_index("revision", "BTREE")
            if is_scattered(table):
                tidy(table)


def set_config_value(path: CorpusPath, name: str, text: str) -> None:
    """Set a config value; raises SecqaError if another writer is at work."""
    with CorpusWriter(path) as writer:
        writer.note(name, text)


def _unique_id(plain: str, metadata: Metadata) -> str:
    return f"{plain}-{metadata.accession or metadata.sha256[:8]}"


def _same_filing(stored: Metadata, new: Metadata) -> bool:
    if stored.accession and new.accession:
        return stored.accession == new.accession
    return stored.source == new.source


def _open_tables(path: CorpusPath) -> dict[str, "LanceDataset"]:
    lines = Tables(path).opened(DOCUMENTS)
    if lines is not None:
        check_version(path, lines.schema)
    places = dict.fromkeys(SHOWN, path) | dict.fromkeys(HIDDEN, path / TRUTH)
    places[ORIGINALS] = path / ORIGINALS
    # `documents` comes last, since it makes the folder a corpus.
    places[DOCUMENTS] = path
    tables = {}
    for name, place in places.items():
        table = dataset_in(place, name)
        # An empty dataset is false.
        tables[name] = (
            create_dataset(place, name, SCHEMAS[name].empty_table()) if table is None else table
        )
    return tables
