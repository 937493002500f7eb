"""A probability from named numbers: a logistic model, a weight for each."""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Odds:
    """Fitted weights."""

    weights: dict[str, float]
    start: float
    """Log odds where all numbers are zero."""

    def probability(self, numbers: Mapping[str, float]) -> float:
        """How likely; numbers that were not fitted count for nothing."""
        odds = self.start + sum(w * numbers.get(name, 0.0) for name, w in self.weights.items())
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))
