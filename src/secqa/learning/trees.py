"""Evaluate boosted trees for binary classification with numpy alone.

Trees are stored as full binary trees: node `n` has its children at `2n + 1` and `2n + 2`, and a
branch that ends early is padded to the left. So a few array operations per level move all rows down
all trees. `benchmarks/estimators.py` fits the weights.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Full trees of equal depth: nodes (trees, 2^depth - 1), leaves (trees, 2^depth)."""

    feature: NDArray[np.uint8]
    least: NDArray[np.float32]
    """Threshold of each node; values up to it go left."""
    leaves: NDArray[np.float32]

    def likely(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """The probability of each row, 0 to 1, for rows of shape (n, features)."""
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
        """The arrays for `numpy.savez`."""
        return {"feature": self.feature, "least": self.least, "leaves": self.leaves}


@dataclass(frozen=True, slots=True, eq=False)
class FeatureTrees:
    """Trees over named features."""

    names: tuple[str, ...]
    """Feature names in column order."""
    trees: Trees

    def probability(self, numbers: Mapping[str, float]) -> float:
        """The probability, 0 to 1; missing features are zero, unknown ones are ignored."""
        row = [[numbers.get(name, 0.0) for name in self.names]]
        return float(self.trees.likely(np.array(row, np.float32))[0])


UNSURE = FeatureTrees(
    (),
    Trees(np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.float32), np.zeros((0, 1), np.float32)),
)
"""A model that always returns one half, for use before fitting."""


def trees_from(arrays: Any) -> Trees:
    """Build trees from the arrays of `Trees.arrays`."""
    return Trees(arrays["feature"], arrays["least"], arrays["leaves"])
