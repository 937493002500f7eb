"""Whether a run of words is a wording of a metric at all: scores of runs in, log odds out.

The linker says which metric a run would mean; most runs mean none, or are a word too long or too
short. What tells is how well the best metric fits, how far the next one is, whether people use
just these words, and the words at and around the ends of the run.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from secqa.parsing.grammar.linker import Runs
from secqa.parsing.lexicon import Token, classes_of

DENSE = (
    "best", "margin", "known", "exact", "gaps", "classed", "size", "one", "two", "three", "four",
    "five", "longer", "best x known", "best squared", "asking", "stops", "commas", "signs",
    "others within",
)  # fmt: skip
"""Names of the numbers that describe a run."""


_STOPS, _COMMAS, _SIGNS = re.compile(r"[.?!;:]"), re.compile(","), re.compile(r"[()/+×=-]")


def phrase_code(stems: Sequence[str]) -> int:
    """Names a wording by its words."""
    return crc32(" ".join(stems).encode())


def numbers_of(
    stems: Sequence[str],
    free: Sequence[int],
    runs: Runs,
    phrases: frozenset[int],
    words: Sequence[Token],
    taken: Sequence[bool],
) -> NDArray[np.float32]:
    """runs x `DENSE`; `free` are the places of the words in the question."""
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
    marks = [
        np.cumsum([bool(kind.search(word.mark)) for word in words])
        for kind in (_STOPS, _COMMAS, _SIGNS)
    ]
    first, last = places[runs.starts], places[runs.ends - 1]
    columns = [
        best, margin, runs.known, np.array(exact), gaps, share, np.log(sizes),
        *(sizes == size for size in range(1, 6)), sizes > 5, best * runs.known, best * best,
        asking[first], *(np.minimum(count[last] - count[first], 3) for count in marks),
        _others_within(runs, np.array(exact, bool)),
    ]  # fmt: skip
    return np.stack(columns, axis=1).astype(np.float32)


def _others_within(runs: Runs, exact: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a run holds another run that is, word for word, how people say another metric."""
    metric = runs.scores.argmax(axis=1)
    known = np.where(exact)[0]
    inside = (runs.starts[known] >= runs.starts[:, None]) & (runs.ends[known] <= runs.ends[:, None])
    found: NDArray[np.bool_] = (inside & (metric[known] != metric[:, None])).any(axis=1)
    return found & ~exact


def asking_words(words: Sequence[Token], taken: Sequence[bool]) -> list[bool]:
    """Which words stand in a sentence that names a company or a time; all where none does."""
    bounds = [0, *(at for at, word in enumerate(words) if at and word.sentence), len(words)]
    told = [False] * len(words)
    for first, last in pairwise(bounds):
        told[first:last] = [any(taken[first:last])] * (last - first)
    return told if any(told) else [True] * len(words)


def edge_features(
    stems: Sequence[str], free: Sequence[int], words: Sequence[Token], taken: Sequence[bool]
) -> tuple[list[list[str]], list[list[str]], list[list[str]]]:
    """What speaks for a run that begins, that ends, and that goes on at each of the free words."""
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
        first, last, inner = (
            np.array([sum(self.edges.get(name, 0.0) for name in own) for own in names])
            for names in edge_features(stems, free, words, taken)
        )
        numbers = numbers_of(stems, free, runs, self.phrases, words, taken)
        edges = first[runs.starts] + last[runs.ends - 1] + within(inner, runs)
        found: NDArray[np.float32] = numbers @ self.dense + edges + self.bias
        return found


def within(worth: NDArray[np.float64], runs: Runs) -> NDArray[np.float64]:
    """The sum over the words of each run but its first and last."""
    sums = np.concatenate([[0.0], np.cumsum(worth)])
    first = np.minimum(runs.starts + 1, runs.ends - 1)
    found: NDArray[np.float64] = sums[runs.ends - 1] - sums[first]
    return found
