"""Two systems, right or wrong on the same questions, in; whether the difference is real out.

Only questions on which they differ tell them apart. If neither were better, each such question
would be won by either with equal chance: McNemar's test (Note on the sampling error of the
difference between correlated proportions, 1947) in its exact form, which holds for few questions.
The interval of the difference is that of Bonett and Price (Adjusted Wald confidence interval for a
difference of binomial proportions based on paired data, 2012): the bootstrap's is too narrow where
few questions differ, and never holds 0 where one system wins all of these. How many questions it
would take to settle a difference follows from the same counts (Connor, Sample size for testing
differences in proportions for the paired-sample design, 1987).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from secqa.evaluation.statistics.bootstrap import Interval

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
