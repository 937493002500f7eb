"""Choices made rightly -> weights under which the right options are the likeliest.

A linear model over named features, fitted by softmax with squared decay. A choice has hundreds
of options that share most of what is known of them, so features that options have in common are
kept, counted and summed once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from secqa.conversation.offline.model import Features

Array = NDArray[Any]
_STEPS = 160
_RATE = 0.1


@dataclass(frozen=True, slots=True)
class Group:
    """One choice: the features of each option, and which options are right."""

    options: tuple[Features, ...]
    right: tuple[int, ...]
    shared: tuple[Features, ...] = ({},)
    """Features that several options have in common."""
    sharing: tuple[int, ...] = ()
    """For each option, its place in `shared`; all the first where empty."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """Sparse rows of features."""

    row: Array
    column: Array
    value: Array
    count: int

    def scores(self, weights: Array) -> Array:
        return np.bincount(self.row, self.value * weights[self.column], self.count)

    def back(self, slopes: Array, width: int) -> Array:
        return np.bincount(self.column, self.value * slopes[self.row], width)


def learn(groups: Sequence[Group], decay: float, without: Sequence[str] = ()) -> dict[str, float]:
    """Weights of all features that more than one option or group has.

    Features with one of `without` in their names are left out.
    """
    counts = Counter(
        name for g in groups for features in (*g.options, *g.shared) for name in features
    )
    kept = (
        name
        for name, count in counts.items()
        if count > 1 and not any(mark in name for mark in without)
    )
    place = {name: i for i, name in enumerate(kept)}
    own = _rows([features for g in groups for features in g.options], place)
    shared = _rows([features for g in groups for features in g.shared], place)
    sizes = np.array([len(g.options) for g in groups])
    start = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    first_shared = np.concatenate(([0], np.cumsum([len(g.shared) for g in groups])[:-1]))
    sharing = np.concatenate([np.array(g.sharing or [0] * len(g.options)) for g in groups])
    sharing = sharing + np.repeat(first_shared, sizes)
    right = np.zeros(own.count, dtype=bool)
    for group, at in zip(groups, start, strict=True):
        right[[at + i for i in group.right]] = True

    def slope(weights: Array) -> Array:
        scores = own.scores(weights) + shared.scores(weights)[sharing]
        scores -= np.repeat(np.maximum.reduceat(scores, start), sizes)
        powers = np.exp(scores)
        chance = powers / np.repeat(np.add.reduceat(powers, start), sizes)
        of_right = np.where(right, powers, 0.0)
        target = of_right / np.repeat(np.add.reduceat(of_right, start), sizes)
        off = chance - target
        of_shared = np.bincount(sharing, off, shared.count)
        return own.back(off, len(place)) + shared.back(of_shared, len(place)) + decay * weights

    weights = np.zeros(len(place))
    mean, square = np.zeros(len(place)), np.zeros(len(place))
    for step in range(1, _STEPS + 1):
        gradient = slope(weights)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        rate = _RATE * min(1.0, 3.0 * (1 - step / (_STEPS + 1)))
        even = np.sqrt(square / (1 - 0.99**step)) + 1e-8
        weights -= rate * (mean / (1 - 0.9**step)) / even
    return {name: float(weights[i]) for name, i in place.items()}


def _rows(features: Sequence[Features], place: Mapping[str, int]) -> _Rows:
    row: list[int] = []
    column: list[int] = []
    value: list[float] = []
    for index, named in enumerate(features):
        for name, number in named.items():
            if name in place:
                row.append(index)
                column.append(place[name])
                value.append(number)
    return _Rows(np.array(row, dtype=np.int64), np.array(column, dtype=np.int64),
                 np.array(value), len(features))  # fmt: skip
