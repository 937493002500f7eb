"""Intervals of means by resampling, and tests of the difference between two systems.

Questions are drawn with replacement (Efron, Bootstrap methods, 1979); the interval is the
bias-corrected and accelerated one (Efron, 1987), which holds for skewed numbers such as tokens.
Differences question by question give the paired bootstrap (Koehn, Statistical significance tests
for machine translation evaluation, 2004).

Only questions on which two systems differ tell which is better. If neither were, either would win
each with equal chance: McNemar's test (Note on the sampling error of the difference between
correlated proportions, 1947) in its exact form, which holds for few questions. The interval of the
difference is that of Bonett and Price (Adjusted Wald confidence interval for a difference of
binomial proportions based on paired data, 2012): the bootstrap's is too narrow where few questions
differ. How many questions would settle a difference follows from the same counts (Connor, Sample
size for testing differences in proportions for the paired-sample design, 1987).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

Interval = tuple[float, float]

LEVEL = 0.95
_RESAMPLES = 1_000
"""Ends of an interval then move by a few hundredths of its width from seed to seed."""
_SEED = 7
_NUMBERS_AT_ONCE = 2_000_000
"""Resampled numbers held in memory."""


def mean_interval(values: Sequence[float]) -> Interval:
    """95% bootstrap interval of the mean of `values`, at least one; ValueError of none."""
    given = np.asarray(values, dtype=np.float64)
    if not given.size:
        raise ValueError("an interval of no values")
    if given.min() == given.max():  # all resamples are alike
        return float(given[0]), float(given[0])
    low, high = _resampled(given)
    if np.isnan(low):  # they differ by less than can be reckoned with
        return float(given.min()), float(given.max())
    return low, high


def difference_interval(first: Sequence[float], second: Sequence[float]) -> Interval:
    """95% paired bootstrap interval of mean(first) - mean(second); both in the same order."""
    return mean_interval([a - b for a, b in zip(first, second, strict=True)])


def _resampled(given: NDArray[np.float64]) -> Interval:
    from scipy.stats import bootstrap

    found = bootstrap(
        (given,),
        np.mean,
        n_resamples=_RESAMPLES,
        batch=max(1, _NUMBERS_AT_ONCE // given.size),
        vectorized=True,
        axis=-1,
        confidence_level=LEVEL,
        method="BCa",
        rng=np.random.default_rng(_SEED),
    )
    low, high = found.confidence_interval
    return float(low), float(high)


ALPHA = 0.05
"""A difference this unlikely by chance counts as real."""
POWER = 0.8
"""The chance with which so many questions as are said to settle a difference do so."""


@dataclass(frozen=True, slots=True)
class Paired:
    """Two systems on the same questions."""

    first: int
    """Right answers of the first."""
    second: int
    first_only: int
    """Questions that only the first has right."""
    second_only: int
    total: int
    p: float
    """Of McNemar's exact test, two-sided."""

    @property
    def difference(self) -> float:
        """Accuracy of the first less that of the second, -1 to 1."""
        return (self.first - self.second) / self.total if self.total else 0.0

    def interval(self, alpha: float = ALPHA) -> Interval:
        """Interval of the difference that holds it with a chance of 1 - `alpha`."""
        from scipy.stats import norm

        total = self.total + 2
        first, second = (self.first_only + 1) / total, (self.second_only + 1) / total
        middle = first - second
        half = norm.ppf(1 - alpha / 2) * sqrt((first + second - middle * middle) / total)
        return max(-1.0, float(middle - half)), min(1.0, float(middle + half))

    def questions_needed(self, alpha: float = ALPHA) -> int | None:
        """Questions on which a difference as large as this one is found real at level `alpha`, 4
        times in 5, were they like these; None where there is no difference."""
        from scipy.stats import norm

        apart, differ = self.difference, (self.first_only + self.second_only) / max(self.total, 1)
        if not apart:
            return None
        by_chance = norm.ppf(1 - alpha / 2) * sqrt(differ)
        as_counted = norm.ppf(POWER) * sqrt(differ - apart * apart)
        return ceil(float((by_chance + as_counted) / apart) ** 2)


def paired(first: Sequence[bool], second: Sequence[bool]) -> Paired:
    """Compare right and wrong of two systems, question by question in the same order."""
    first_only = sum(a and not b for a, b in zip(first, second, strict=True))
    second_only = sum(b and not a for a, b in zip(first, second, strict=True))
    p = mcnemar(first_only, second_only)
    return Paired(sum(first), sum(second), first_only, second_only, len(first), p)


def mcnemar(first_only: int, second_only: int) -> float:
    """Two-sided p of McNemar's exact test; 1 where the two differ on no question."""
    from scipy.stats import binomtest

    differ = first_only + second_only
    return float(binomtest(first_only, differ, 0.5).pvalue) if differ else 1.0


@dataclass(frozen=True, slots=True)
class Corrected:
    """The p of one test of several."""

    p: float
    """Corrected for there being several."""
    alpha: float
    """The level at which the p of this test alone is held against chance."""


def holm(values: Sequence[float]) -> tuple[Corrected, ...]:
    """Correct the p of several tests (Holm, A simple sequentially rejective multiple test
    procedure, 1979): the smallest stands against all, the next against one fewer, and so on."""
    corrected: dict[int, Corrected] = {}
    highest = 0.0
    for done, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        left = len(values) - done
        highest = max(highest, min(1.0, values[place] * left))
        corrected[place] = Corrected(highest, ALPHA / left)
    return tuple(corrected[place] for place in range(len(values)))
