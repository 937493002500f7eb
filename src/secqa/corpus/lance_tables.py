"""Tables of a corpus as its readers see them: a folder and a name in, rows out.

LanceDB writes the tables. Each is a Lance dataset in a folder of its own and can be read as one,
by the library beneath LanceDB, which is there in a tenth of the time: whoever asks one question
would wait longer for LanceDB to be imported than for the answer. The same addresses work on a disk
and in an object store. A table stays as it was when it was opened, whatever writers do meanwhile.
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

_NOT_FOUND = " was not found: "
_INDEX_CACHE, _FILE_CACHE = 400_000_000, 100_000_000
"""Bytes kept in memory of indexes (where words stand), and of what files say of themselves: a
process that searches a million pages stays below a gigabyte."""
ROW_ID = "_rowid"
"""Column of the ids that rows have within one version of their table."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table at one version. All of it raises `SecqaError` for files that cannot be read."""

    folder: CorpusPath
    """Of the database that it belongs to."""
    dataset: "LanceDataset"

    @property
    def schema(self) -> pa.Schema:
        """Its columns, and what was noted of it as a whole."""
        return self.dataset.schema

    def count_rows(self, where: str = "") -> int:
        """How many rows there are that meet a condition in SQL."""
        with _failures(self.folder):
            return self.dataset.count_rows(where or None)

    def rows(
        self, columns: Sequence[str] | None = None, where: str = "", with_ids: bool = False
    ) -> pa.Table:
        """All rows that meet a condition in SQL, in no promised order; all columns if not told.

        With `with_ids` the ids of the rows are a column more, `ROW_ID`.
        """
        chosen = None if columns is None else list(columns)
        with _failures(self.folder):
            return self.dataset.to_table(chosen, where or None, with_row_id=with_ids)

    def rows_at(self, ids: Sequence[int], columns: Sequence[str]) -> pa.Table:
        """The rows of these ids."""
        return self.rows(columns, f"{ROW_ID} IN ({', '.join(map(str, ids)) or 'NULL'})")

    def search(self, text: str, column: str, limit: int, where: str = "") -> list[int]:
        """The ids of the rows that full-text search in a column finds best, the best first.

        Rows that do not meet a condition in SQL, or that the index lacks, are passed over.
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
        """The rows that an index lacks, in the order in which they were written."""
        with _failures(self.folder):
            loose = loose_fragments(self.dataset)
            if not loose:
                return self.dataset.schema.empty_table().select(columns)
            return self.dataset.scanner(
                list(columns), fragments=loose, scan_in_order=True
            ).to_table()


class Tables:
    """The tables of a database; what is learned of their files serves the next table opened."""

    def __init__(self, folder: CorpusPath) -> None:
        # Imported here: workers of an ingest make rows and read none.
        import lance

        self.folder = folder
        self._session = lance.Session(  # type: ignore[attr-defined]
            index_cache_size_bytes=_INDEX_CACHE, metadata_cache_size_bytes=_FILE_CACHE
        )

    def opened(self, name: str) -> StoredTable | None:
        """A table as it is now, or None when there is none or a killed writer left its folder."""
        import lance

        with _failures(self.folder):
            try:
                found = lance.dataset(f"{self.folder}/{name}.lance", session=self._session)
            except ValueError as error:
                if _NOT_FOUND in str(error):
                    return None
                raise
        return StoredTable(self.folder, found)


def rows_of(table: StoredTable, revisions: Sequence[str]) -> pa.Table:
    """All rows of a table that belong to some revisions, in no promised order."""
    return table.rows(where=f"revision IN ({quoted(revisions)})")


def quoted(values: Sequence[str]) -> str:
    """Values as a list of SQL strings; of none, a list that nothing is in."""
    return ", ".join("'" + value.replace("'", "''") + "'" for value in values) or "NULL"


@contextmanager
def _failures(folder: CorpusPath) -> Iterator[None]:
    """Say in one line which files cannot be read, and why."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = storage_failure(error)
        if reason is None:
            raise
        raise SecqaError(f"{folder}: {reason}; mend that, or take another corpus") from error
