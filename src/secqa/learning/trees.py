"""Evaluate boosted trees with numpy alone: how likely each row of named numbers is right.

Every tree is kept as a full one: node `n` has its children at `2n + 1` and `2n + 2`, and a branch
that ends early goes on to the left with one leaf. So all rows go down all trees at once with a
handful of array operations a level. `benchmarks/estimators.py` fits the weights.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Full trees of one depth: trees x (2^depth - 1) nodes, trees x 2^depth leaves."""

    feature: NDArray[np.uint8]
    least: NDArray[np.float32]
    """What goes left is not above it."""
    leaves: NDArray[np.float32]

    def likely(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """0 to 1 for each row."""
        trees, leaves = self.leaves.shape
        start = np.arange(trees) * (leaves - 1)
        feature, least, flat = self.feature.ravel(), self.least.ravel(), rows.ravel()
        begin = (np.arange(len(rows)) * rows.shape[1])[:, None]
        at = np.zeros((len(rows), trees), np.int64)
        for _ in range(leaves.bit_length() - 1):
            node = start + at
            at *= 2
            at += 1
            at += flat.take(begin + feature.take(node)) > least.take(node)
        leaf = at + (np.arange(trees) * leaves - (leaves - 1))
        total = self.leaves.ravel().take(leaf).sum(axis=1, dtype=np.float64)
        return np.asarray(1 / (1 + np.exp(-total)), np.float64)

    def arrays(self) -> dict[str, Any]:
        """What `numpy.savez` keeps."""
        return {"feature": self.feature, "least": self.least, "leaves": self.leaves}


@dataclass(frozen=True, slots=True, eq=False)
class FeatureTrees:
    """Trees over numbers that have names."""

    names: tuple[str, ...]
    """Of the columns, in their order."""
    trees: Trees

    def probability(self, numbers: Mapping[str, float]) -> float:
        """How likely; numbers that are not given are zero, others count for nothing."""
        row = [[numbers.get(name, 0.0) for name in self.names]]
        return float(self.trees.likely(np.array(row, np.float32))[0])


UNSURE = FeatureTrees(
    (),
    Trees(np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.float32), np.zeros((0, 1), np.float32)),
)
"""Where nothing is fitted: one half, whatever is given."""


def trees_from(arrays: Any) -> Trees:
    """The model that `Trees.arrays` gave."""
    return Trees(arrays["feature"], arrays["least"], arrays["leaves"])
