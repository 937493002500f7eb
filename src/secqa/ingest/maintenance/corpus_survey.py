"""Survey the tables of a corpus, and list damage, without changing anything.

Reads the revision of every row, and every index in full. A missing or truncated file is damage; a
disk or store that cannot be reached is not, and raises `SecqaError`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import lance
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
from secqa.corpus.lance_tables import Tables, table_names
from secqa.corpus.writer_lease import LEASE
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from lance import LanceDataset

_INDEX_CACHE = 64_000_000
"""Bytes of indexes cached: each is read once."""
_ROWS = 1024
"""Rows of an index read at once."""
_OF_WORDS = "Inverted"
_OUTAGE = re.compile(
    r"os error (?!2\b)\d+|Error performing (?!.*(?:404|NoSuchKey))|credential|builder error"
)
"""Errors of permissions, limits and networks, which say nothing about the files."""


@dataclass(slots=True)
class TableState:
    """The state of a table."""

    name: str
    folder: CorpusPath
    """Folder of its database."""
    reason: str = ""
    """Why it cannot be opened; "" if it can."""
    lost: list[int] = field(default_factory=list)
    """Ids of fragments that cannot be read."""
    broken: list[str] = field(default_factory=list)
    """Names of indexes that cannot be read."""
    rows: Counter[str] = field(default_factory=Counter)
    """Counts of rows by revision."""

    @property
    def address(self) -> str:
        """Address of the table."""
        return f"{self.folder}/{self.name}.lance"


@dataclass(frozen=True, slots=True)
class Survey:
    """The state of a corpus."""

    path: CorpusPath
    entries: tuple[Entry, ...]
    tables: dict[str, TableState]
    unfinished: bool
    """A writer is at work, or was killed."""


def survey(path: CorpusPath) -> Survey:
    """Survey a corpus; raises `SecqaError` if its list of documents cannot be read."""
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
    """The folder of each table that a corpus has or must have; `documents` comes last.

    With its own tables, its indexes, and the original files if it keeps them.
    """
    places = dict.fromkeys((*SHOWN, *sorted(table_names(path))), path) | dict.fromkeys(
        HIDDEN, path / TRUTH
    )
    if Tables(path / ORIGINALS).opened(ORIGINALS) is not None:
        places[ORIGINALS] = path / ORIGINALS
    return {name: place for name, place in places.items() if name not in (LEASE, DOCUMENTS)} | {
        DOCUMENTS: path
    }


def state_of(name: str, folder: CorpusPath) -> TableState:
    """Survey one table."""
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
    """Collect the reason of damage; raises `SecqaError` for files that cannot be reached."""
    try:
        yield
    except (OSError, ValueError, RuntimeError) as error:
        reason = storage_failure(error) or str(error).splitlines()[0]
        if _OUTAGE.search(str(error)):
            raise SecqaError(f"{folder}: {reason}; nothing was changed, try again") from error
        reasons.append(reason)


_COUNTED = {PAGES: "pages", ELEMENTS: "elements", FACTS: "facts", METRIC_VALUES: "metric_values"}
"""Tables whose number of rows is a field of the entry."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A finding of a survey."""

    table: str
    what: str
    documents: tuple[str, ...] = ()
    """Ids of affected documents."""


def findings(survey: Survey) -> tuple[Damage, ...]:
    """All damage of a corpus."""
    return (*_of_files(survey), *_of_rows(survey))


def orphans(survey: Survey, table: TableState) -> set[str]:
    """Revisions in a table without an entry."""
    return set(table.rows) - {entry.revision for entry in survey.entries}


def broken_documents(survey: Survey) -> tuple[Entry, ...]:
    """Documents that must be ingested again."""
    return tuple(
        entry
        for entry in survey.entries
        if any(_differs(survey, name, entry) for name in _COUNTED)
        or _may_lack_uncounted(survey, entry)
    )


def unindexed(survey: Survey) -> tuple[Entry, ...]:
    """Documents whose pages differ from the page index."""
    index = survey.tables.get(PAGE_INDEX)
    if index is None or index.reason:
        return tuple(entry for entry in survey.entries if entry.pages)
    return tuple(e for e in survey.entries if index.rows[e.revision] != e.pages)


def _differs(survey: Survey, name: str, entry: Entry) -> bool:
    count: int = getattr(entry, _COUNTED[name])
    return survey.tables[name].rows[entry.revision] != count


def _may_lack_uncounted(survey: Survey, entry: Entry) -> bool:
    """Return whether rows may be missing from tables without a count: members and footnotes.

    Only documents with facts have such rows.
    """
    uncounted = (survey.tables[name] for name in HIDDEN if name not in _COUNTED)
    return entry.facts > 0 and any(state.reason or state.lost for state in uncounted)


def _of_files(survey: Survey) -> Iterator[Damage]:
    if survey.unfinished:
        yield Damage("documents", "a writer is at work, or was killed before it had finished")
    for name, state in survey.tables.items():
        if state.reason:
            yield Damage(name, f"cannot be opened ({state.reason})")
        if state.lost:
            yield Damage(name, f"{len(state.lost)} of its files cannot be read")
        for index in state.broken:
            yield Damage(name, f"its index {index} cannot be read")
    if PAGE_INDEX not in survey.tables:
        yield Damage(PAGE_INDEX, "is not there")


def _of_rows(survey: Survey) -> Iterator[Damage]:
    for name, state in survey.tables.items():
        if loose := orphans(survey, state):
            rows = sum(state.rows[revision] for revision in loose)
            yield Damage(name, f"{rows:,} rows of {len(loose):,} revisions that no document claims")
    for name in _COUNTED:
        if short := [e for e in survey.entries if _differs(survey, name, e)]:
            yield _concerning(name, "not the rows that are told of", short)
    uncounted = [entry for entry in survey.entries if _may_lack_uncounted(survey, entry)]
    if uncounted:
        yield _concerning(", ".join(set(HIDDEN) - set(_COUNTED)), "may lack rows of", uncounted)
    if PAGE_INDEX in survey.tables and (lacking := unindexed(survey)):
        yield _concerning(PAGE_INDEX, "not the pages of", lacking)


def _concerning(table: str, what: str, entries: list[Entry] | tuple[Entry, ...]) -> Damage:
    documents = tuple(entry.metadata.document_id for entry in entries)
    return Damage(table, f"{what} {len(documents):,} documents", documents)
