"""Read one file into the rows of a corpus, in a worker process.

Does not import LanceDB, which only the parent needs, so that a worker starts in half the time and
with half the memory.
"""

import hashlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from secqa.corpus.corpus_rows import DocumentRows, rows_for
from secqa.corpus.corpus_schema import ORIGINALS, PAGE_INDEX, revision_of
from secqa.corpus.stored_parts import original_rows
from secqa.errors import SecqaError
from secqa.facts.table.fact_store import database_rows
from secqa.facts.table.metric_rows import member_facts, metric_facts
from secqa.facts.tags.fact_sources import with_facts
from secqa.filings.containers.parts import LARGEST_PICTURE, Find, folder_files, parts_of
from secqa.filings.containers.sidecar import with_sidecar
from secqa.filings.containers.unpacking import archive_files, archive_members, is_archive
from secqa.filings.read import load_file, no_collector, read_bytes, read_filing
from secqa.ingest.sources import Settled, Task, at_hand, source_of
from secqa.metrics.catalogue import extended
from secqa.retrieval.indexing.page_index import page_rows


@dataclass(frozen=True, slots=True)
class AlreadyIngested:
    """A file whose content the corpus has."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that could not be read."""

    reason: str
    """One line."""


Outcome = DocumentRows | AlreadyIngested | Refusal


@dataclass(frozen=True, slots=True)
class IngestTerms:
    """Settings for all files of an ingest."""

    known: frozenset[str] = frozenset()
    """SHA-256 of contents to skip."""
    own_metrics: str = ""
    """The user's metrics, as TOML."""
    originals: bool = True
    """Keep the files beside their rows."""


_terms = IngestTerms()


def prepare(terms: IngestTerms) -> None:
    """Give a worker the settings for all its files."""
    global _terms  # one a worker process, set before its first file
    _terms = terms


def ingest_file(task: Task) -> tuple[Outcome, ...]:
    """Read one file; returns one outcome for each filing in it.

    Other files of an archive are skipped, unless it has no filing at all.
    """
    if isinstance(task, Settled):
        return (_refused(task, task.reason) if task.reason else AlreadyIngested(),)
    try:
        with at_hand(task) as path:
            return _read_file(path)
    except SecqaError as error:
        return (_refused(task, str(error)),)


def _refused(task: Task, reason: str) -> Refusal:
    return Refusal(reason.removeprefix(f"{source_of(task)}: "))


def _read_file(path: Path) -> tuple[Outcome, ...]:
    name = ""
    try:
        data, name = load_file(path)
        if not is_archive(data):
            return (_read(data, name, path, folder_files(path)),)
        find = partial(archive_files, data, largest=LARGEST_PICTURE)
        members = [_read(*member, path, find) for member in archive_members(data, name)]
    except SecqaError as error:
        return (Refusal(str(error).removeprefix(f"{path}: ").removeprefix(f"{name}: ")),)
    read = tuple(outcome for outcome in members if not isinstance(outcome, Refusal))
    return read or (Refusal("no filing in this ZIP archive; give one that holds filings"),)


def _read(data: bytes, name: str, path: Path, find: Find) -> Outcome:
    """Read the filing in the bytes of a file; `find` finds accompanying files."""
    if hashlib.sha256(data).hexdigest() in _terms.known:
        return AlreadyIngested()
    try:
        with no_collector():
            rows = _rows(data, name, path)
    except SecqaError as error:
        return Refusal(str(error).removeprefix(f"{path}: ").removeprefix(f"{name}: "))
    if _terms.originals:
        parts = parts_of(data, path, lambda file: load_file(file)[0], find)
        rows.tables[ORIGINALS] = original_rows(rows.entry.revision, parts)
    return rows


def _rows(data: bytes, name: str, path: Path) -> DocumentRows:
    filing = with_sidecar(read_bytes(data, name), path, read_filing)
    filing, facts = with_facts(filing, path)
    catalogue = extended(_terms.own_metrics)
    values = metric_facts(filing.document, facts, catalogue)
    parts = member_facts(filing.document, facts, values, catalogue)
    revision = revision_of(filing.document.metadata.sha256)
    rows = rows_for(filing.document, database_rows(revision, facts, values, parts))
    rows.tables[PAGE_INDEX] = page_rows(filing.document, revision)
    return rows
