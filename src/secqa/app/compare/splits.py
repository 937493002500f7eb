"""A company's values in, the share splits that its filings tell by counting anew out.

A later filing restates earlier years in new shares; years that it no longer prints stay in old
ones. Only numbers of shares tell a split: earnings of a cent a share double by rounding.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import Found, stated_parts
from secqa.facts.table.gates.reason import Key, key_of
from secqa.facts.table.restated import split_between


@dataclass(frozen=True, slots=True)
class Split:
    """How many new shares are one old one, and between which filings."""

    factor: int
    before: int
    """Place of the last filing that is known to count the old way."""
    since: int
    """Place of the first that counts the new way."""
    told_in: str
    """Its document."""

    def overlaps(self, other: "Split") -> bool:
        """Whether both can be one split."""
        apart = self.since <= other.before or other.since <= self.before
        return self.factor == other.factor and not apart


def splits_of(
    values: Iterable[Sequence[Found]], order: Mapping[str, int], doubts: Container[Key]
) -> tuple[Split, ...]:
    """Splits in the order of filings; of each value all documents, the earliest first."""
    found: list[Split] = []
    for told in values:
        rows = [
            one
            for one in told
            if isinstance(one, MetricFact) and one.unit == "shares" and key_of(one) not in doubts
        ]
        for earlier, later in pairwise(rows):
            if factor := split_between(earlier, later):
                first, then = earlier.document_id, later.document_id
                found.append(Split(factor, order[first], order[then], then))
    merged: list[Split] = []
    for split in sorted(found, key=lambda one: (one.before, one.since)):
        if merged and merged[-1].overlaps(split):
            sooner = min(merged[-1], split, key=lambda one: one.since)
            merged[-1] = Split(split.factor, split.before, sooner.since, sooner.told_in)
        else:
            merged.append(split)
    return tuple(merged)


def splits_since(
    found: Found, splits: Sequence[Split], order: Mapping[str, int]
) -> tuple[Split, ...]:
    """The splits that a value in shares, or per share, was printed before."""
    if "shares" not in found.unit:
        return ()
    counted = [row for row in stated_parts(found) if "shares" in row.unit]
    last = max((order[row.document_id] for row in counted), default=len(order))
    return tuple(split for split in splits if last <= split.before)
