"""Linear models over named features, read with numpy or plain Python at run time.

`benchmarks/estimators.py` fits them. A `Logistic` gives the probability of one event, a `Head`
chooses among labels, a `Choice` among options that vary from question to question. Heads and
choices keep hashed names: they have too many features to store their names. Unknown features count
for nothing.

A `TextClassifier` takes a short text as a set of words, pairs of words and beginnings of words: an
unknown word still shares its beginning with a known one. Only its largest weights are kept, a byte
each: a hundred classes take half a megabyte.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Features = Mapping[str, float]
_FARTHEST = 30.0
"""Log odds are clipped here, so that the exponential cannot overflow."""


@lru_cache(maxsize=1 << 17)
def code_of(feature: str) -> int:
    """The stored code of a feature's name."""
    return crc32(feature.encode())


def sigmoid(log_odds: float) -> float:
    """Log odds as a probability."""
    return 1 / (1 + math.exp(-max(-_FARTHEST, min(_FARTHEST, log_odds))))


def softmax(scores: Sequence[float]) -> list[float]:
    """Scores as probabilities."""
    top = max(scores, default=0.0)
    powers = [math.exp(score - top) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic model of numbers by position."""

    weights: tuple[float, ...]
    bias: float

    def likely(self, numbers: Sequence[float]) -> float:
        """The probability, 0 to 1."""
        products = (w * x for w, x in zip(self.weights, numbers, strict=True))
        return sigmoid(self.bias + sum(products))


@dataclass(frozen=True, slots=True)
class Odds:
    """A logistic model of numbers by name."""

    weights: dict[str, float]
    start: float
    """Log odds where all numbers are zero."""

    def probability(self, numbers: Features) -> float:
        """The probability, 0 to 1; numbers without a weight count for nothing."""
        products = (weight * numbers.get(name, 0.0) for name, weight in self.weights.items())
        return sigmoid(self.start + sum(products))


@dataclass(frozen=True, eq=False)
class Head:
    """A multinomial logistic model: one choice among labels.

    For an input without known features it falls back on how often each label occurred.
    """

    labels: tuple[str, ...]
    codes: NDArray[np.uint32]
    """Of known features, ascending."""
    weights: NDArray[np.float32]
    """features x labels."""
    bias: NDArray[np.float32]

    def scores(self, features: Iterable[str]) -> dict[str, float]:
        """Logarithm of the probability of each label."""
        codes = np.fromiter((code_of(feature) for feature in features), np.uint32)
        places = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        rows = places[self.codes[places] == codes] if len(self.codes) else places[:0]
        raw = self.weights[rows].sum(axis=0) + self.bias
        raw = raw - raw.max()
        logs = raw - np.log(np.exp(raw).sum())
        return dict(zip(self.labels, logs.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Choice:
    """Weights by feature code; the softmax of options' scores gives their probabilities."""

    weights: Mapping[int, float]

    def score(self, features: Features) -> float:
        """The weighted sum of an option's features."""
        return sum(self.weights.get(code_of(name), 0.0) * x for name, x in features.items())


def choice_from(codes: NDArray[Any], weights: NDArray[Any]) -> Choice:
    """The model of stored codes and weights."""
    return Choice(dict(zip(codes.tolist(), weights.astype(float).tolist(), strict=True)))


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
