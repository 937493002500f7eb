"""Classify short texts: hashed pieces of words into a sparse linear softmax model.

A text is a set of words, pairs of words and beginnings of words. Hashing needs no vocabulary beside
the weights, and an unknown word still shares its beginning with a known one. Only the largest
weights are kept, a byte each: a hundred classes take half a megabyte.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]
BUCKETS = 1 << 16
"""Hash values of pieces; of 60,000 pieces of labels a few collide."""
_WORD = re.compile(r"[a-z]+|%")
_START = 4
"""Letters of a stem-like beginning: "amortized" and "amortization" share theirs."""


@lru_cache(maxsize=65_536)
def grams(text: str, kind: str = "") -> tuple[int, ...]:
    """Distinct pieces of a text, sorted; the same word of another `kind` is another piece."""
    words = _WORD.findall(text.lower().replace("’", "'").replace("'s", ""))
    pieces = {f"{kind} {word}" for word in words}
    pieces |= {f"{kind}^{word[:_START]}" for word in words if len(word) > _START}
    pieces |= {f"{kind} {first}+{second}" for first, second in pairwise(["", *words, ""])}
    pieces.add(f"{kind}={' '.join(words)}")
    return tuple(sorted({crc32(piece.encode()) % BUCKETS for piece in pieces}))


@dataclass(frozen=True, slots=True, eq=False)
class TextClassifier:
    """Weights by piece: those of piece `i` are at `starts[i]:starts[i + 1]`."""

    classes: tuple[str, ...]
    starts: NDArray[np.int64]
    columns: NDArray[np.uint8]
    weights: NDArray[np.int8]
    step: float
    """The value of one unit of a stored weight."""
    bias: Scores

    def scores(self, pieces: Sequence[Sequence[int]]) -> Scores:
        """The probability of each class, one row for each set of pieces."""
        total = np.tile(self.bias, (len(pieces), 1))
        flat = np.fromiter((piece for text in pieces for piece in text), np.int64)
        owner = np.repeat(np.arange(len(pieces)), [len(text) for text in pieces])
        begin, count = self.starts[flat], self.starts[flat + 1] - self.starts[flat]
        # All weights of all pieces in one sweep.
        offset = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        place = np.repeat(begin, count) + offset
        cell = np.repeat(owner, count) * len(self.classes) + self.columns[place]
        added = np.bincount(cell, self.weights[place], total.size) * self.step
        total += added.reshape(total.shape).astype(np.float32)
        return normalized(total)


def classifier_from(arrays: Any) -> TextClassifier:
    """The model of stored arrays."""
    return TextClassifier(
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
