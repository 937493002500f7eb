"""A corpus -> what is there of each of its tables, whole or not.

Nothing is changed. Each fragment of each table is read as far as to tell whose rows it holds, each
index in full. A file that is not there, or is no whole file any more, is noted as damage; a disk or
a store that only cannot be reached is not: then nothing can be told, and `SecqaError` says why.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import lance
import lancedb
from lance.file import LanceFileSession

from secqa.corpus.corpus_address import CorpusPath, storage_failure
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_schema import (
    DOCUMENTS,
    ELEMENTS,
    FACTS,
    HIDDEN,
    METRIC_VALUES,
    ORIGINALS,
    PAGE_INDEX,
    PAGES,
    SHOWN,
    TRUTH,
)
from secqa.corpus.corpus_store import UNFINISHED, open_corpus
from secqa.corpus.lance_tables import Tables
from secqa.corpus.writer_lease import LEASE
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from lance import LanceDataset

_INDEX_CACHE = 64_000_000
"""Bytes of indexes kept in memory: each is read through once."""
_ROWS = 1024
"""Read from a file of an index at once."""
_OF_WORDS = "Inverted"
_MOST_TABLES = 1000
_OUTAGE = re.compile(
    r"os error (?!2\b)\d+|Error performing (?!.*(?:404|NoSuchKey))|credential|builder error"
)
"""What is said where files may be sound but cannot be had: permissions, limits, networks."""


@dataclass(slots=True)
class TableState:
    """What is there of a table."""

    name: str
    folder: CorpusPath
    """Of its database."""
    reason: str = ""
    """Why it cannot be opened at all, "" where it can."""
    lost: list[int] = field(default_factory=list)
    """Ids of fragments that cannot be read."""
    broken: list[str] = field(default_factory=list)
    """Names of indexes that cannot be read."""
    rows: Counter[str] = field(default_factory=Counter)
    """How many rows there are of each revision."""

    @property
    def address(self) -> str:
        """Of the table itself."""
        return f"{self.folder}/{self.name}.lance"


@dataclass(frozen=True, slots=True)
class Survey:
    """What is there of a corpus."""

    path: CorpusPath
    entries: tuple[Entry, ...]
    tables: dict[str, TableState]
    unfinished: bool
    """Whether a writer is at work, or was killed."""


def survey(path: CorpusPath) -> Survey:
    """Look at everything in a corpus; `SecqaError` where its list of documents cannot be read."""
    corpus = open_corpus(path)
    lines = corpus.table(DOCUMENTS)
    assert lines is not None
    return Survey(
        path=path,
        entries=corpus.entries,
        tables={
            name: state_of(name, folder)
            for name, folder in table_places(path).items()
            if name != DOCUMENTS
        },
        unfinished=UNFINISHED in lines.dataset.config(),
    )


def table_places(path: CorpusPath) -> dict[str, CorpusPath]:
    """All tables that a corpus must have, or has, and the folders of their databases.

    Those of its own, indexes of its documents, and the files they were read from where they are
    kept. `documents` comes last.
    """
    found = lancedb.connect(str(path)).list_tables(limit=_MOST_TABLES).tables
    places = dict.fromkeys((*SHOWN, *sorted(found)), path) | dict.fromkeys(HIDDEN, path / TRUTH)
    if Tables(path / ORIGINALS).opened(ORIGINALS) is not None:
        places[ORIGINALS] = path / ORIGINALS
    return {name: place for name, place in places.items() if name not in (LEASE, DOCUMENTS)} | {
        DOCUMENTS: path
    }


def state_of(name: str, folder: CorpusPath) -> TableState:
    """What is there of one table."""
    state = TableState(name, folder)
    session = lance.Session(index_cache_size_bytes=_INDEX_CACHE)  # type: ignore[attr-defined]
    reasons: list[str] = []
    with _damage(folder, reasons):
        dataset = lance.dataset(state.address, session=session)
    if reasons:
        state.reason = reasons[0]
        return state
    for fragment in dataset.get_fragments():
        reasons = []
        with _damage(folder, reasons):
            revisions = fragment.to_table(columns=["revision"]).column("revision")
            for one in revisions.value_counts().to_pylist():
                state.rows[one["values"]] += one["counts"]
        state.lost += [fragment.fragment_id] if reasons else []
    state.broken = list(_broken_indexes(dataset, folder))
    return state


def _broken_indexes(dataset: "LanceDataset", folder: CorpusPath) -> Iterator[str]:
    for index in dataset.describe_indices():
        reasons: list[str] = []
        with _damage(folder, reasons):
            if index.index_type == _OF_WORDS:
                # Loaded whole it would be asked to stay in memory; opened, it names its parts.
                dataset.stats.index_stats(index.name)
            else:
                dataset.prewarm_index(index.name)
            for segment in index.segments:
                _read_through(f"{dataset.uri}/_indices/{segment.uuid}")
        if reasons:
            yield index.name


def _read_through(folder: str) -> None:
    session = LanceFileSession(folder)
    files = session.list()
    if not files:
        raise OSError(f"{folder} was not found: it is empty")
    for file in files:
        for _ in session.open_reader(file).read_all(batch_size=_ROWS).to_batches():
            pass  # one that is cut off has no end


@contextmanager
def _damage(folder: CorpusPath, reasons: list[str]) -> Iterator[None]:
    """Note why something is not whole; `SecqaError` where it only cannot be reached."""
    try:
        yield
    except (OSError, ValueError, RuntimeError) as error:
        reason = storage_failure(error) or str(error).splitlines()[0]
        if _OUTAGE.search(str(error)):
            raise SecqaError(f"{folder}: {reason}; nothing was changed, try again") from error
        reasons.append(reason)


_TOLD = {PAGES: "pages", ELEMENTS: "elements", FACTS: "facts", METRIC_VALUES: "metric_values"}
"""Tables of whose rows a line tells the number, and the field that does."""


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing that is wrong."""

    table: str
    what: str
    documents: tuple[str, ...] = ()
    """Those that it concerns."""


def findings(there: Survey) -> tuple[Damage, ...]:
    """All that is wrong with a corpus."""
    return (*_of_files(there), *_of_rows(there))


def orphans(there: Survey, table: TableState) -> set[str]:
    """Revisions of rows of a table that no line claims."""
    return set(table.rows) - {entry.revision for entry in there.entries}


def broken_documents(there: Survey) -> tuple[Entry, ...]:
    """Documents that cannot be mended: they must be ingested again."""
    return tuple(
        entry
        for entry in there.entries
        if any(_differs(there, name, entry) for name in _TOLD) or _may_lack_untold(there, entry)
    )


def unindexed(there: Survey) -> tuple[Entry, ...]:
    """Documents of which the page index has not exactly the pages; none where there is no index."""
    index = there.tables.get(PAGE_INDEX)
    if index is None or index.reason:
        return tuple(entry for entry in there.entries if entry.pages)
    return tuple(e for e in there.entries if index.rows[e.revision] != e.pages)


def _differs(there: Survey, name: str, entry: Entry) -> bool:
    told: int = getattr(entry, _TOLD[name])
    return there.tables[name].rows[entry.revision] != told


def _may_lack_untold(there: Survey, entry: Entry) -> bool:
    """Whether rows may be gone of which nobody knows how many there were: those of values of
    segments, and footnotes. Only documents with facts have any."""
    untold = (there.tables[name] for name in HIDDEN if name not in _TOLD)
    return entry.facts > 0 and any(state.reason or state.lost for state in untold)


def _of_files(there: Survey) -> Iterator[Damage]:
    if there.unfinished:
        yield Damage("documents", "a writer is at work, or was killed before it had finished")
    for name, state in there.tables.items():
        if state.reason:
            yield Damage(name, f"cannot be opened ({state.reason})")
        if state.lost:
            yield Damage(name, f"{len(state.lost)} of its files cannot be read")
        for index in state.broken:
            yield Damage(name, f"its index {index} cannot be read")
    if PAGE_INDEX not in there.tables:
        yield Damage(PAGE_INDEX, "is not there")


def _of_rows(there: Survey) -> Iterator[Damage]:
    for name, state in there.tables.items():
        if loose := orphans(there, state):
            rows = sum(state.rows[revision] for revision in loose)
            yield Damage(name, f"{rows:,} rows of {len(loose):,} revisions that no document claims")
    for name in _TOLD:
        if short := [e for e in there.entries if _differs(there, name, e)]:
            yield _concerning(name, "not the rows that are told of", short)
    untold = [entry for entry in there.entries if _may_lack_untold(there, entry)]
    if untold:
        yield _concerning(", ".join(set(HIDDEN) - set(_TOLD)), "may lack rows of", untold)
    if PAGE_INDEX in there.tables and (lacking := unindexed(there)):
        yield _concerning(PAGE_INDEX, "not the pages of", lacking)


def _concerning(table: str, what: str, entries: list[Entry] | tuple[Entry, ...]) -> Damage:
    documents = tuple(entry.metadata.document_id for entry in entries)
    return Damage(table, f"{what} {len(documents):,} documents", documents)
