"""Repair a damaged corpus, and keep as many of its documents as possible.

Tables, indexes, wordings and the page index can be made again. Documents with missing rows are
removed, entry first, and listed so that they can be ingested again. Each step finds its own work,
so an interrupted repair is simply started again.
"""

from dataclasses import dataclass

import lance
import pyarrow as pa

from secqa.corpus.company_wordings import wording_rows
from secqa.corpus.corpus_address import CorpusPath, writing
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_schema import DOCUMENTS, HIDDEN, PAGE_INDEX, SCHEMAS, SHOWN, WORDINGS
from secqa.corpus.corpus_store import UNFINISHED, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.lance_tables import create_dataset, drop_table, quoted
from secqa.corpus.writer_lease import lease
from secqa.ingest.maintenance.corpus_survey import (
    Damage,
    Survey,
    TableState,
    broken_documents,
    findings,
    orphans,
    survey,
    unindexed,
)
from secqa.retrieval.indexing.page_index import update_index

_DOCUMENTS = 64
"""Documents whose wordings are written in one commit."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """The damage found, and what was removed or emptied."""

    damage: tuple[Damage, ...]
    removed: tuple[Entry, ...]
    """Removed documents; their `source` is the file to ingest again."""
    emptied: tuple[str, ...]
    """Emptied tables of vectors: index them again."""


def repair(path: CorpusPath) -> Repaired:
    """Repair a corpus.

    Raises `SecqaError` if another writer is at work, the list of documents cannot be read, or files
    cannot be reached.
    """
    open_corpus(path)  # raises before anything is written
    with writing(path), lease(path):
        state = survey(path)
        damage = findings(state)
        if not damage:
            return Repaired((), (), ())
        _mark(path)
        removed = broken_documents(state)
        _remove(path, removed)
        emptied = tuple(name for name, table in state.tables.items() if _mend_files(table))
        _drop_rows(state)
        _remake_wordings(path)
    # The writer removes unclaimed rows, indexes the others, and clears the mark.
    with CorpusWriter(path):
        pass
    update_index(open_corpus(path))
    return Repaired(damage, removed, tuple(set(emptied) - {PAGE_INDEX, *SHOWN, *HIDDEN}))


def _mark(path: CorpusPath) -> None:
    """Mark the corpus so that the next writer removes unclaimed rows."""
    lance.dataset(f"{path}/{DOCUMENTS}.lance").update_config({UNFINISHED: "1"})


def _remove(path: CorpusPath, entries: tuple[Entry, ...]) -> None:
    if entries:
        lines = lance.dataset(f"{path}/{DOCUMENTS}.lance")
        lines.delete(f"revision IN ({quoted([entry.revision for entry in entries])})")


def _mend_files(state: TableState) -> bool:
    """Drop unreadable parts of a table; returns whether the whole table was emptied."""
    if state.reason:
        drop_table(state.folder, state.name)
        if state.name in SCHEMAS:
            create_dataset(state.folder, state.name, SCHEMAS[state.name].empty_table())
        return True
    if state.lost:
        dataset = lance.dataset(state.address)
        deletion = lance.LanceOperation.Delete([], state.lost, "false")
        lance.LanceDataset.commit(dataset.uri, deletion, read_version=dataset.version)
    for index in state.broken:
        lance.dataset(state.address).drop_index(index)
    return False


def _drop_rows(survey: Survey) -> None:
    """Drop unclaimed rows, and rows of the page index with only some pages of a document."""
    for name, state in survey.tables.items():
        revisions = orphans(survey, state)
        if name == PAGE_INDEX:
            revisions |= {entry.revision for entry in unindexed(survey)} & set(state.rows)
        if revisions and not state.reason:
            lance.dataset(state.address).delete(f"revision IN ({quoted(sorted(revisions))})")


def _remake_wordings(path: CorpusPath) -> None:
    """Make the missing wordings of documents with tables again, from their pages."""
    corpus = open_corpus(path)
    table = lance.dataset(f"{path}/{WORDINGS}.lance")
    present = set(table.to_table(["revision"]).column("revision").to_pylist())
    lacking = [entry for entry in corpus.entries if entry.tables and entry.revision not in present]
    for start in range(0, len(lacking), _DOCUMENTS):
        batch = lacking[start : start + _DOCUMENTS]
        documents = (corpus.document(entry.metadata.document_id) for entry in batch)
        table.insert(pa.concat_tables(map(wording_rows, documents)))
