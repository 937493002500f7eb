"""How far given probabilities and measured shares can be believed.

Two questions about the confidence of answers are kept apart. Does it rank: are the surest answers
right more often (risk and coverage; El-Yaniv and Wiener, On the foundations of noise-free selective
classification, 2010)? And is it calibrated: are answers that are 80% sure right 80 times in 100
(Guo et al., On calibration of modern neural networks, 2017)?
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
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


_STEPS = 10
"""Points of the curve: the surest tenth of all questions, two tenths, and so on."""


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """The surest answers."""

    coverage: float
    """Their share of all questions, 0 to 1."""
    accuracy: float
    """The share of them that is right; the risk is the rest."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The worth of confidence."""

    curve: tuple[CoveragePoint, ...]
    """At every tenth of all questions, and at all answers."""
    calibration_error: float
    """Expected calibration error over ten groups of equal size."""
    brier: float
    """Mean squared distance of confidence and being right."""
    groups: tuple[ReliabilityBin, ...]
    """The least sure first."""

    def accuracy_at(self, coverage: float) -> float | None:
        """Accuracy of the surest answers to this share of all questions, or None."""
        points = (p.accuracy for p in self.curve if round(p.coverage, 2) == coverage)
        return next(points, None)


def calibration(
    confidences: Sequence[float], right: Sequence[bool], questions: int
) -> Calibration | None:
    """Calibration of answers to `questions` questions; None if no confidence is recorded."""
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
    """The curve. Answers that are equally sure come in no order: each counts as their mean."""
    ranked = sorted(zip(confidences, right, strict=True), key=lambda pair: -pair[0])
    shares: list[float] = []
    for _, equal in groupby(ranked, key=lambda pair: pair[0]):
        outcomes = [is_right for _, is_right in equal]
        shares += [sum(outcomes) / len(outcomes)] * len(outcomes)
    counts = [round(step * questions / _STEPS) for step in range(1, _STEPS + 1)]
    ends = sorted({count for count in counts if 0 < count < len(shares)} | {len(shares)})
    return tuple(CoveragePoint(end / questions, sum(shares[:end]) / end) for end in ends if end)
