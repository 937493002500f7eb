"""Open the tables of a corpus for reading and writing.

Addresses may be on disk or in an object store. A table opened for reading keeps its version while
others write; a dataset opened for writing sees its own writes.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa

from secqa.corpus.corpus_address import CorpusPath, storage_failure
from secqa.corpus.table_segments import loose_fragments
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from lance import LanceDataset
    from lance.namespace import DirectoryNamespace

_NOT_FOUND = " was not found: "
_INDEX_CACHE, _FILE_CACHE = 400_000_000, 100_000_000
"""Bytes of the caches of indexes and file metadata; searching a million pages stays below 1 GB."""
_MOST_TABLES = 1000
ROW_ID = "_rowid"
"""Column of row ids, which are valid within one version of a table."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table at one version; its methods raise `SecqaError` for unreadable files."""

    folder: CorpusPath
    """Folder of its database."""
    dataset: "LanceDataset"

    @property
    def schema(self) -> pa.Schema:
        """Its columns and metadata."""
        return self.dataset.schema

    def count_rows(self, where: str = "") -> int:
        """Count the rows that meet an SQL condition."""
        with _failures(self.folder):
            return self.dataset.count_rows(where or None)

    def rows(
        self, columns: Sequence[str] | None = None, where: str = "", with_ids: bool = False
    ) -> pa.Table:
        """The rows that meet an SQL condition, in any order; all columns by default.

        `with_ids` adds the column `ROW_ID`.
        """
        chosen = None if columns is None else list(columns)
        with _failures(self.folder):
            return self.dataset.to_table(chosen, where or None, with_row_id=with_ids)

    def rows_at(self, ids: Sequence[int], columns: Sequence[str]) -> pa.Table:
        """The rows with these ids."""
        return self.rows(columns, f"{ROW_ID} IN ({', '.join(map(str, ids)) or 'NULL'})")

    def search(self, text: str, column: str, limit: int, where: str = "") -> list[int]:
        """Ids of the best rows of a full-text search in a column, best first.

        Skips rows that do not meet the SQL condition or are not in the index.
        """
        from lance.query import MatchQuery

        with _failures(self.folder):
            scanner = self.dataset.scanner(
                columns=["_score"],
                filter=where or None,
                prefilter=True,
                full_text_query=MatchQuery(text, column),
                fast_search=True,
                with_row_id=True,
                limit=limit,
            )
            return list(scanner.to_table().column(ROW_ID).to_pylist())

    def loose_rows(self, columns: Sequence[str]) -> pa.Table:
        """The rows that are missing from an index, in the order of writing."""
        with _failures(self.folder):
            loose = loose_fragments(self.dataset)
            if not loose:
                return self.dataset.schema.empty_table().select(columns)
            return self.dataset.scanner(
                list(columns), fragments=loose, scan_in_order=True
            ).to_table()


class Tables:
    """The tables of a database, with one cache for all of them."""

    def __init__(self, folder: CorpusPath) -> None:
        # Workers of an ingest make rows without reading any.
        import lance

        self.folder = folder
        self._session = lance.Session(  # type: ignore[attr-defined]
            index_cache_size_bytes=_INDEX_CACHE, metadata_cache_size_bytes=_FILE_CACHE
        )

    def opened(self, name: str) -> StoredTable | None:
        """The current version of a table; None if the table is missing or its folder is empty."""
        import lance

        with _failures(self.folder):
            try:
                dataset = lance.dataset(f"{self.folder}/{name}.lance", session=self._session)
            except ValueError as error:
                if _NOT_FOUND in str(error):
                    return None
                raise
        return StoredTable(self.folder, dataset)


def dataset_in(folder: CorpusPath, name: str) -> "LanceDataset | None":
    """Open the current version of a table for writing; None if it is missing."""
    import lance

    try:
        return lance.dataset(f"{folder}/{name}.lance")
    except ValueError as error:
        if _NOT_FOUND in str(error):
            return None
        raise


def create_dataset(
    folder: CorpusPath, name: str, rows: pa.Table, overwrite: bool = False
) -> "LanceDataset":
    """Create a table with these rows; an existing table is replaced only with `overwrite`."""
    import lance

    mode = "overwrite" if overwrite else "create"
    return lance.write_dataset(rows, f"{folder}/{name}.lance", mode=mode)


def table_names(folder: CorpusPath) -> list[str]:
    """The names of the tables in a folder, also of unreadable ones."""
    from lance_namespace import ListTablesRequest

    every = ListTablesRequest(id=[], limit=_MOST_TABLES)
    return list(_namespace(folder).list_tables(every).tables)


def drop_table(folder: CorpusPath, name: str) -> None:
    """Remove a table with all its versions, readable or not; does nothing if it is missing."""
    from lance_namespace import DropTableRequest

    if name in table_names(folder):
        _namespace(folder).drop_table(DropTableRequest(id=[name]))


def _namespace(folder: CorpusPath) -> "DirectoryNamespace":
    from lance.namespace import DirectoryNamespace

    # A manifest would be another table, and would not list the existing ones.
    return DirectoryNamespace(  # type: ignore[no-untyped-call]
        root=str(folder), manifest_enabled="false"
    )


def rows_of(table: StoredTable, revisions: Sequence[str]) -> pa.Table:
    """All rows of these revisions, in any order."""
    return table.rows(where=f"revision IN ({quoted(revisions)})")


def quoted(values: Sequence[str]) -> str:
    """Format values as a list of SQL strings; NULL, which matches nothing, if there are none."""
    return ", ".join("'" + value.replace("'", "''") + "'" for value in values) or "NULL"


@contextmanager
def _failures(folder: CorpusPath) -> Iterator[None]:
    """Turn failures of reading into a one-line SecqaError."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = storage_failure(error)
        if reason is None:
            raise
        raise SecqaError(f"{folder}: {reason}; mend that, or take another corpus") from error
