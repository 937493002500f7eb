"""Predict from the words of a question which parts its query should have.

Even a query with a high score may ignore half of the question ("… and by how much?") or invert a
ratio. The outline is an independent second opinion: a small network takes the question as a set of
words and short sequences, with mentions as symbols (`M0 as a multiple of M1`), and predicts each
part of the query (tokens, sequences of tokens, counts of outputs and look-ups). A query that lacks
likely parts, or has unlikely ones, is doubtful.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from secqa.learning.linear import code_of
from secqa.parsing.translation.query_grammar import END, STOP, grammar, remaining_needs
from secqa.query.period import EACH

OUTLINE_ARRAYS = ("codes", "embed", "scale", "shift", "out", "out_shift")
"""The arrays of a model by field."""
OUTLINE_HALVES = ("scale", "shift", "out", "out_shift")
"""Arrays stored in 16 bits."""
_RUN = 3
"""Maximum words of a sequence."""
_MOST = 6
"""Maximum count of mentions of a kind; the maximum for tokens is two higher."""
_NAMED = re.compile(r"[CPSN]\d")
_SYMBOL = re.compile(r"[CMPSN]\d+")
_SHIFTED = re.compile(r"P\d+[-+]")
_IDLE = frozenset({EACH, "latest", STOP, "mentioned", "unnamed"})
"""Tokens that do not describe the structure of a query."""
_ALONE = "1 outputs"
"""The label of a query for one figure."""
_RARE = 3.0
"""How much a part outside the labels counts against a query."""
_SURE = 30.0
"""Maximum log-odds, to avoid overflow of the exponential."""


@dataclass(frozen=True, eq=False)
class OutlineModel:
    """A network with one hidden layer, from parts of questions to parts of queries."""

    labels: tuple[str, ...]
    """Parts of queries."""
    codes: NDArray[np.uint32]
    """Codes of known parts of questions, ascending."""
    embed: NDArray[np.int8]
    """Shape (codes, width), in units of `scale`."""
    scale: NDArray[np.float32]
    shift: NDArray[np.float32]
    out: NDArray[np.float32]
    """Shape (width, labels)."""
    out_shift: NDArray[np.float32]

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Index of each label."""
        return {label: place for place, label in enumerate(self.labels)}

    def outline(self, bags: Sequence[Sequence[str]]) -> "QueryOutline":
        """The outline of a question, given as the features of its source tokens."""
        codes = np.fromiter((code_of(part) for part in question_parts(bags)), np.uint32)
        places = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        rows = places[self.codes[places] == codes]
        hidden = (self.embed[rows] * self.scale[rows, None]).sum(axis=0, dtype=np.float32)
        hidden = np.maximum(hidden / np.sqrt(max(len(rows), 1)) + self.shift, 0)
        odds = np.clip(hidden @ self.out + self.out_shift, -_SURE, _SURE)
        return QueryOutline(self, -np.log1p(np.exp(-odds)), -np.log1p(np.exp(odds)))


@dataclass(frozen=True, eq=False)
class QueryOutline:
    """Log probabilities that the query of a question has or lacks each part."""

    model: OutlineModel
    present: NDArray[np.float32]
    absent: NDArray[np.float32]

    def doubts(self, tokens: Sequence[str]) -> dict[str, float]:
        """Features against a query with these tokens, by name."""
        parts = query_parts(tokens)
        known = [self.model.places[part] for part in parts if part in self.model.places]
        has = np.zeros(len(self.present), bool)
        has[known] = True
        own = np.where(has, self.present, self.absent)
        gaps = np.maximum(self.present, self.absent) - own
        return {
            "outline": float(gaps.sum()) + _RARE * (len(parts) - len(known)),
            "outline loss": float(-own.sum()),
            "outline missing": float(gaps[~has].max(initial=0.0)),
            "outline extra": float(gaps[has].max(initial=0.0)),
            "one output": float(self.present[self.model.places[_ALONE]]),
        }


def question_parts(bags: Sequence[Sequence[str]]) -> frozenset[str]:
    """Words, sequences, words between and around metrics, classes and counts."""
    words = list(_words(bags))
    runs = (
        " ".join(words[at : at + size])
        for size in range(1, _RUN + 1)
        for at in range(len(words) - size + 1)
    )
    counts = Counter(word[0] for word in words if _SYMBOL.fullmatch(word))
    classes = (name for bag in bags for name in bag if name.startswith("class "))
    return frozenset(
        (
            *runs,
            *_around_metrics(words),
            *(f"{kind} {min(count, _MOST)} times" for kind, count in counts.items()),
            *(
                f"{word} {min(count, _MOST)} times"
                for word, count in Counter(words).items()
                if count > 1
            ),
            *classes,
        )
    )


def query_parts(tokens: Sequence[str]) -> frozenset[str]:
    """Tokens of a query, sequences of two and three structural tokens, and counts."""
    names = ["@" if token[0] == "@" else token for token in tokens if token != END]
    ends = ["^", *names, "$"]
    built = [name for name in ends if not _NAMED.match(name) and name not in _IDLE]
    return frozenset(
        (
            *names,
            *_runs(ends, 2),
            *(f"~{run}" for size in (2, 3) for run in _runs(built, size)),
            f"{min(len(built), _MOST + 2)} tokens",
            f"{min(_output_count(tokens), _MOST)} outputs",
            f"{min(sum(token[0] in 'M@' for token in tokens), _MOST)} looks",
            *(f"{min(count, _MOST)} {kind} used" for kind, count in _used(tokens).items()),
            *("shift" for token in tokens if _SHIFTED.match(token)),
        )
    )


def _used(tokens: Sequence[str]) -> Mapping[str, int]:
    """How many companies, metrics and periods a query points at."""
    return {
        kind: len({token for token in tokens if token[0] == kind and token[1:2].isdigit()})
        for kind in "CMP"
    }


def _output_count(tokens: Sequence[str]) -> int:
    rules, count = grammar(()), 0
    needs: tuple[str, ...] = ("",)
    for token in tokens:
        count += needs == ("",) and token != END
        needs = remaining_needs(needs, "M0" if token[0] == "@" else token, rules)
    return count


def _runs(names: Sequence[str], size: int) -> Iterable[str]:
    return (" ".join(names[at : at + size]) for at in range(len(names) - size + 1))


def _words(bags: Sequence[Sequence[str]]) -> Iterator[str]:
    """The words of a question in order, with symbols for mentions."""
    for bag in bags:
        if any(name.startswith("in ") for name in bag):
            continue
        kind, _, name = bag[0].partition(" ")
        yield "0" if kind == "digits" else f"|{name}" if kind == "mark" else name or kind


def _around_metrics(words: Sequence[str]) -> Iterator[str]:
    """The words between consecutive metrics, before the first and after the last."""
    places = [at for at, word in enumerate(words) if _SYMBOL.fullmatch(word) and word[0] == "M"]
    for first, last in pairwise(places):
        yield f"{words[first]}..{words[last]}"
        yield from (f"{words[first]} <{word}> {words[last]}" for word in words[first + 1 : last])
    if places:
        yield from (f"before {word}" for word in words[: places[0]])
        yield from (f"behind {word}" for word in words[places[-1] + 1 :])
