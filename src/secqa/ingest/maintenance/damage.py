"""What is there of a corpus -> what is wrong with it, and which documents are not whole.

A line in `documents` tells how many rows its document has in the tables; whatever is fewer, or
more, is a document that readers would stumble over. Rows without a line are nobody's. Of the
tables that can be made again (wordings, the page index, vectors) nothing is lost with their rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from secqa.corpus.rows import Entry
from secqa.corpus.schema import ELEMENTS, FACTS, HIDDEN, METRIC_VALUES, PAGE_INDEX, PAGES
from secqa.ingest.maintenance.survey import Survey, TableState

_TOLD = {PAGES: "pages", ELEMENTS: "elements", FACTS: "facts", METRIC_VALUES: "metric_values"}
"""Tables of whose rows a line tells the number, and the field that does."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong."""

    table: str
    what: str
    documents: tuple[str, ...] = ()
    """Those that it concerns."""


def findings(there: Survey) -> tuple[Finding, ...]:
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


def _of_files(there: Survey) -> Iterator[Finding]:
    if there.unfinished:
        yield Finding("documents", "a writer is at work, or was killed before it had finished")
    for name, state in there.tables.items():
        if state.reason:
            yield Finding(name, f"cannot be opened ({state.reason})")
        if state.lost:
            yield Finding(name, f"{len(state.lost)} of its files cannot be read")
        for index in state.broken:
            yield Finding(name, f"its index {index} cannot be read")
    if PAGE_INDEX not in there.tables:
        yield Finding(PAGE_INDEX, "is not there")


def _of_rows(there: Survey) -> Iterator[Finding]:
    for name, state in there.tables.items():
        if loose := orphans(there, state):
            rows = sum(state.rows[revision] for revision in loose)
            yield Finding(
                name, f"{rows:,} rows of {len(loose):,} revisions that no document claims"
            )
    for name in _TOLD:
        if short := [e for e in there.entries if _differs(there, name, e)]:
            yield _concerning(name, "not the rows that are told of", short)
    untold = [entry for entry in there.entries if _may_lack_untold(there, entry)]
    if untold:
        yield _concerning(", ".join(set(HIDDEN) - set(_TOLD)), "may lack rows of", untold)
    if PAGE_INDEX in there.tables and (lacking := unindexed(there)):
        yield _concerning(PAGE_INDEX, "not the pages of", lacking)


def _concerning(table: str, what: str, entries: list[Entry] | tuple[Entry, ...]) -> Finding:
    documents = tuple(entry.metadata.document_id for entry in entries)
    return Finding(table, f"{what} {len(documents):,} documents", documents)
