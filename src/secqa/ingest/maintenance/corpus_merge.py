"""Merge corpora into one, as if all documents had been ingested into it.

Rows are copied as they are, with those of the page index. The writer renames namesakes and skips
documents that it has, so an interrupted merge goes on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import DocumentRows, Entry
from secqa.corpus.corpus_schema import HIDDEN, ORIGINALS, PAGE_INDEX, PAGES, SHOWN, TRUTH
from secqa.corpus.corpus_store import Corpus, open_corpus, user_metrics
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.lance_tables import StoredTable, Tables, rows_of
from secqa.errors import SecqaError
from secqa.retrieval.indexing.page_index import current_index, make_index, update_index

_DOCUMENTS = 16
"""Documents read at once: some 10 MB."""


@dataclass(frozen=True, slots=True)
class Merged:
    """Counts of documents."""

    added: int
    already: int


def merge(sources: Sequence[CorpusPath], into: CorpusPath) -> Merged:
    """Add all documents of some corpora to one, which is created if it is missing.

    Raises `SecqaError` if the corpora were ingested with different metrics.
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
    return Merged(added, already)


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
