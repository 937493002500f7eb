"""Compact tables at a cost that does not grow with the table.

Each commit adds a fragment and leaves its rows unindexed. Joining everything would rewrite a large
table for every few filings. So, as in a log-structured merge tree, only fragments of similar size
are joined, and each row is rewritten a few times in total. Fragments and index segments of full
size stay unchanged.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lance import LanceDataset, LanceFragment

_SEGMENT = 1_000_000_000
"""Bytes of rows in a full index segment: some 150,000 pages, sorted in seconds. A search takes
about 1 ms per segment."""
_FRAGMENT = 256_000_000
"""Bytes of a full fragment, which takes a second to rewrite."""
_KINDS = (0, _FRAGMENT // 64, _FRAGMENT // 8, _FRAGMENT)
"""Boundaries in bytes between size classes of fragments."""
_RATIO = 2
"""Merge segments up to this many times the size of the new rows."""
_MOST_ALIKE = 8
"""Maximum fragments of one size class; each costs about 0.1 ms per document read."""

_KEEP_VERSIONS = timedelta(hours=1)
"""How long readers can use an older version."""


def loose_fragments(dataset: "LanceDataset") -> list["LanceFragment"]:
    """Fragments that are missing from at least one index, oldest first."""
    indexed = [
        {fragment for segment in index.segments for fragment in segment.fragment_ids}
        for index in dataset.describe_indices()
    ]
    return [
        fragment
        for fragment in dataset.get_fragments()
        if any(fragment.fragment_id not in ids for ids in indexed)
    ]


def is_scattered(dataset: "LanceDataset") -> bool:
    """Whether there are enough small fragments to tidy up."""
    return _joined_size(_young(dataset)) > 0


def tidy(dataset: "LanceDataset") -> None:
    """Index new rows, join fragments if many are in one size class, and drop old versions."""
    _index_loose_rows(dataset)
    young = _young(dataset)
    size = _joined_size(young)
    if size:
        rows = sum(fragment.count_rows() for fragment in young)
        excluded = {fragment.fragment_id for fragment in dataset.get_fragments()} - {
            fragment.fragment_id for fragment in young
        }
        dataset.optimize.compact_files(
            target_rows_per_fragment=max(size * rows // max(sum(map(_bytes, young)), 1), 1),
            excluded_fragment_ids=sorted(excluded),
        )
    dataset.cleanup_old_versions(_KEEP_VERSIONS)


def put_together(dataset: "LanceDataset") -> None:
    """Join all fragments and all index segments, regardless of cost."""
    fragments = dataset.get_fragments()
    rows, size = dataset.count_rows(), sum(map(_bytes, fragments))
    dataset.optimize.optimize_indices(num_indices_to_merge=len(fragments) + 1)
    dataset.optimize.compact_files(
        target_rows_per_fragment=max(_FRAGMENT * rows // max(size, 1), 1),
        materialize_deletions_threshold=0.0,
    )


def file_sizes(dataset: "LanceDataset") -> dict[str, int]:
    """Bytes of the current version by data file and index segment."""
    files = {one.path: one for f in dataset.get_fragments() for one in f.data_files()}
    segments = (segment for index in dataset.describe_indices() for segment in index.segments)
    return {path: one.file_size_bytes or 0 for path, one in files.items()} | {
        str(segment.uuid): segment.size_bytes or 0 for segment in segments
    }


def _young(dataset: "LanceDataset") -> list["LanceFragment"]:
    """Fragments outside full index segments; all fragments of a table without an index."""
    last = [
        set(index.segments[-1].fragment_ids)
        for index in dataset.describe_indices()
        if index.segments
    ]
    if not last:
        return list(dataset.get_fragments())
    growing = set.intersection(*last) | {
        fragment.fragment_id for fragment in loose_fragments(dataset)
    }
    return [fragment for fragment in dataset.get_fragments() if fragment.fragment_id in growing]


def _joined_size(fragments: Sequence["LanceFragment"]) -> int:
    """Size in bytes up to which fragments are joined; 0 if no size class is full."""
    sizes = [_bytes(fragment) for fragment in fragments]
    for least, most in reversed(list(pairwise(_KINDS))):
        if sum(least <= size < most for size in sizes) > _MOST_ALIKE:
            return most
    return 0


def _index_loose_rows(dataset: "LanceDataset") -> None:
    sizes = {fragment.fragment_id: _bytes(fragment) for fragment in dataset.get_fragments()}
    for index in dataset.describe_indices():
        indexed = [
            sum(sizes.get(fragment, 0) for fragment in segment.fragment_ids)
            for segment in index.segments
        ]
        if loose := sum(sizes.values()) - sum(indexed):
            dataset.optimize.optimize_indices(
                num_indices_to_merge=_carried(indexed, loose), index_names=[index.name]
            )


def _carried(segments: Sequence[int], new: int) -> int:
    """How many of the last segments, given in bytes, are merged with the new rows."""
    carried = 0
    for size in reversed(segments):
        if size > _RATIO * new or size + new > _SEGMENT:
            break
        new += size
        carried += 1
    return carried


def _bytes(fragment: "LanceFragment") -> int:
    return sum(file.file_size_bytes or 0 for file in fragment.data_files())
