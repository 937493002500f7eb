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
from fractions import Fraction
from math import ceil, comb, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Interval = tuple[float, float]

_NORMAL = NormalDist()
LEVEL = 0.95
_RESAMPLES = 1_000
"""Ends of an interval then move by a few hundredths of its width from seed to seed."""
_SEED = 7
_NUMBERS_AT_ONCE = 2_000_000
"""Resampled numbers kept in memory."""


def mean_interval(values: Sequence[float]) -> Interval:
    """95% bootstrap interval of the mean of `values`; raises ValueError if there are none."""
    given = np.asarray(values, dtype=np.float64)
    if not given.size:
        raise ValueError("an interval of no values")
    if given.min() == given.max():  # all resamples are alike
        return float(given[0]), float(given[0])
    means = _resampled_means(given)
    below = float(((means < given.mean()).mean() + (means <= given.mean()).mean()) / 2)
    if not 0.0 < below < 1.0:  # they differ by less than can be reckoned with
        return float(given.min()), float(given.max())
    bias, acceleration = _NORMAL.inv_cdf(below), _acceleration(given)
    ends = []
    for tail in ((1 - LEVEL) / 2, (1 + LEVEL) / 2):
        moved = bias + _NORMAL.inv_cdf(tail)
        ends.append(_NORMAL.cdf(bias + moved / (1 - acceleration * moved)))
    low, high = np.quantile(means, ends)
    return float(low), float(high)


def difference_interval(first: Sequence[float], second: Sequence[float]) -> Interval:
    """95% paired bootstrap interval of mean(first) - mean(second); both in the same order."""
    return mean_interval([a - b for a, b in zip(first, second, strict=True)])


def _resampled_means(given: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of each resample."""
    draws, batch = np.random.default_rng(_SEED), max(1, _NUMBERS_AT_ONCE // given.size)
    sizes = [min(batch, _RESAMPLES - done) for done in range(0, _RESAMPLES, batch)]
    drawn = (given[draws.integers(0, given.size, (size, given.size))] for size in sizes)
    return np.concatenate([one.mean(axis=1) for one in drawn])


def _acceleration(given: NDArray[np.float64]) -> float:
    """How the spread of a mean changes with it, from means that leave out one value each."""
    off = given - given.mean()
    off /= np.abs(off).max() or 1.0  # squares of tiny numbers are 0
    if not off.any():
        return 0.0
    return float((off**3).sum() / (6 * (off**2).sum() ** 1.5))


ALPHA = 0.05
"""A difference counts as real if chance gives it with at most this probability."""
POWER = 0.8
"""The probability that `questions_needed` questions settle a difference."""


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
        """Confidence interval of the difference at level 1 - `alpha`."""
        total = self.total + 2
        first, second = (self.first_only + 1) / total, (self.second_only + 1) / total
        middle = first - second
        half = _NORMAL.inv_cdf(1 - alpha / 2) * sqrt((first + second - middle * middle) / total)
        return max(-1.0, float(middle - half)), min(1.0, float(middle + half))

    def questions_needed(self, alpha: float = ALPHA) -> int | None:
        """Similar questions that show a difference of this size at level `alpha` with probability
        `POWER`; None if there is no difference."""
        apart, differ = self.difference, (self.first_only + self.second_only) / max(self.total, 1)
        if not apart:
            return None
        by_chance = _NORMAL.inv_cdf(1 - alpha / 2) * sqrt(differ)
        as_counted = _NORMAL.inv_cdf(POWER) * sqrt(differ - apart * apart)
        return ceil(float((by_chance + as_counted) / apart) ** 2)


def paired(first: Sequence[bool], second: Sequence[bool]) -> Paired:
    """Compare right and wrong of two systems, question by question in the same order."""
    first_only = sum(a and not b for a, b in zip(first, second, strict=True))
    second_only = sum(b and not a for a, b in zip(first, second, strict=True))
    p = mcnemar(first_only, second_only)
    return Paired(sum(first), sum(second), first_only, second_only, len(first), p)


def mcnemar(first_only: int, second_only: int) -> float:
    """Two-sided p of McNemar's exact test; 1 where the two differ on no question."""
    differ = first_only + second_only
    fewer = sum(comb(differ, count) for count in range(min(first_only, second_only) + 1))
    return float(min(Fraction(1), Fraction(2 * fewer, 2**differ)))


@dataclass(frozen=True, slots=True)
class Corrected:
    """The p of one test of several."""

    p: float
    """Corrected for there being several."""
    alpha: float
    """The significance level for the p of this test alone."""


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
