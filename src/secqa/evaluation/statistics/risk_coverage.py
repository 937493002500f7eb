"""How far the confidence of answers can be believed.

Two questions are kept apart. Does confidence rank: are the surest answers right more often (risk
and coverage; El-Yaniv and Wiener, On the foundations of noise-free selective classification,
2010)? And is it calibrated: are answers that are 80% sure right 80 times in 100 (Guo et al., On
calibration of modern neural networks, 2017)?
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from secqa.learning.calibration import ReliabilityBin, expected_error, reliability

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
