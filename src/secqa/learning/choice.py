"""Options with named numbers in, how likely each is the right one out: a linear softmax model.

A choice has hundreds of options that share most of what is known of them, so what options have in
common is kept and weighed once. Fitted by `learn.fit`, stored by hashed names.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from secqa.learning.head import code_of

Features = Mapping[str, float]
_SMALL = 0.02
"""Weights below it are left out: none changes a choice on pages held out."""


@dataclass(frozen=True, slots=True)
class Group:
    """One choice made: the features of each option, and which options are right."""

    options: tuple[Features, ...]
    right: tuple[int, ...]
    shared: tuple[Features, ...] = ({},)
    """Features that several options have in common."""
    sharing: tuple[int, ...] = ()
    """For each option, its place in `shared`; all the first where empty."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A weight for each feature, by code of its name; others count for nothing."""

    weights: Mapping[int, float]

    def score(self, features: Features) -> float:
        """The weighted sum: the higher beside other options, the likelier."""
        return sum(self.weights.get(code_of(name), 0.0) * x for name, x in features.items())

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What `numpy.savez` keeps."""
        codes = sorted(code for code, weight in self.weights.items() if abs(weight) >= _SMALL)
        kept = [self.weights[code] for code in codes]
        return {"codes": np.array(codes, np.uint32), "weights": np.array(kept, np.float16)}


def choice_from(codes: NDArray[Any], weights: NDArray[Any]) -> Choice:
    """The model that `Choice.arrays` gave."""
    return Choice(dict(zip(codes.tolist(), weights.astype(float).tolist(), strict=True)))


def softmax(scores: Sequence[float]) -> list[float]:
    """Scores as probabilities."""
    top = max(scores, default=0.0)
    powers = [math.exp(score - top) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]
