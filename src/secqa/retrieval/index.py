"""The page index of a corpus: one row a page, in the corpus' own LanceDB database.

In: the documents of a corpus. Out: a table with what a search needs of each page: its text with
the headings above it, under a full-text index with stemming (candidates over the whole
collection), and what ranking reads, packed. Rows belong to a revision of a document, as everywhere
in a corpus, and come with it: a document that is there can be found. What lacks them, as documents
of before a change of the index, gets them by `update_index`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from secqa.corpus.address import CorpusPath
from secqa.corpus.pieces import loose_fragments, tidy
from secqa.corpus.rows import Entry
from secqa.corpus.schema import PAGE_INDEX
from secqa.corpus.store import Corpus
from secqa.corpus.tables import StoredTable, Tables
from secqa.filings.document import Document
from secqa.retrieval.chunking import element_chunks, page_chunk
from secqa.retrieval.packed import STATEMENTS, pack
from secqa.retrieval.parts import part_of
from secqa.retrieval.postings import post
from secqa.retrieval.row_labels import rows_with_figures
from secqa.retrieval.words import distinct

if TYPE_CHECKING:
    from lancedb.table import Table as LanceTable

VERSION = 7
"""Raised when rows change their meaning: an older index is then made anew."""

SEARCHED = "text"
"""Column of the full-text index."""
RANKED = "ranked"
"""Column of what ranking reads, packed."""

_VERSION_KEY = b"secqa.page_index"
_BATCH = 16
"""Documents written in one commit."""
_LOOSE_ROWS = 200
"""New rows stay outside the full-text index up to so many: sorting them in has a price for who
writes, and looking at each of them for who searches."""

_SCHEMA = pa.schema(
    [
        ("revision", pa.string()),
        ("page", pa.int32()),
        (SEARCHED, pa.string()),
        (RANKED, pa.binary()),
    ],
    metadata={_VERSION_KEY: str(VERSION).encode()},
)


def make_index(path: CorpusPath) -> None:
    """Make an empty index in a corpus without one, so that documents can bring their rows along."""
    _table_to_write(path)


def update_index(corpus: Corpus, progress: Callable[[int, int], None] | None = None) -> int:
    """Bring the corpus' page index up to its documents; how many it lacked.

    Calls `progress(done, of)` as it goes. Who calls it is the corpus' one writer.
    """
    table = _table_to_write(corpus.path)
    indexed = _revisions(current_index(corpus))
    missing = [entry for entry in corpus.entries if entry.pages and entry.revision not in indexed]
    for done, rows in _rows_of(corpus, missing):
        table.add(rows)
        if progress is not None:
            progress(done, len(missing))
    grown = table.to_lance()
    if sum(one.count_rows() for one in loose_fragments(grown)) > _LOOSE_ROWS:
        tidy(grown)
    return len(missing)


def page_rows(document: Document, revision: str) -> pa.Table:
    """The rows of one document."""
    rows: list[dict[str, Any]] = []
    for page in document.pages:
        whole = page_chunk(page)
        chunks = element_chunks(page)
        parts = [part_of(document.metadata.form, chunk.section) for chunk in chunks]
        postings = post(chunks, rows_with_figures(page), parts)
        printed = {element.table.statement for element in page.elements if element.table}
        statements = [one in printed for one in STATEMENTS]
        rows.append(
            {
                "revision": revision,
                "page": page.number,
                SEARCHED: "\n".join((*whole.headings, whole.text)),
                RANKED: pack(revision, page.number, statements, postings),
            }
        )
    return pa.Table.from_pylist(rows, schema=_SCHEMA)


def _table_to_write(path: CorpusPath) -> "LanceTable":
    """The index of a corpus; it and its own indexes are made where there are none."""
    import lancedb
    from lancedb.index import FTS, BTree

    database, there = lancedb.connect(str(path)), Tables(path).opened(PAGE_INDEX)
    if _is_current(there):
        table = database.open_table(PAGE_INDEX)
    else:
        # Told to overwrite what is not there, the storage engine warns.
        mode = "create" if there is None else "overwrite"
        table = database.create_table(PAGE_INDEX, schema=_SCHEMA, mode=mode)
    existing = {column for index in table.list_indices() for column in index.columns}
    if SEARCHED not in existing:
        table.create_index(SEARCHED, config=FTS(language="English", stem=True))
    if "revision" not in existing:
        table.create_index("revision", config=BTree())
    return table


def current_index(corpus: Corpus) -> StoredTable | None:
    """The corpus' index; None where there is none, or one of an older version."""
    table = corpus.table(PAGE_INDEX)
    return table if _is_current(table) else None


def _is_current(table: StoredTable | None) -> bool:
    said = (table.schema.metadata or {}) if table is not None else {}
    return said.get(_VERSION_KEY) == str(VERSION).encode()


def _revisions(table: StoredTable | None) -> set[str]:
    rows = table.rows(["revision"], "page = 1") if table is not None else None
    return set(rows.column("revision").to_pylist()) if rows is not None else set()


def _rows_of(corpus: Corpus, entries: Sequence[Entry]) -> Iterator[tuple[int, pa.Table]]:
    """Rows of the entries' documents in batches, with how many documents are done."""
    for start in range(0, len(entries), _BATCH):
        batch = entries[start : start + _BATCH]
        documents = ((corpus.document(one.metadata.document_id), one.revision) for one in batch)
        yield start + len(batch), pa.concat_tables(page_rows(*of) for of in documents)


def loose_revisions(table: StoredTable) -> tuple[str, ...]:
    """Revisions whose rows the full-text index lacks: those of the rows added last."""
    return distinct(reversed(table.loose_rows(["revision"]).column("revision").to_pylist()))
