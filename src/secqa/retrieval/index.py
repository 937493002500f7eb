"""The page index of a corpus: one row a page, in the corpus' own LanceDB database.

In: the documents of a corpus. Out: a table with what a search needs of each page: its text with
the headings above it, under a full-text index with stemming (candidates over the whole
collection), postings of its chunks and which statements it prints (ranking). Rows belong to a
revision of a document, as everywhere in a corpus: only what is not there yet is added, what no
document claims any more goes, and a document's rows come in one commit, so that a killed update
leaves nothing half there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from secqa.corpus.pieces import loose_fragments, tidy
from secqa.corpus.rows import Entry
from secqa.corpus.store import Corpus
from secqa.corpus.tables import StoredTable, quoted
from secqa.filings.document import Document, Statement
from secqa.retrieval.chunking import element_chunks, page_chunk
from secqa.retrieval.parts import part_of
from secqa.retrieval.postings import pack, post
from secqa.retrieval.row_labels import rows_with_figures
from secqa.retrieval.words import distinct

if TYPE_CHECKING:
    from lancedb.table import Table as LanceTable

TABLE = "page_index"
VERSION = 7
"""Raised when rows change their meaning: an older index is then made anew."""

STATEMENTS = tuple(Statement)
SEARCHED = "text"
"""Column of the full-text index."""

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
        ("statements", pa.list_(pa.bool_(), len(STATEMENTS))),
        ("postings", pa.binary()),
    ],
    metadata={_VERSION_KEY: str(VERSION).encode()},
)


@dataclass(frozen=True, slots=True)
class IndexUpdate:
    """What an update did, in documents."""

    added: int
    removed: int


def update_index(
    corpus: Corpus,
    progress: Callable[[int, int], None] | None = None,
    ready: Mapping[str, pa.Table] | None = None,
) -> IndexUpdate:
    """Bring the corpus' page index up to its documents; calls `progress(done, of)` as it goes.

    `ready` has rows of documents, by revision, that somebody has made already. Who calls it is
    the corpus' one writer.
    """
    indexed = _revisions(current_index(corpus))
    table = _current_table(corpus)
    entries = {entry.revision: entry for entry in corpus.entries if entry.pages}
    orphans = sorted(indexed - entries.keys())
    if orphans:
        table.delete(f"revision IN ({quoted(orphans)})")
    missing = [entry for revision, entry in entries.items() if revision not in indexed]
    for done, rows in _rows_of(corpus, missing, ready or {}):
        table.add(rows)
        if progress is not None:
            progress(done, len(missing))
    if entries:
        _index_new_rows(corpus, table)
    return IndexUpdate(added=len(missing), removed=len(orphans))


def page_rows(document: Document, revision: str) -> pa.Table:
    """The rows of one document."""
    rows: list[dict[str, Any]] = []
    for page in document.pages:
        whole = page_chunk(page)
        chunks = element_chunks(page)
        parts = [part_of(document.metadata.form, chunk.section) for chunk in chunks]
        postings = post(chunks, rows_with_figures(page), parts)
        printed = {element.table.statement for element in page.elements if element.table}
        rows.append(
            {
                "revision": revision,
                "page": page.number,
                SEARCHED: "\n".join((*whole.headings, whole.text)),
                "statements": [statement in printed for statement in STATEMENTS],
                "postings": pack(postings),
            }
        )
    return pa.Table.from_pylist(rows, schema=_SCHEMA)


def _current_table(corpus: Corpus) -> "LanceTable":
    """The corpus' index to write to, made where there is none."""
    if current_index(corpus) is not None:
        return corpus.database.open_table(TABLE)
    # Told to overwrite what is not there, the storage engine warns.
    mode = "create" if corpus.table(TABLE) is None else "overwrite"
    return corpus.database.create_table(TABLE, schema=_SCHEMA, mode=mode)


def current_index(corpus: Corpus) -> StoredTable | None:
    """The corpus' index; None where there is none, or one of an older version."""
    table = corpus.table(TABLE)
    said = (table.schema.metadata or {}) if table is not None else {}
    return table if said.get(_VERSION_KEY) == str(VERSION).encode() else None


def _revisions(table: StoredTable | None) -> set[str]:
    rows = table.rows(["revision"], "page = 1") if table is not None else None
    return set(rows.column("revision").to_pylist()) if rows is not None else set()


def _rows_of(
    corpus: Corpus, entries: Sequence[Entry], ready: Mapping[str, pa.Table]
) -> Iterator[tuple[int, pa.Table]]:
    """Rows of the entries' documents in batches, with how many documents are done."""
    for start in range(0, len(entries), _BATCH):
        batch = entries[start : start + _BATCH]
        tables = [
            ready[entry.revision]
            if entry.revision in ready
            else page_rows(corpus.document(entry.metadata.document_id), entry.revision)
            for entry in batch
        ]
        yield start + len(batch), pa.concat_tables(tables)


def _index_new_rows(corpus: Corpus, table: "LanceTable") -> None:
    """Full-text index where there is none; new rows sorted in once there are many."""
    from lancedb.index import FTS, BTree

    existing = {column for index in table.list_indices() for column in index.columns}
    if SEARCHED not in existing:
        table.create_index(SEARCHED, config=FTS(language="English", stem=True))
    if "revision" not in existing:
        table.create_index("revision", config=BTree())
        return
    grown = table.to_lance()
    if sum(one.count_rows() for one in loose_fragments(grown)) > _LOOSE_ROWS:
        tidy(grown)


def loose_revisions(table: StoredTable) -> tuple[str, ...]:
    """Revisions whose rows the full-text index lacks: those of the rows added last."""
    return distinct(reversed(table.loose_rows(["revision"]).column("revision").to_pylist()))
