"""A damaged corpus -> a sound one, with as many of its documents as can be kept.

What can be made again is: tables, indexes, wordings, the page index. Documents of which rows are
gone are taken away, line first, and named, so that they can be ingested again. Each step finds
what it needs itself, so a repair that is killed is simply started again.
"""

from contextlib import suppress
from dataclasses import dataclass

import lance
import lancedb
import pyarrow as pa

from secqa.corpus.company_wordings import wording_rows
from secqa.corpus.corpus_address import CorpusPath, writing
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_schema import DOCUMENTS, HIDDEN, PAGE_INDEX, SCHEMAS, SHOWN, WORDINGS
from secqa.corpus.corpus_store import UNFINISHED, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.lance_tables import quoted
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
"""Whose wordings are written in one commit."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a repair found and did."""

    found: tuple[Damage, ...]
    taken: tuple[Entry, ...]
    """Documents that were taken away; their `source` is the file to ingest again."""
    remade: tuple[str, ...]
    """Tables that are empty now and that no reader misses, but for vectors: to be indexed again."""


def repair(path: CorpusPath) -> Repaired:
    """Mend a corpus. Raises `SecqaError` where another writer is at work, where its list of
    documents cannot be read, or where files are sound but cannot be reached."""
    open_corpus(path)  # nothing is written where there is none
    with writing(path), lease(path):
        there = survey(path)
        found = findings(there)
        if not found:
            return Repaired((), (), ())
        _mark(path)
        taken = broken_documents(there)
        _take_away(path, taken)
        remade = tuple(name for name, state in there.tables.items() if _mend_files(state))
        _drop_rows(there)
        _remake_wordings(path)
    # The writer removes what no line claims, indexes what is not, and takes the mark away.
    with CorpusWriter(path):
        pass
    update_index(open_corpus(path))
    return Repaired(found, taken, tuple(set(remade) - {PAGE_INDEX, *SHOWN, *HIDDEN}))


def _mark(path: CorpusPath) -> None:
    """Note that there may be rows that no line claims, for whoever writes next."""
    lance.dataset(f"{path}/{DOCUMENTS}.lance").update_config({UNFINISHED: "1"})


def _take_away(path: CorpusPath, entries: tuple[Entry, ...]) -> None:
    if entries:
        lines = lance.dataset(f"{path}/{DOCUMENTS}.lance")
        lines.delete(f"revision IN ({quoted([entry.revision for entry in entries])})")


def _mend_files(state: TableState) -> bool:
    """Let go of what of a table cannot be read; whether the table as a whole is gone."""
    if state.reason:
        database = lancedb.connect(str(state.folder))
        with suppress(ValueError):  # where there is none
            database.drop_table(state.name)
        if state.name in SCHEMAS:
            database.create_table(state.name, schema=SCHEMAS[state.name])
        return True
    if state.lost:
        dataset = lance.dataset(state.address)
        gone = lance.LanceOperation.Delete([], state.lost, "false")
        lance.LanceDataset.commit(dataset.uri, gone, read_version=dataset.version)
    for index in state.broken:
        lance.dataset(state.address).drop_index(index)
    return False


def _drop_rows(there: Survey) -> None:
    """Rows that no line claims, of tables that the writer does not know, and those of the page
    index that are not all pages of their document."""
    for name, state in there.tables.items():
        gone = orphans(there, state)
        if name == PAGE_INDEX:
            gone |= {entry.revision for entry in unindexed(there)} & set(state.rows)
        if gone and not state.reason:
            lance.dataset(state.address).delete(f"revision IN ({quoted(sorted(gone))})")


def _remake_wordings(path: CorpusPath) -> None:
    """Wordings of the documents with tables that have none: they are read from their pages."""
    corpus = open_corpus(path)
    table = lancedb.connect(str(path)).open_table(WORDINGS)
    there = set(table.to_lance().to_table(["revision"]).column("revision").to_pylist())
    lacking = [entry for entry in corpus.entries if entry.tables and entry.revision not in there]
    for start in range(0, len(lacking), _DOCUMENTS):
        some = lacking[start : start + _DOCUMENTS]
        documents = (corpus.document(entry.metadata.document_id) for entry in some)
        table.add(pa.concat_tables(map(wording_rows, documents)))
