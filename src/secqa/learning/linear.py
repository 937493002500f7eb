"""Linear models over named features, read with numpy or plain Python at run time.

`benchmarks/estimators.py` fits them. `Logistic` and `Odds` give the probability of one event, a
`Head` chooses among labels, a `Choice` among options that vary by question. Heads and choices have
too many features to store their names, so they store hashes. Unknown features are ignored.

A `TextClassifier` represents a short text by its words, word pairs and word prefixes; prefixes
relate unknown words to known ones. Only its largest weights are stored, one byte each: a hundred
classes take half a megabyte.
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
"""Limit of log odds, so that the exponential cannot overflow."""


@lru_cache(maxsize=1 << 17)
def code_of(feature: str) -> int:
    """The hash under which a feature's name is stored."""
    return crc32(feature.encode())


def sigmoid(log_odds: float) -> float:
    """Convert log odds to a probability."""
    return 1 / (1 + math.exp(-max(-_FARTHEST, min(_FARTHEST, log_odds))))


def softmax(scores: Sequence[float]) -> list[float]:
    """Convert scores to probabilities."""
    top = max(scores, default=0.0)
    powers = [math.exp(score - top) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic model with weights by position."""

    weights: tuple[float, ...]
    bias: float

    def likely(self, numbers: Sequence[float]) -> float:
        """The probability, 0 to 1."""
        products = (w * x for w, x in zip(self.weights, numbers, strict=True))
        return sigmoid(self.bias + sum(products))


@dataclass(frozen=True, slots=True)
class Odds:
    """A logistic model with weights by feature name."""

    weights: dict[str, float]
    start: float
    """Log odds if all features are zero."""

    def probability(self, numbers: Features) -> float:
        """The probability, 0 to 1; features without a weight are ignored."""
        products = (weight * numbers.get(name, 0.0) for name, weight in self.weights.items())
        return sigmoid(self.start + sum(products))


@dataclass(frozen=True, eq=False)
class Head:
    """A multinomial logistic model over labels.

    Without known features it gives the prior frequency of each label.
    """

    labels: tuple[str, ...]
    codes: NDArray[np.uint32]
    """Hashes of the known features, ascending."""
    weights: NDArray[np.float32]
    """Shape (features, labels)."""
    bias: NDArray[np.float32]

    def scores(self, features: Iterable[str]) -> dict[str, float]:
        """Log probability of each label."""
        codes = np.fromiter((code_of(feature) for feature in features), np.uint32)
        places = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        rows = places[self.codes[places] == codes] if len(self.codes) else places[:0]
        raw = self.weights[rows].sum(axis=0) + self.bias
        raw = raw - raw.max()
        logs = raw - np.log(np.exp(raw).sum())
        return dict(zip(self.labels, logs.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Choice:
    """Weights by feature hash; the softmax of options' scores gives their probabilities."""

    weights: Mapping[int, float]

    def score(self, features: Features) -> float:
        """The weighted sum of an option's features."""
        return sum(self.weights.get(code_of(name), 0.0) * x for name, x in features.items())


def choice_from(codes: NDArray[Any], weights: NDArray[Any]) -> Choice:
    """Build a `Choice` from stored hashes and weights."""
    return Choice(dict(zip(codes.tolist(), weights.astype(float).tolist(), strict=True)))


Scores = NDArray[np.float32]
BUCKETS = 1 << 16
"""Number of hash values of text pieces; few of the labels' 60,000 pieces collide."""
_WORD = re.compile(r"[a-z]+|%")
_START = 4
"""Letters of a word prefix, which "amortized" and "amortization" share."""


@lru_cache(maxsize=65_536)
def grams(text: str, kind: str = "") -> tuple[int, ...]:
    """Hashes of the distinct pieces of a text, sorted; `kind` separates equal words."""
    words = _WORD.findall(text.lower().replace("’", "'").replace("'s", ""))
    pieces = {f"{kind} {word}" for word in words}
    pieces |= {f"{kind}^{word[:_START]}" for word in words if len(word) > _START}
    pieces |= {f"{kind} {first}+{second}" for first, second in pairwise(["", *words, ""])}
    pieces.add(f"{kind}={' '.join(words)}")
    return tuple(sorted({crc32(piece.encode()) % BUCKETS for piece in pieces}))


@dataclass(frozen=True, slots=True, eq=False)
class TextClassifier:
    """A linear classifier with sparse weights: piece `i` has those at `starts[i]:starts[i + 1]`."""

    classes: tuple[str, ...]
    starts: NDArray[np.int64]
    columns: NDArray[np.uint8]
    weights: NDArray[np.int8]
    step: float
    """The value of one unit of a stored weight."""
    bias: Scores

    def scores(self, pieces: Sequence[Sequence[int]]) -> Scores:
        """Class probabilities, shape (texts, classes), for the pieces of each text."""
        total = np.tile(self.bias, (len(pieces), 1))
        flat = np.fromiter((piece for text in pieces for piece in text), np.int64)
        owner = np.repeat(np.arange(len(pieces)), [len(text) for text in pieces])
        begin, count = self.starts[flat], self.starts[flat + 1] - self.starts[flat]
        # Gather the weights of all pieces in one vectorized pass.
        offset = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        place = np.repeat(begin, count) + offset
        cell = np.repeat(owner, count) * len(self.classes) + self.columns[place]
        added = np.bincount(cell, self.weights[place], total.size) * self.step
        total += added.reshape(total.shape).astype(np.float32)
        return normalized(total)


def classifier_from(arrays: Any) -> TextClassifier:
    """Build a `TextClassifier` from stored arrays."""
    return TextClassifier(
        classes=tuple(map(str, arrays["classes"])),
        starts=np.concatenate([[0], np.cumsum(arrays["counts"], dtype=np.int64)]),
        columns=arrays["columns"],
        weights=arrays["weights"],
        step=float(arrays["step"]),
        bias=arrays["bias"],
    )


def normalized(logits: Scores) -> Scores:
    """The softmax of each row."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)
