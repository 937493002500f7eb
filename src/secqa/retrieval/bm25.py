"""BM25: its term weights, and a ranking of a few texts in memory."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log1p

import numpy as np
from numpy.typing import NDArray

from secqa.retrieval.terms import stems

_K1, _B = 1.2, 0.75


class Bm25:
    """Some texts, ready to be ranked."""

    def __init__(self, texts: Sequence[str]) -> None:
        words = [stems(text) for text in texts]
        self._lengths = np.array([len(found) for found in words], np.float64)
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, found in enumerate(words):
            for stem, count in Counter(found).items():
                self._postings[stem].append((place, count))

    def scores(self, question: str) -> NDArray[np.float64]:
        """A score for each text; 0 where no word of the question stands."""
        total = np.zeros(len(self._lengths))
        norms = _K1 * (1 - _B + _B * self._lengths / max(self._lengths.mean(), 1.0))
        for stem in dict.fromkeys(stems(question)):
            found = self._postings.get(stem, ())
            if found:
                places, counts = np.array(found).T
                rarity = log1p((len(total) - len(found) + 0.5) / (len(found) + 0.5))
                total[places] += rarity * counts * (_K1 + 1) / (counts + norms[places])
        return total
