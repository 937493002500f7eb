"""How sure answers were and which were right in; how far confidence can be believed out.

Two questions are told apart. Does confidence rank: are the surest answers right more often (risk
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
    """What share of all questions they are, 0 to 1."""
    accuracy: float
    """What share of them is right; the risk is the rest."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What confidence is worth."""

    curve: tuple[CoveragePoint, ...]
    """At every tenth of all questions that answers were given to, and at all of these."""
    error: float
    """Expected calibration error over ten groups of equal size."""
    brier: float
    """Mean squared distance of confidence and being right."""
    groups: tuple[ReliabilityBin, ...]
    """The least sure first: confidence given and share that was right."""


def sureness(sure: Sequence[float], right: Sequence[bool], questions: int) -> Calibration | None:
    """Of answers that were given, out of so many questions; None where no confidence was."""
    if not any(sure):
        return None
    given, true = np.array(sure, dtype=np.float64), np.array(right, dtype=np.bool_)
    return Calibration(
        risk_coverage(sure, right, questions),
        expected_error(given, true),
        float(np.mean((given - true) ** 2)),
        tuple(reliability(given, true)),
    )


def risk_coverage(
    sure: Sequence[float], right: Sequence[bool], questions: int
) -> tuple[CoveragePoint, ...]:
    """The curve. Answers that are equally sure come in no order: each counts as their mean."""
    ranked = sorted(zip(sure, right, strict=True), key=lambda one: -one[0])
    shares: list[float] = []
    for _, equal in groupby(ranked, key=lambda one: one[0]):
        own = [was_right for _, was_right in equal]
        shares += [sum(own) / len(own)] * len(own)
    counts = [round(step * questions / _STEPS) for step in range(1, _STEPS + 1)]
    ends = sorted({count for count in counts if 0 < count < len(shares)} | {len(shares)})
    return tuple(CoveragePoint(end / questions, sum(shares[:end]) / end) for end in ends if end)
