"""Sets of pieces in, how likely each class is out: a linear model with few weights kept.

Only weights that matter are kept, each as one byte: a model of a hundred classes weighs half a
megabyte. It is read and used with numpy alone; `secqa.fitting` makes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Softmax:
    """Weights by piece: those of piece `i` are at `starts[i]:starts[i + 1]`."""

    classes: tuple[str, ...]
    starts: NDArray[np.int64]
    columns: NDArray[np.uint8]
    weights: NDArray[np.int8]
    step: float
    """What one unit of a stored weight is worth."""
    bias: Scores

    def scores(self, pieces: Sequence[Sequence[int]]) -> Scores:
        """How likely each class is, one row for each set of pieces; rows add up to 1."""
        total = np.tile(self.bias, (len(pieces), 1))
        flat = np.fromiter((one for some in pieces for one in some), np.int64)
        owner = np.repeat(np.arange(len(pieces)), [len(some) for some in pieces])
        begin, count = self.starts[flat], self.starts[flat + 1] - self.starts[flat]
        # All weights of all pieces in one sweep.
        offset = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        place = np.repeat(begin, count) + offset
        cell = np.repeat(owner, count) * len(self.classes) + self.columns[place]
        added = np.bincount(cell, self.weights[place], total.size) * self.step
        total += added.reshape(total.shape).astype(np.float32)
        return normalized(total)

    def arrays(self) -> dict[str, Any]:
        """What `numpy.savez` keeps."""
        return {
            "classes": np.array(self.classes),
            "counts": np.diff(self.starts).astype(np.uint8),
            "columns": self.columns,
            "weights": self.weights,
            "step": np.float32(self.step),
            "bias": self.bias,
        }


def softmax_from(arrays: Any) -> Softmax:
    """The model that `Softmax.arrays` gave."""
    return Softmax(
        classes=tuple(map(str, arrays["classes"])),
        starts=np.concatenate([[0], np.cumsum(arrays["counts"], dtype=np.int64)]),
        columns=arrays["columns"],
        weights=arrays["weights"],
        step=float(arrays["step"]),
        bias=arrays["bias"],
    )


def normalized(logits: Scores) -> Scores:
    """Each row as shares of 1."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


def pruned(dense: Scores, bias: Scores, classes: Sequence[str], kept: int) -> Softmax:
    """A model of the `kept` largest weights of a dense one (pieces x classes)."""
    size = np.abs(dense)
    least = np.partition(size.ravel(), -kept)[-kept] if kept < size.size else 0.0
    rows, columns = np.nonzero(size >= max(least, 1e-6))
    step = float(size.max()) / 127 or 1.0
    counts = np.bincount(rows, minlength=len(dense))
    return Softmax(
        classes=tuple(classes),
        starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        columns=columns.astype(np.uint8),
        weights=np.rint(dense[rows, columns] / step).astype(np.int8),
        step=step,
        bias=bias.astype(np.float32),
    )
