"""Compact a corpus: join many small pieces of tables and indexes into few large ones.

An ingest only tidies up as far as its own cost allows; this does the rest when there is time. Old
versions are dropped, so readers keep only those of the last hours.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import lance

from secqa.corpus.corpus_address import CorpusPath, writing
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.table_segments import file_sizes, put_together
from secqa.corpus.writer_lease import lease
from secqa.ingest.maintenance.corpus_survey import table_places

if TYPE_CHECKING:
    from lance import LanceDataset


@dataclass(frozen=True, slots=True)
class Compacted:
    """Pieces of a table, before and after."""

    name: str
    fragments: tuple[int, int]
    segments: tuple[int, int]
    """Segments of all its indexes."""
    versions: tuple[int, int]
    saved: int
    """Bytes saved; negative while old versions are kept."""


def compact(path: CorpusPath, keep: timedelta = timedelta(0)) -> tuple[Compacted, ...]:
    """Compact each table of a corpus; versions younger than `keep` stay readable.

    Raises `SecqaError` where there is no corpus, or another writer is at work.
    """
    open_corpus(path)
    with CorpusWriter(path):
        pass  # removes what a killed writer left
    with writing(path), lease(path) as write_lease:
        tables = []
        for name, folder in table_places(path).items():
            tables.append(_compact(name, f"{folder}/{name}.lance", keep))
            write_lease.check()
        return tuple(tables)


def _compact(name: str, address: str, keep: timedelta) -> Compacted:
    dataset = lance.dataset(address)
    before, files = _pieces(dataset), file_sizes(dataset)
    # There is no other writer, so files outside all versions are a killed writer's. Removing them
    # first makes room for the new ones.
    removed = dataset.cleanup_old_versions(keep, delete_unverified=not keep).bytes_removed
    put_together(dataset)
    removed += dataset.cleanup_old_versions(keep, delete_unverified=not keep).bytes_removed
    dataset = lance.dataset(address)
    after = _pieces(dataset)
    written = sum(size for file, size in file_sizes(dataset).items() if file not in files)
    fragments, segments, versions = zip(before, after, strict=True)
    return Compacted(name, fragments, segments, versions, removed - written)


def _pieces(dataset: "LanceDataset") -> tuple[int, int, int]:
    segments = sum(len(index.segments) for index in dataset.describe_indices())
    return len(dataset.get_fragments()), segments, len(dataset.versions())
