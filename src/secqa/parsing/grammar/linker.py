"""Which metric a run of words means: stems in, scores of all metrics for every run out.

A linear model over words, neighbouring words and letters of words, fitted on wordings of metrics
by many hands (`benchmarks/fit_language.py`). A run's score is a sum over its words, divided by the
length of its feature vector, so that all runs of a question are scored at once from prefix sums;
a word that no wording has makes every run that holds it less likely.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
LONGEST = 12
"""Words of the longest run that is scored."""
_LETTERS = 4


@lru_cache(maxsize=65536)
def word_features(stem: str) -> tuple[int, ...]:
    """Codes of a word alone: itself and its runs of letters."""
    marked = f"<{stem}>"
    runs = (marked[at : at + _LETTERS] for at in range(max(len(marked) - _LETTERS + 1, 0)))
    return tuple(crc32(text.encode()) for text in (f"w={stem}", *(f"c={run}" for run in runs)))


@lru_cache(maxsize=65536)
def pair_feature(first: str, second: str, apart: bool = False) -> int:
    """Code of two words, next to each other or with one between."""
    return crc32(f"{'k' if apart else 'b'}={first}_{second}".encode())


def run_features(stems: Sequence[str]) -> list[int]:
    """Codes of all features of one run, as the model is fitted on them."""
    found = [code for stem in stems for code in word_features(stem)]
    ends = ["^", *stems, "$"]
    found += [pair_feature(one, other) for one, other in pairwise(ends)]
    found += [pair_feature(a, b, True) for a, b in zip(stems, stems[2:], strict=False)]
    return found


@dataclass(frozen=True, eq=False)
class Linker:
    """Fitted weights; see `language.fitted`."""

    metrics: tuple[str, ...]
    codes: NDArray[np.uint32]
    """Of known features, ascending."""
    rarity: Floats
    """What each feature counts in a run's vector."""
    unknown: float
    """The same for features that no wording has."""
    weights: NDArray[np.int8]
    """features x metrics."""
    scale: Floats
    """What a weight of 1 is worth, by metric."""
    bias: Floats

    def is_usual(self, stem: str) -> bool:
        """Whether wordings of metrics have the word."""
        code = word_features(stem)[0]
        place = int(np.searchsorted(self.codes, code))
        return place < len(self.codes) and int(self.codes[place]) == code

    def runs(self, stems: Sequence[str]) -> "Runs":
        """Scores of every run of up to `LONGEST` words."""
        size = len(stems)
        words = [word_features(stem) for stem in stems]
        singles = [self._sum(codes) for codes in words]
        inner = [self._sum((pair_feature(a, b),)) for a, b in pairwise(stems)]
        apart = [
            self._sum((pair_feature(a, b, True),)) for a, b in zip(stems, stems[2:], strict=False)
        ]
        first = [self._sum((pair_feature("^", stem),)) for stem in stems]
        last = [self._sum((pair_feature(stem, "$"),)) for stem in stems]
        spans = [(i, j) for i in range(size) for j in range(i + 1, min(i + LONGEST, size) + 1)]
        starts = np.array([i for i, _ in spans], np.int64)
        ends = np.array([j for _, j in spans], np.int64)
        parts = [_prefix(rows, len(self.metrics)) for rows in (singles, inner, apart)]
        sums: Floats = sum(  # type: ignore[assignment]
            prefix[np.minimum(np.maximum(ends - behind, starts), len(prefix) - 1)]
            - prefix[np.minimum(starts, len(prefix) - 1)]
            for behind, prefix in enumerate(parts)
        )
        if spans:
            sums = sums + np.array(first)[starts] + np.array(last)[ends - 1]
        norms = np.sqrt(np.maximum(sums[:, -1], 1e-6))[:, None] if spans else np.ones((0, 1))
        scores = sums[:, :-2] / norms * self.scale + self.bias
        known = 1 - sums[:, -2] / np.maximum(sums[:, -1], 1e-6)
        return Runs(starts, ends, scores.astype(np.float32), known.astype(np.float32))

    def _sum(self, codes: Sequence[int]) -> Floats:
        """Weighted rows added up, then the squares of unknown and of all features."""
        places = np.searchsorted(self.codes, np.array(codes, np.uint32))
        places = np.minimum(places, len(self.codes) - 1)
        there = self.codes[places] == np.array(codes, np.uint32)
        rows = places[there]
        rarity = self.rarity[rows]
        strange = float((~there).sum()) * self.unknown**2
        total = rarity @ self.weights[rows].astype(np.float32)
        return np.append(total, [strange, strange + float(rarity @ rarity)]).astype(np.float32)


def _prefix(rows: Sequence[Floats], width: int) -> Floats:
    start = np.zeros((1, width + 2), np.float32)
    return np.concatenate([start, np.cumsum(rows, axis=0)]) if len(rows) else start


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs of words `[starts, ends)` with their scores by metric."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    scores: Floats
    """runs x metrics."""
    known: Floats
    """Which share of a run's vector its known features make up."""
