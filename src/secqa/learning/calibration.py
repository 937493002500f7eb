"""How far given probabilities and measured shares can be believed."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

_Z = 1.959963984540054
"""Standard deviations of a two-sided 95% interval."""


def wilson_interval(right: int, total: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share, within 0 to 1; (0, 1) for a share of nothing."""
    if not total:
        return 0.0, 1.0
    share, z2 = right / total, _Z * _Z
    middle = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = _Z / (1 + z2 / total) * sqrt(share * (1 - share) / total + z2 / (4 * total * total))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Proportion:
    """A count of right answers among all."""

    right: int
    total: int

    @property
    def value(self) -> float:
        """0 to 1; 0 of nothing is 0."""
        return self.right / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95% Wilson interval; (0, 1) of nothing."""
        return wilson_interval(self.right, self.total)


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Predictions of about equal probability."""

    confidence: float
    """Their mean probability."""
    accuracy: float
    """The share that came true."""
    answers: int


def reliability(
    given: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10
) -> list[ReliabilityBin]:
    """Bins of equal size, least probable first; fewer than `bins` for fewer predictions.

    `given` are probabilities, `right` whether each came true, both of shape (n,).
    """
    order = np.argsort(given, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    return [ReliabilityBin(float(given[p].mean()), float(right[p].mean()), len(p)) for p in parts]


def expected_error(given: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10) -> float:
    """Expected calibration error over bins of equal size: the mean distance between the
    probability and the share that came true."""
    total = sum(b.answers * abs(b.confidence - b.accuracy) for b in reliability(given, right, bins))
    return total / len(given) if len(given) else 0.0


def coverage_at(given: NDArray[np.float64], right: NDArray[np.bool_], precision: float) -> float:
    """The largest share of predictions, most probable first, of which `precision` are right."""
    order = np.argsort(-given, kind="stable")
    share = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.nonzero(share >= precision)[0]
    return float(enough[-1] + 1) / len(order) if len(enough) else 0.0
