"""Whether a run of words is a wording of a metric at all: scores of runs in, log odds out.

The linker says which metric a run would mean; most runs mean none, or are a word too long or too
short. What tells is how well the best metric fits, how far the next one is, whether people use
just these words, and the words at and around the ends of the run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from secqa.language.parser.linker import Runs
from secqa.language.words import Token, classes_of

DENSE = (
    "best", "margin", "known", "exact", "gaps", "classed", "size", "one", "two", "three", "four",
    "five", "longer", "best x known", "best squared", "asking",
)  # fmt: skip
"""Names of the numbers that describe a run."""


def phrase_code(stems: Sequence[str]) -> int:
    """Names a wording by its words."""
    return crc32(" ".join(stems).encode())


def numbers_of(
    stems: Sequence[str],
    free: Sequence[int],
    runs: Runs,
    phrases: frozenset[int],
    asking: Sequence[bool],
) -> NDArray[np.float32]:
    """runs x `DENSE`; `free` are the places of the words in the question, `asking` tells which of
    its words stand in a sentence that asks."""
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
    columns = [
        best, margin, runs.known, np.array(exact), gaps, share, np.log(sizes),
        *(sizes == size for size in range(1, 6)), sizes > 5, best * runs.known, best * best,
        np.array(asking)[places[runs.starts]],
    ]  # fmt: skip
    return np.stack(columns, axis=1).astype(np.float32)


def asking_words(words: Sequence[Token], taken: Sequence[bool]) -> list[bool]:
    """Which words stand in a sentence that names a company or a time; all where none does."""
    bounds = [0, *(at for at, word in enumerate(words) if at and word.sentence), len(words)]
    told = [False] * len(words)
    for first, last in pairwise(bounds):
        told[first:last] = [any(taken[first:last])] * (last - first)
    return told if any(told) else [True] * len(words)


def edge_features(
    stems: Sequence[str], free: Sequence[int], words: Sequence[Token], taken: Sequence[bool]
) -> tuple[list[list[str]], list[list[str]]]:
    """What speaks for a run that begins, and for one that ends, at each of the free words."""
    starts, ends = [], []
    for place, at in enumerate(free):
        before = _sign(words, taken, at - 1)
        after = _sign(words, taken, at + 1)
        stem = stems[place]
        following = stems[place + 1] if place + 1 < len(stems) else "$"
        preceding = stems[place - 1] if place else "^"
        starts.append([f"first={stem}", f"before={before}", f"near={preceding}",
                       *(f"first:{name}" for name in classes_of((stem,)))])  # fmt: skip
        ends.append([f"last={stem}", f"after={after}", f"next={following}",
                     *(f"last:{name}" for name in classes_of((stem,)))])  # fmt: skip
    return starts, ends


def _sign(words: Sequence[Token], taken: Sequence[bool], at: int) -> str:
    if not 0 <= at < len(words):
        return "|"
    return "¤" if taken[at] else words[at].stem


@dataclass(frozen=True, eq=False)
class SpanScorer:
    """Fitted weights; see `language.fitted`."""

    dense: NDArray[np.float32]
    edges: dict[str, float]
    bias: float
    phrases: frozenset[int]
    """Codes of all wordings that the linker was fitted on."""

    def odds(
        self,
        stems: Sequence[str],
        free: Sequence[int],
        runs: Runs,
        words: Sequence[Token],
        taken: Sequence[bool],
    ) -> NDArray[np.float32]:
        """Log odds of each run to be a whole wording of its best metric."""
        starts, ends = edge_features(stems, free, words, taken)
        first = np.array([sum(self.edges.get(f, 0.0) for f in names) for names in starts])
        last = np.array([sum(self.edges.get(f, 0.0) for f in names) for names in ends])
        numbers = numbers_of(stems, free, runs, self.phrases, asking_words(words, taken))
        found: NDArray[np.float32] = (
            numbers @ self.dense + first[runs.starts] + last[runs.ends - 1] + self.bias
        )
        return found
