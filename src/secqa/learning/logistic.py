"""A few numbers in, a probability out; and how far given probabilities can be believed."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Logistic:
    """A weight a number, and what all of them start from."""

    weights: tuple[float, ...]
    bias: float

    def likely(self, numbers: Sequence[float]) -> float:
        """0 to 1."""
        total = self.bias + sum(w * x for w, x in zip(self.weights, numbers, strict=True))
        return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


@dataclass(frozen=True, slots=True)
class Group:
    """Predictions about equally sure."""

    given: float
    """Their mean probability."""
    true: float
    """The share that came true."""
    count: int


def reliability(
    given: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10
) -> list[Group]:
    """`bins` groups of equal size, fewer where there are fewer predictions; the least sure first.

    `given` are probabilities, `right` whether each came true, both of shape (n,).
    """
    order = np.argsort(given, kind="stable")
    groups = [group for group in np.array_split(order, bins) if len(group)]
    return [Group(float(given[g].mean()), float(right[g].mean()), len(g)) for g in groups]


def expected_error(given: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10) -> float:
    """Expected calibration error: how far the probability given and the share that came true lie
    apart, on average over `bins` groups of equal size from the least to the most sure."""
    groups = reliability(given, right, bins)
    apart = sum(group.count * abs(group.given - group.true) for group in groups)
    return apart / len(given) if groups else 0.0


def coverage_at(given: NDArray[np.float64], right: NDArray[np.bool_], precision: float) -> float:
    """The largest share, the most sure first, of which at least `precision` are right."""
    order = np.argsort(-given, kind="stable")
    share = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.nonzero(share >= precision)[0]
    return float(enough[-1] + 1) / len(order) if len(enough) else 0.0
