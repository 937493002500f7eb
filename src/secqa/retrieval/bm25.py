"""Compute BM25 weights, and rank texts in memory."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from secqa.retrieval.terms import stems

Scores = NDArray[np.float64]
_K1, _B = 1.2, 0.75
"""The usual parameters for count saturation and length (Robertson and Zaragoza 2009)."""


def rarity(containing: NDArray[np.integer], total: int) -> Scores:
    """Inverse document frequency of terms that `containing` of `total` texts contain."""
    return np.asarray(np.log1p((total - containing + 0.5) / (containing + 0.5)), np.float64)


def length_norms(lengths: NDArray[np.number]) -> Scores:
    """BM25's length normalization of each text."""
    usual = max(float(lengths.mean()), 1.0) if len(lengths) else 1.0
    return _K1 * (1 - _B + _B * lengths.astype(np.float64) / usual)


def saturated(counts: NDArray[Any], norms: Scores) -> Scores:
    """BM25's saturated term frequencies: each further occurrence adds less."""
    return np.asarray(counts * (_K1 + 1) / (counts + norms), np.float64)


class Bm25:
    """An in-memory index of texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        words = [stems(text) for text in texts]
        self._norms = length_norms(np.array([len(own) for own in words], np.float64))
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, own in enumerate(words):
            for stem, count in Counter(own).items():
                self._postings[stem].append((place, count))

    def scores(self, question: str) -> Scores:
        """The score of each text, shape (texts,); 0 without any word of the question."""
        total = np.zeros(len(self._norms))
        for stem in dict.fromkeys(stems(question)):
            if stem in self._postings:
                places, counts = np.array(self._postings[stem]).T
                weight = rarity(np.array(len(places)), len(total))
                total[places] += weight * saturated(counts, self._norms[places])
        return total
