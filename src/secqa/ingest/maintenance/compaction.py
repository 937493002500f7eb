"""A corpus of many small pieces -> the same in few large ones, and what that saved.

An ingest tidies up at a price that does not grow with the corpus; this is for when there is time.
What readers that are at work have opened goes with the versions of before, but for those of the
last hours that are kept for them.
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
    """What became of a table, before and after."""

    name: str
    fragments: tuple[int, int]
    segments: tuple[int, int]
    """Of all its indexes."""
    versions: tuple[int, int]
    saved: int
    """Bytes that it takes less now; below zero while versions of before are kept."""


def compact(path: CorpusPath, keep: timedelta = timedelta(0)) -> tuple[Compacted, ...]:
    """Put each table of a corpus together; versions younger than `keep` stay readable.

    Raises `SecqaError` where there is no corpus, or another writer is at work.
    """
    open_corpus(path)
    with CorpusWriter(path):
        pass  # what a killed writer left goes first
    with writing(path), lease(path) as own_lease:
        done = []
        for name, folder in table_places(path).items():
            done.append(_compacted(name, f"{folder}/{name}.lance", keep))
            own_lease.check()
        return tuple(done)


def _compacted(name: str, address: str, keep: timedelta) -> Compacted:
    dataset = lance.dataset(address)
    before, files = _pieces(dataset), file_sizes(dataset)
    # One writer at a time: whatever belongs to no version now is what a killed one left. It goes
    # first, as there must be room for what is written.
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
