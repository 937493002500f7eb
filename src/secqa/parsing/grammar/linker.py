"""Score spans of words: the metric that each would mean, and whether it means one at all.

The linker is a linear model over words, neighbouring words and letters, fitted on names of metrics
by many writers (`benchmarks/fit_language.py`). The score of a span is a sum over its words, divided
by the length of its feature vector, so prefix sums score all spans of a question at once. Most
spans mean no metric: the span scorer weighs the score of the best metric, its lead, whether people
use exactly these words, and the words at and around the ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from secqa.parsing.lexicon import Token, classes_of

Floats = NDArray[np.float32]
LONGEST = 12
"""Maximum words of a span."""
_LETTERS = 4


@lru_cache(maxsize=65536)
def word_features(stem: str) -> tuple[int, ...]:
    """Codes of a word and its sequences of letters."""
    marked = f"<{stem}>"
    runs = (marked[at : at + _LETTERS] for at in range(max(len(marked) - _LETTERS + 1, 0)))
    return tuple(crc32(text.encode()) for text in (f"w={stem}", *(f"c={run}" for run in runs)))


@lru_cache(maxsize=65536)
def pair_feature(first: str, second: str, apart: bool = False) -> int:
    """Code of two words, adjacent or with one between."""
    return crc32(f"{'k' if apart else 'b'}={first}_{second}".encode())


def run_features(stems: Sequence[str]) -> list[int]:
    """Codes of all features of a span, for fitting."""
    found = [code for stem in stems for code in word_features(stem)]
    ends = ["^", *stems, "$"]
    found += [pair_feature(one, other) for one, other in pairwise(ends)]
    found += [pair_feature(a, b, True) for a, b in zip(stems, stems[2:], strict=False)]
    return found


@dataclass(frozen=True, eq=False)
class Linker:
    """Fitted weights; see `parsing.grammar.fitted`."""

    metrics: tuple[str, ...]
    codes: NDArray[np.uint32]
    """Codes of known features, ascending."""
    rarity: Floats
    """Weight of each feature in the vector of a span."""
    unknown: float
    """Weight of unknown features."""
    weights: NDArray[np.int8]
    """Shape (features, metrics)."""
    scale: Floats
    """Unit of the weights, by metric."""
    bias: Floats

    def is_usual(self, stem: str) -> bool:
        """Whether names of metrics contain a stem."""
        code = word_features(stem)[0]
        place = int(np.searchsorted(self.codes, code))
        return place < len(self.codes) and int(self.codes[place]) == code

    def runs(self, stems: Sequence[str]) -> "Runs":
        """Score every span of up to `LONGEST` words."""
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
        """The weighted sum of rows, then the squares of unknown and of all features."""
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
    """Spans of words `[starts, ends)` with scores by metric."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    scores: Floats
    """Shape (spans, metrics)."""
    known: Floats
    """Share of known features in the vector of each span."""


DENSE = (
    "best", "margin", "known", "exact", "gaps", "classed", "size", "one", "two", "three", "four",
    "five", "longer", "best x known", "best squared", "asking", "stops", "commas", "signs",
    "others within",
)  # fmt: skip
"""Names of the numeric features of a span."""


_MARKS = (".?!;:", ",", "()/+×=-")
"""Sentence ends, commas and signs of arithmetic."""


def phrase_code(stems: Sequence[str]) -> int:
    """Code of a name of a metric."""
    return crc32(" ".join(stems).encode())


def numbers_of(
    stems: Sequence[str],
    free: Sequence[int],
    runs: Runs,
    phrases: frozenset[int],
    words: Sequence[Token],
    taken: Sequence[bool],
) -> NDArray[np.float32]:
    """Features of shape (spans, `DENSE`); `free` are the positions of the words in the question."""
    top = np.partition(runs.scores, -2, axis=1)[:, -2:]
    best, margin = top[:, 1], top[:, 1] - top[:, 0]
    sizes = runs.ends - runs.starts
    places = np.array(free)
    gaps = places[runs.ends - 1] - places[runs.starts] + 1 - sizes
    classed = np.array([0, *np.cumsum([bool(classes_of((stem,))) for stem in stems])])
    share = (classed[runs.ends] - classed[runs.starts]) / sizes
    exact = [
        phrase_code(stems[start:end]) in phrases
        for start, end in zip(runs.starts.tolist(), runs.ends.tolist(), strict=True)
    ]
    asking = np.array(asking_words(words, taken))
    marks = [np.cumsum([any(map(word.mark.count, kind)) for word in words]) for kind in _MARKS]
    first, last = places[runs.starts], places[runs.ends - 1]
    columns = [
        best, margin, runs.known, np.array(exact), gaps, share, np.log(sizes),
        *(sizes == size for size in range(1, 6)), sizes > 5, best * runs.known, best * best,
        asking[first], *(np.minimum(count[last] - count[first], 3) for count in marks),
        _holds_wordings(runs, np.array(exact, bool)),
    ]  # fmt: skip
    return np.stack(columns, axis=1).astype(np.float32)


def _holds_wordings(runs: Runs, exact: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a span contains the exact name of another metric."""
    metric = runs.scores.argmax(axis=1)
    known = np.where(exact)[0]
    inside = (runs.starts[known] >= runs.starts[:, None]) & (runs.ends[known] <= runs.ends[:, None])
    found: NDArray[np.bool_] = (inside & (metric[known] != metric[:, None])).any(axis=1)
    return found & ~exact


def asking_words(words: Sequence[Token], taken: Sequence[bool]) -> list[bool]:
    """The words in sentences that name a company or a time; all words if none does."""
    bounds = [0, *(at for at, word in enumerate(words) if at and word.sentence), len(words)]
    asking = [False] * len(words)
    for first, last in pairwise(bounds):
        asking[first:last] = [any(taken[first:last])] * (last - first)
    return asking if any(asking) else [True] * len(words)


def edge_features(
    stems: Sequence[str], free: Sequence[int], words: Sequence[Token], taken: Sequence[bool]
) -> tuple[list[list[str]], list[list[str]], list[list[str]]]:
    """Features of each free word as the first, last or inner word of a span."""
    starts, ends, inner = [], [], []
    for place, at in enumerate(free):
        before = _sign(words, taken, at - 1)
        after = _sign(words, taken, at + 1)
        stem = stems[place]
        following = stems[place + 1] if place + 1 < len(stems) else "$"
        preceding = stems[place - 1] if place else "^"
        mark = words[at].mark
        mark_after = words[at + 1].mark if at + 1 < len(words) else "|"
        classes = classes_of((stem,))
        starts.append([f"first={stem}", f"before={before}", f"near={preceding}", f"mark{mark}",
                       *(f"first:{name}" for name in classes)])  # fmt: skip
        ends.append([f"last={stem}", f"after={after}", f"next={following}", f"then{mark_after}",
                     *(f"last:{name}" for name in classes)])  # fmt: skip
        inner.append([f"in={stem}", f"in{mark}", *(f"in:{name}" for name in classes)])
    return starts, ends, inner


def _sign(words: Sequence[Token], taken: Sequence[bool], at: int) -> str:
    if not 0 <= at < len(words):
        return "|"
    return "¤" if taken[at] else words[at].stem


@dataclass(frozen=True, eq=False)
class SpanScorer:
    """Fitted weights; see `parsing.grammar.fitted`."""

    dense: NDArray[np.float32]
    edges: dict[str, float]
    bias: float
    phrases: frozenset[int]
    """Codes of all names that the linker was fitted on."""

    def odds(
        self,
        stems: Sequence[str],
        free: Sequence[int],
        runs: Runs,
        words: Sequence[Token],
        taken: Sequence[bool],
    ) -> NDArray[np.float32]:
        """Log-odds that each span is a complete name of its best metric."""
        first, last, inner = (
            np.array([sum(self.edges.get(name, 0.0) for name in own) for own in names])
            for names in edge_features(stems, free, words, taken)
        )
        numbers = numbers_of(stems, free, runs, self.phrases, words, taken)
        edges = first[runs.starts] + last[runs.ends - 1] + within(inner, runs)
        found: NDArray[np.float32] = numbers @ self.dense + edges + self.bias
        return found


def within(worth: NDArray[np.float64], runs: Runs) -> NDArray[np.float64]:
    """The sum over the inner words of each span."""
    sums = np.concatenate([[0.0], np.cumsum(worth)])
    first = np.minimum(runs.starts + 1, runs.ends - 1)
    found: NDArray[np.float64] = sums[runs.ends - 1] - sums[first]
    return found


def best_runs(runs: Runs, odds: NDArray[np.float32], size: int) -> list[int]:
    """Indexes of the non-overlapping spans with the highest total odds, last first."""
    best: list[tuple[float, int]] = [(0.0, -1)]
    by_end: list[list[int]] = [[] for _ in range(size + 1)]
    for run in np.where(odds > 0)[0]:
        by_end[int(runs.ends[run])].append(int(run))
    for end in range(1, size + 1):
        options = [(best[end - 1][0], -1)]
        options += [(best[int(runs.starts[r])][0] + float(odds[r]), r) for r in by_end[end]]
        best.append(max(options))
    found, end = [], size
    while end > 0:
        run = best[end][1]
        if run >= 0:
            found.append(run)
        end = int(runs.starts[run]) if run >= 0 else end - 1
    return found
