"""Measure the calibration of probabilities and the uncertainty of proportions.

Confidence has two separate qualities. Ranking: are the most confident answers right more often
(risk and coverage; El-Yaniv and Wiener, On the foundations of noise-free selective classification,
2010)? Calibration: are answers with 80% confidence right 80 times in 100
(Guo et al., On calibration of modern neural networks, 2017)?
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt

import numpy as np
from numpy.typing import NDArray

_Z = 1.959963984540054
"""Standard deviations from the mean to the ends of a two-sided 95% interval."""


def wilson_interval(right: int, total: int) -> tuple[float, float]:
    """Wilson's 95% interval of the proportion `right / total`; (0, 1) if `total` is 0."""
    if not total:
        return 0.0, 1.0
    share, z2 = right / total, _Z * _Z
    middle = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = _Z / (1 + z2 / total) * sqrt(share * (1 - share) / total + z2 / (4 * total * total))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Proportion:
    """The number of right answers among all answers."""

    right: int
    total: int

    @property
    def value(self) -> float:
        """The proportion, 0 to 1; 0 if `total` is 0."""
        return self.right / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval; (0, 1) if `total` is 0."""
        return wilson_interval(self.right, self.total)


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """A group of predictions with similar probabilities."""

    confidence: float
    """Mean predicted probability."""
    accuracy: float
    """Share of predictions that came true."""
    answers: int


def reliability(
    given: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10
) -> list[ReliabilityBin]:
    """Group predictions into bins of equal size, least probable first; empty bins are omitted.

    `given` are probabilities, `right` whether each came true, both of shape (n,).
    """
    order = np.argsort(given, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    return [ReliabilityBin(float(given[p].mean()), float(right[p].mean()), len(p)) for p in parts]


def expected_error(given: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10) -> float:
    """Expected calibration error: the mean distance, over bins of equal size, between the predicted
    probability and the share that came true."""
    total = sum(b.answers * abs(b.confidence - b.accuracy) for b in reliability(given, right, bins))
    return total / len(given) if len(given) else 0.0


def coverage_at(given: NDArray[np.float64], right: NDArray[np.bool_], precision: float) -> float:
    """The largest share of predictions, most probable first, with at least this precision."""
    order = np.argsort(-given, kind="stable")
    share = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.nonzero(share >= precision)[0]
    return float(enough[-1] + 1) / len(order) if len(enough) else 0.0


_STEPS = 10
"""Points of the coverage curve, at equal steps of the share of all questions."""


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """The accuracy of the most confident answers."""

    coverage: float
    """These answers as a share of all questions, 0 to 1."""
    accuracy: float
    """Share of these answers that is right; the rest is the risk."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well the confidence of answers predicts whether they are right."""

    curve: tuple[CoveragePoint, ...]
    """At every tenth of all questions, and at all answers."""
    calibration_error: float
    """Expected calibration error over ten groups of equal size."""
    brier: float
    """Brier score: mean squared difference of confidence and outcome (0 or 1)."""
    groups: tuple[ReliabilityBin, ...]
    """Reliability bins, least confident first."""

    def accuracy_at(self, coverage: float) -> float | None:
        """Accuracy at this coverage; None if the curve has no such point."""
        points = (p.accuracy for p in self.curve if round(p.coverage, 2) == coverage)
        return next(points, None)


def calibration(
    confidences: Sequence[float], right: Sequence[bool], questions: int
) -> Calibration | None:
    """Calibration of the answers to `questions` questions; None if no confidence is recorded."""
    if not any(confidences):
        return None
    given, true = np.array(confidences, dtype=np.float64), np.array(right, dtype=np.bool_)
    return Calibration(
        risk_coverage(confidences, right, questions),
        expected_error(given, true),
        float(np.mean((given - true) ** 2)),
        tuple(reliability(given, true)),
    )


def risk_coverage(
    confidences: Sequence[float], right: Sequence[bool], questions: int
) -> tuple[CoveragePoint, ...]:
    """The coverage curve; answers of equal confidence each count as their mean accuracy."""
    ranked = sorted(zip(confidences, right, strict=True), key=lambda pair: -pair[0])
    shares: list[float] = []
    for _, equal in groupby(ranked, key=lambda pair: pair[0]):
        outcomes = [is_right for _, is_right in equal]
        shares += [sum(outcomes) / len(outcomes)] * len(outcomes)
    counts = [round(step * questions / _STEPS) for step in range(1, _STEPS + 1)]
    ends = sorted({count for count in counts if 0 < count < len(shares)} | {len(shares)})
    return tuple(CoveragePoint(end / questions, sum(shares[:end]) / end) for end in ends if end)
