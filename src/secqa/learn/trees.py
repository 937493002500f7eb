"""Named numbers in, how likely each row is right out: boosted trees, evaluated with numpy alone.

All rows go down all trees at once, one level a step; a model of some hundred small trees reads a
value's proposals in about a millisecond. `secqa.fit` makes the weights.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Trees of one size, trees x nodes; below zero a child is a leaf: -1 the first."""

    feature: NDArray[np.uint8]
    least: NDArray[np.float32]
    """What goes left is not above it."""
    left: NDArray[np.int8]
    right: NDArray[np.int8]
    leaves: NDArray[np.float32]
    depth: int

    def likely(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """0 to 1 for each row."""
        trees, nodes = self.feature.shape
        start = np.arange(trees) * nodes
        feature, least = self.feature.ravel(), self.least.ravel()
        left, right = self.left.ravel(), self.right.ravel()
        at = np.zeros((len(rows), trees), np.int64)
        flat = rows.ravel()
        begin = (np.arange(len(rows)) * rows.shape[1])[:, None]
        for _ in range(self.depth):
            node = start + np.maximum(at, 0)
            smaller = flat[begin + feature[node]] <= least[node]
            at = np.where(at < 0, at, np.where(smaller, left[node], right[node]))
        leaf = np.arange(trees) * self.leaves.shape[1] + (-1 - at)
        total = self.leaves.ravel()[leaf].sum(axis=1, dtype=np.float64)
        return np.asarray(1 / (1 + np.exp(-total)), np.float64)

    def arrays(self) -> dict[str, Any]:
        """What `numpy.savez` keeps."""
        return {
            "feature": self.feature,
            "least": self.least,
            "left": self.left,
            "right": self.right,
            "leaves": self.leaves,
            "depth": np.int64(self.depth),
        }


@dataclass(frozen=True, slots=True, eq=False)
class NamedTrees:
    """Trees over numbers that have names."""

    names: tuple[str, ...]
    """Of the columns, in their order."""
    trees: Trees

    def probability(self, numbers: Mapping[str, float]) -> float:
        """How likely; numbers that are not given are zero, others count for nothing."""
        row = [[numbers.get(name, 0.0) for name in self.names]]
        return float(self.trees.likely(np.array(row, np.float32))[0])


UNSURE = NamedTrees(
    (),
    Trees(
        feature=np.zeros((0, 1), np.uint8),
        least=np.zeros((0, 1), np.float32),
        left=np.zeros((0, 1), np.int8),
        right=np.zeros((0, 1), np.int8),
        leaves=np.zeros((0, 1), np.float32),
        depth=0,
    ),
)
"""Where nothing is fitted: one half, whatever is given."""


def trees_from(arrays: Any) -> Trees:
    """The model that `Trees.arrays` gave."""
    return Trees(
        feature=arrays["feature"],
        least=arrays["least"],
        left=arrays["left"],
        right=arrays["right"],
        leaves=arrays["leaves"],
        depth=int(arrays["depth"]),
    )
