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


def expected_error(given: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10) -> float:
    """Expected calibration error: how far the probability given and the share that came true lie
    apart, on average over `bins` groups of equal size from the least to the most sure."""
    if not len(given):
        return 0.0
    order = np.argsort(given, kind="stable")
    groups = [group for group in np.array_split(order, bins) if len(group)]
    apart = [len(g) * abs(float(given[g].mean()) - float(right[g].mean())) for g in groups]
    return sum(apart) / len(given)


def coverage_at(given: NDArray[np.float64], right: NDArray[np.bool_], precision: float) -> float:
    """The largest share, the most sure first, of which at least `precision` are right."""
    order = np.argsort(-given, kind="stable")
    share = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.nonzero(share >= precision)[0]
    return float(enough[-1] + 1) / len(order) if len(enough) else 0.0
