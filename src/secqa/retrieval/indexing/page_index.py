"""Maintain the page index of a corpus: a table with one row per page.

A row has the page's text with the headings above it, for full-text search with stemming over the
whole collection, and its packed postings, for ranking. Rows belong to a revision of a document and
are committed with it, so that every stored document is searchable. `update_index` adds the rows of
documents that were stored with another version of the index.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from string import ascii_letters
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from secqa.corpus.corpus_address import CorpusPath, writing
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_schema import PAGE_INDEX
from secqa.corpus.corpus_store import Corpus
from secqa.corpus.lance_tables import StoredTable, Tables, create_dataset, dataset_in
from secqa.corpus.table_segments import loose_fragments, tidy
from secqa.filings.document import Document, ElementType, Page, Table
from secqa.retrieval.indexing.chunking import element_chunks, page_chunk
from secqa.retrieval.indexing.postings import STATEMENTS, pack, post
from secqa.retrieval.terms import distinct
from secqa.retrieval.topics import part_of

if TYPE_CHECKING:
    from lance import LanceDataset

VERSION = 7
"""Incremented when the meaning of rows changes; indexes of other versions are rebuilt."""

SEARCHED = "text"
"""Column with the text of the full-text index."""
RANKED = "ranked"
"""Column with the packed postings for ranking."""

_VERSION_KEY = b"secqa.page_index"
_BATCH = 16
"""Documents written in one commit."""
_LOOSE_ROWS = 200
"""Maximum new rows outside the full-text index: indexing costs the writer time, scanning unindexed
rows costs each search time."""

_SCHEMA = pa.schema(
    [
        ("revision", pa.string()),
        ("page", pa.int32()),
        (SEARCHED, pa.string()),
        (RANKED, pa.binary()),
    ],
    metadata={_VERSION_KEY: str(VERSION).encode()},
)


def update_index(corpus: Corpus, progress: Callable[[int, int], None] | None = None) -> int:
    """Add missing documents to the page index, and return their number.

    Calls `progress(done, total)`. The caller must hold the corpus's writer lease.
    """
    with writing(corpus.path):
        table = make_index(corpus.path)
        indexed = _revisions(current_index(corpus))
        missing = [
            entry for entry in corpus.entries if entry.pages and entry.revision not in indexed
        ]
        for done, rows in _rows_of(corpus, missing):
            table.insert(rows)
            if progress is not None:
                progress(done, len(missing))
        if sum(one.count_rows() for one in loose_fragments(table)) > _LOOSE_ROWS:
            tidy(table)
    return len(missing)


def page_rows(document: Document, revision: str) -> pa.Table:
    """The index rows of a document."""
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


def make_index(path: CorpusPath) -> "LanceDataset":
    """Open the page index for writing, and create the table and its database indexes if missing.

    Documents that are added write their rows only if there is an index.
    """
    table = dataset_in(path, PAGE_INDEX)
    if table is None or not _is_current(Tables(path).opened(PAGE_INDEX)):
        table = create_dataset(path, PAGE_INDEX, _SCHEMA.empty_table(), overwrite=table is not None)
    existing = {column for index in table.describe_indices() for column in index.field_names}
    if SEARCHED not in existing:
        table.create_scalar_index(SEARCHED, "INVERTED", language="English", stem=True)
    if "revision" not in existing:
        table.create_scalar_index("revision", "BTREE")
    return table


def current_index(corpus: Corpus) -> StoredTable | None:
    """The page index of a corpus; None if it is missing or of another version."""
    table = corpus.table(PAGE_INDEX)
    return table if _is_current(table) else None


def _is_current(table: StoredTable | None) -> bool:
    metadata = (table.schema.metadata or {}) if table is not None else {}
    return metadata.get(_VERSION_KEY) == str(VERSION).encode()


def _revisions(table: StoredTable | None) -> set[str]:
    rows = table.rows(["revision"], "page = 1") if table is not None else None
    return set(rows.column("revision").to_pylist()) if rows is not None else set()


def _rows_of(corpus: Corpus, entries: Sequence[Entry]) -> Iterator[tuple[int, pa.Table]]:
    """Rows of the entries' documents in batches, with the number of finished documents."""
    for start in range(0, len(entries), _BATCH):
        batch = entries[start : start + _BATCH]
        documents = ((corpus.document(one.metadata.document_id), one.revision) for one in batch)
        yield start + len(batch), pa.concat_tables(page_rows(*of) for of in documents)


def loose_revisions(table: StoredTable) -> tuple[str, ...]:
    """Revisions that are missing from the full-text index, latest first."""
    return distinct(reversed(table.loose_rows(["revision"]).column("revision").to_pylist()))


_FIGURE = re.compile(r"^[\s$€£(%)\d,.—–-]*\d[\s$€£(%)\d,.—–-]*$|^[\s$]*[—–-][\s%]*$")
_BEFORE_FIGURE = re.compile(r"\s(?=[$(]*+\s*+[\d—–-])")
_LONGEST_LABEL = 90
_LABEL_ENDS = frozenset(f"{ascii_letters})]:,*")


def rows_with_figures(page: Page) -> tuple[str, ...]:
    """Row labels of the page's lines with figures, in reading order."""
    labels: list[str] = []
    for element in page.elements:
        if element.table is not None:
            labels.extend(_table_rows(element.table))
        elif element.type is not ElementType.NARRATIVE_TEXT or "\n" in element.text:
            labels.extend(_line_rows(element.text))
    return tuple(labels)


def _table_rows(table: Table) -> list[str]:
    return [
        row[0]
        for row in table.cells[table.header_rows :]
        if row and row[0] and any(_FIGURE.match(cell) for cell in row[1:] if cell)
    ]


def _line_rows(text: str) -> list[str]:
    labels = (_label(line.strip()[: 4 * _LONGEST_LABEL]) for line in text.split("\n"))
    return [label.strip(" .:") for label in labels if label]


def _label(line: str) -> str:
    """The label before the figures of a line; "" for other lines."""
    for gap in _BEFORE_FIGURE.finditer(line):
        label = line[: gap.start()].rstrip(" .\xa0")
        if any(letter.isdigit() for letter in label):
            break
        if label and label[-1] in _LABEL_ENDS:
            return label if len(label) < _LONGEST_LABEL else ""
    return ""
