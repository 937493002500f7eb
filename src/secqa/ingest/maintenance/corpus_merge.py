"""Documents of several corpora -> one corpus, as if all had been ingested into it.

Rows are taken as they are, those of the page index, too; nothing is read from pages again. The
writer names namesakes and passes over what is there, so a merge that was interrupted goes on.
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
"""Read from a corpus at once: some 10 MB."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did, in documents."""

    added: int
    already: int


def merge(sources: Sequence[CorpusPath], into: CorpusPath) -> Merged:
    """Add all documents of some corpora to one, which is made where there is none.

    Raises `SecqaError` where values were found with other metrics of a user's own.
    """
    opened = [open_corpus(path) for path in sources]
    own = _metrics_of(sources)
    added = already = 0
    with CorpusWriter(into) as writer:
        writer.keep_metrics(own)
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
    """The metrics of their own that all of some corpora have."""
    found = {user_metrics(path): path for path in sources}
    if len(found) > 1:
        one, other, *_ = found.values()
        raise SecqaError(
            f"{one} and {other}: their values were found with different metrics; ingest the "
            "filings of one of them again with the metrics of the other"
        )
    return next(iter(found))


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
            of = {name: _only(found, entry.revision) for name, found in rows.items()}
            _check(corpus, DocumentRows(entry, of))
            if of.get(PAGE_INDEX, of[PAGES]).num_rows != entry.pages:
                del of[PAGE_INDEX]  # made anew in the end
            yield DocumentRows(entry, of)


def _only(rows: pa.Table, revision: str) -> pa.Table:
    return rows.filter(pc.equal(rows.column("revision"), revision))


def _check(corpus: Corpus, rows: DocumentRows) -> None:
    entry = rows.entry
    told = (entry.pages, entry.elements, entry.facts, entry.metric_values)
    names = ("pages", "elements", "facts", "metric_values")
    if tuple(rows.tables[name].num_rows for name in names) != told:
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
