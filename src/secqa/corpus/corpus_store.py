"""Read the documents of a corpus, without their tags.

Readers see only documents with an entry, so a running or killed ingest is invisible. A system that
answers questions gets a `Corpus`, which has no access to facts and metric values; `secqa.facts`
reads those.
"""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import pyarrow as pa

from secqa.corpus.company_wordings import IS_NAME, RowLabel, lines_from, names_from
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import Entry, StoredDocument, entries_from
from secqa.corpus.corpus_schema import (
    DOCUMENTS,
    ELEMENTS,
    PAGES,
    SCHEMA_VERSION,
    SCHEMAS,
    VERSION_KEY,
    WORDINGS,
)
from secqa.corpus.lance_tables import StoredTable, Tables, rows_of
from secqa.errors import SecqaError
from secqa.filings.document import Document, Metadata, Page
from secqa.metrics.catalogue import Catalogue, extended

OWN_METRICS = "secqa.metrics"
"""Config key of `documents`: the user's metrics as TOML."""
UNFINISHED = "secqa.unfinished"
"""Config key of `documents`, set while a writer works and after it was killed."""
REFRESHED = "secqa.refreshed"
"""Config key of `documents`: the state of the last refresh from EDGAR."""

_DOCUMENTS_KEPT = 64
"""Number of cached documents, some 5 MB each."""


class Corpus:
    """The documents of a corpus; open one with `open_corpus`."""

    def __init__(
        self,
        path: CorpusPath,
        tables: Tables,
        entries: tuple[Entry, ...],
        user_metrics: str = "",
        limited: bool = False,
    ) -> None:
        self.path = path
        self.entries = entries
        self.limited = limited
        """Whether its tables also contain documents outside this corpus."""
        self._tables = tables
        self._own_metrics = user_metrics
        self._by_id = {entry.metadata.document_id: entry for entry in self.entries}
        self._read = lru_cache(maxsize=_DOCUMENTS_KEPT)(self._read_document)

    def until(self, year: int) -> "Corpus":
        """The corpus at the end of a fiscal year, without later documents.

        Full-text search still uses word frequencies of all documents in the index.
        """
        kept = tuple(entry for entry in self.entries if entry.metadata.ends_by(year))
        return Corpus(self.path, self._tables, kept, self._own_metrics, limited=True)

    @property
    def documents(self) -> tuple[Metadata, ...]:
        """Metadata of all documents, sorted by document id."""
        return tuple(entry.metadata for entry in self.entries)

    @property
    def fingerprint(self) -> str:
        """A hash of the content, equal for corpora with the same documents."""
        return self.fingerprint_of(self.documents)

    def fingerprint_of(self, documents: Iterable[Metadata]) -> str:
        """The fingerprint of a corpus with only these documents."""
        content = [f"schema {SCHEMA_VERSION}"]
        content += [f"{m.document_id} {m.sha256}" for m in documents]
        content += [self._own_metrics] if self._own_metrics else []
        return hashlib.sha256("\n".join(content).encode()).hexdigest()[:16]

    @property
    def catalogue(self) -> Catalogue:
        """The metrics whose values were extracted at ingest."""
        return extended(self._own_metrics, f"own metrics of {self.path}")

    def entry(self, document_id: str) -> Entry:
        """A document's entry; raises SecqaError for an unknown id."""
        try:
            return self._by_id[document_id]
        except KeyError:
            raise SecqaError(
                f"{document_id}: not in the corpus; "
                f"`secqa documents --corpus {self.path}` lists what is"
            ) from None

    def revisions(self, documents: Iterable[str] | None) -> list[str] | None:
        """The revisions of these documents, or of all (None); None if no filter is needed.

        Raises SecqaError for an unknown document.
        """
        if documents is not None:
            return [self.entry(document_id).revision for document_id in documents]
        return [entry.revision for entry in self.entries] if self.limited else None

    def document(self, document_id: str) -> Document:
        """The whole document; raises SecqaError for an unknown id."""
        return self._read(self.entry(document_id)).document

    def page(self, document_id: str, number: int) -> Page:
        """A page by its 1-based number in the file; raises SecqaError if there is none."""
        entry = self.entry(document_id)
        if not 1 <= number <= entry.pages:
            raise SecqaError(
                f"{document_id}: has no page {number}; it has pages 1 to {entry.pages}"
            )
        return self._read(entry).page(number)

    def table(self, name: str) -> StoredTable | None:
        """The current version of a table, or None."""
        return self._tables.opened(name)

    def _whole(self, name: str) -> StoredTable:
        table = self.table(name)
        if table is None:
            raise SecqaError(
                f"{self.path}: damaged, without its table {name}; ingest the filings again into a "
                "new folder"
            )
        return table

    def lines(self, document_ids: Iterable[str]) -> tuple[RowLabel, ...]:
        """The row labels of these documents; empty for older corpora."""
        table = self.table(WORDINGS)
        revisions = [self.entry(document_id).revision for document_id in document_ids]
        return lines_from(rows_of(table, revisions)) if table is not None and revisions else ()

    def other_names(self) -> dict[str, tuple[str, ...]]:
        """Other names of the company in each document's text, by document id."""
        table = self.table(WORDINGS)
        names = names_from(table.rows(where=IS_NAME)) if table else {}
        return {
            entry.metadata.document_id: names[entry.revision]
            for entry in self.entries
            if entry.revision in names
        }

    def _read_document(self, entry: Entry) -> StoredDocument:
        pages, elements = (
            rows_of(self._whole(name), [entry.revision]) for name in (PAGES, ELEMENTS)
        )
        if (pages.num_rows, elements.num_rows) != (entry.pages, entry.elements):
            raise SecqaError(
                f"{entry.metadata.document_id}: has changed since the corpus was opened; "
                "open it again"
            )
        return StoredDocument(entry, pages, elements)


def open_corpus(path: CorpusPath) -> Corpus:
    """Open a corpus at its current version.

    Raises SecqaError for a folder without a corpus, and for another version of its columns.
    """
    tables = Tables(path)
    is_file = isinstance(path, Path) and not path.is_dir()
    lines = None if is_file else tables.opened(DOCUMENTS)
    if lines is None:
        raise SecqaError(
            f"{path}: not a corpus; make one with `secqa ingest FILINGS --corpus {path}`"
        )
    check_version(path, lines.schema)
    entries = entries_from(lines.rows(SCHEMAS[DOCUMENTS].names))
    return Corpus(path, tables, entries, _config_of(lines, OWN_METRICS))


def stored_documents(path: CorpusPath) -> tuple[Metadata, ...]:
    """The documents of a corpus; empty if it does not exist yet."""
    return open_corpus(path).documents if Tables(path).opened(DOCUMENTS) is not None else ()


def user_metrics(path: CorpusPath) -> str:
    """The user's metrics in a corpus, as TOML; may be ""."""
    return config_value(path, OWN_METRICS)


def config_value(path: CorpusPath, name: str) -> str:
    """A config value of a corpus; "" if it is not set."""
    lines = Tables(path).opened(DOCUMENTS)
    return _config_of(lines, name) if lines is not None else ""


def _config_of(lines: StoredTable, name: str) -> str:
    return str(lines.dataset.config().get(name, ""))


def check_version(path: CorpusPath, schema: pa.Schema) -> None:
    """Raise SecqaError if a corpus has the columns of another version of secqa."""
    stated = (schema.metadata or {}).get(VERSION_KEY, b"none").decode()
    if stated != str(SCHEMA_VERSION):
        raise SecqaError(
            f"{path}: corpus layout {stated}, this version of secqa reads {SCHEMA_VERSION}; "
            "ingest the filings again into a new folder"
        )
