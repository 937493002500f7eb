"""Many small pieces of a table -> few large ones, at a price that does not grow with the table.

Each commit leaves one more fragment, and rows that no index has. Put together as a whole, a large
table would be written again for every few filings. So pieces are carried as digits are in counting:
only those of about one size are joined, and a row is written again a few times in all. What has
grown to a whole piece, fragments and the segment of each index over them, is not touched again.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lance import LanceDataset, LanceFragment

_SEGMENT = 1_000_000_000
"""Bytes of the rows in a whole segment of an index: some 150,000 pages are sorted in seconds, and a
search looks into each segment, which takes some 1 ms."""
_FRAGMENT = 256_000_000
"""Bytes of a whole fragment: they are written again in a second."""
_KINDS = (0, _FRAGMENT // 64, _FRAGMENT // 8, _FRAGMENT)
"""Bytes between which fragments count as of one size."""
_RATIO = 2
"""How much larger than what is new a segment is that is still joined with it."""
_MOST_ALIKE = 8
"""Fragments of one size: reading a document from one more takes some 0.1 ms."""

_KEEP_VERSIONS = timedelta(hours=1)
"""How long readers that opened the corpus earlier can go on reading what they saw."""


def loose_fragments(dataset: "LanceDataset") -> list["LanceFragment"]:
    """Fragments that at least one index of the table lacks, the oldest first."""
    held = [
        {fragment for segment in index.segments for fragment in segment.fragment_ids}
        for index in dataset.describe_indices()
    ]
    return [
        one for one in dataset.get_fragments() if any(one.fragment_id not in ids for ids in held)
    ]


def is_scattered(dataset: "LanceDataset") -> bool:
    """Whether tidying up pays: a few small fragments more are read as fast."""
    return _joined_size(_young(dataset)) > 0


def tidy(dataset: "LanceDataset") -> None:
    """Sort the rows that indexes lack into them, join fragments where many are of one size, and
    let go of what nobody reads any more."""
    _index_loose_rows(dataset)
    young = _young(dataset)
    size = _joined_size(young)
    if size:
        rows = sum(fragment.count_rows() for fragment in young)
        others = {one.fragment_id for one in dataset.get_fragments()} - {
            one.fragment_id for one in young
        }
        dataset.optimize.compact_files(
            target_rows_per_fragment=max(size * rows // max(sum(map(_bytes, young)), 1), 1),
            excluded_fragment_ids=sorted(others),
        )
    dataset.cleanup_old_versions(_KEEP_VERSIONS)


def put_together(dataset: "LanceDataset") -> None:
    """Join all fragments and all segments of each index, whatever that costs."""
    fragments = dataset.get_fragments()
    rows, size = dataset.count_rows(), sum(map(_bytes, fragments))
    dataset.optimize.optimize_indices(num_indices_to_merge=len(fragments) + 1)
    dataset.optimize.compact_files(
        target_rows_per_fragment=max(_FRAGMENT * rows // max(size, 1), 1),
        materialize_deletions_threshold=0.0,
    )


def file_sizes(dataset: "LanceDataset") -> dict[str, int]:
    """What the table as it is now takes: bytes by data file, and by segment of an index."""
    files = {one.path: one for f in dataset.get_fragments() for one in f.data_files()}
    segments = (segment for index in dataset.describe_indices() for segment in index.segments)
    return {path: one.file_size_bytes or 0 for path, one in files.items()} | {
        str(segment.uuid): segment.size_bytes or 0 for segment in segments
    }


def _young(dataset: "LanceDataset") -> list["LanceFragment"]:
    """Fragments that are in no index yet, or in the segment of it that still grows; all of a
    table without an index."""
    last = [
        set(index.segments[-1].fragment_ids)
        for index in dataset.describe_indices()
        if index.segments
    ]
    if not last:
        return list(dataset.get_fragments())
    grows = set.intersection(*last) | {one.fragment_id for one in loose_fragments(dataset)}
    return [one for one in dataset.get_fragments() if one.fragment_id in grows]


def _joined_size(fragments: Sequence["LanceFragment"]) -> int:
    """Up to how many bytes fragments are to be joined; 0 where few are of any one size."""
    sizes = [_bytes(fragment) for fragment in fragments]
    for least, most in reversed(list(pairwise(_KINDS))):
        if sum(least <= size < most for size in sizes) > _MOST_ALIKE:
            return most
    return 0


def _index_loose_rows(dataset: "LanceDataset") -> None:
    sizes = {one.fragment_id: _bytes(one) for one in dataset.get_fragments()}
    for index in dataset.describe_indices():
        held = [
            sum(sizes.get(fragment, 0) for fragment in segment.fragment_ids)
            for segment in index.segments
        ]
        if loose := sum(sizes.values()) - sum(held):
            dataset.optimize.optimize_indices(
                num_indices_to_merge=_carried(held, loose), index_names=[index.name]
            )


def _carried(segments: Sequence[int], new: int) -> int:
    """How many of the last segments, of so many bytes each, are joined with what is new."""
    carried = 0
    for size in reversed(segments):
        if size > _RATIO * new or size + new > _SEGMENT:
            break
        new += size
        carried += 1
    return carried


def _bytes(fragment: "LanceFragment") -> int:
    return sum(file.file_size_bytes or 0 for file in fragment.data_files())
