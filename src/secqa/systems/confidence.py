"""Tell how likely an answer is right, from 0 to 1.

An answer is right if its query is what the user meant and its values are what the pages say. The
plan gives the probability of the query (`question_readings.py`). That of the values depends on more
than the least certain reading: on how many values there are, and whether each is printed only once.
Readings that cannot change the answer do not count: a small company's revenue does not decide which
company has the highest. The weights are fitted:
`benchmarks/confidence.py` writes `confidence.toml` from generated questions, whose queries are
known, about companies that neither the parser nor the reader was fitted on.

A table of series is as sure as all of its cells are, each by what was read for it. Of the tables of
`benchmarks/series.py` whose queries were given, 91% of 76 were right on train companies, 97% of 30
on dev; the product of their cells says 90% and 91%. The fit, asked of a whole table, says 94% and
93% with the same log loss, and next to nothing of long tables. Of 308 cells from 0.98 on all were
right, of 177 from 0.95 to 0.98 97%, of 14 below 86%.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from secqa.files import bundled_toml
from secqa.learning.linear import Odds
from secqa.reading.reading import Reading, ValueOrigin
from secqa.systems.planning.planner import Plan

DOUBTFUL = 0.3
"""Answers below this confidence are shown as a guess beside what was read, not as a figure: of 96
readings of free questions by held-out writers that were below it, 27 were right."""


@dataclass(frozen=True, slots=True)
class ConfidenceWeights:
    """What `confidence.toml` holds."""

    start: float
    """Log-odds of an answer with nothing against it."""
    weights: dict[str, float]
    """Change of the log-odds for each unit of a sign."""
    threshold: float
    """Answers at least as sure as this are given by default. Of those of held-out writers 6% were
    wrong (`benchmarks/held_out.py`), of questions that people composed 7 to 9% misunderstood."""


@lru_cache
def load_fit() -> ConfidenceWeights:
    """The fit of this version."""
    return ConfidenceWeights(**bundled_toml("secqa.systems", "confidence.toml"))


def signs(readings: Sequence[Reading], outputs: int) -> dict[str, float]:
    """What speaks for or against the values of an answer with so many outputs, each a number."""
    found = [reading for reading in readings if reading.value is not None]
    sure = [reading.confidence for reading in found]
    return {
        "least_sure": 1 - min(sure, default=0.0),
        "unsure": sum(1 - value for value in sure),
        "under_half": float(sum(value < 0.5 for value in sure)),
        "values": math.log1p(len(found)),
        "alone": float(sum(reading.echoes == 0 for reading in found)),
        "worked_out": float(sum(reading.place is ValueOrigin.FORMULA for reading in found)),
        "outputs": math.log(max(outputs, 1)),
    }


def confidence_of(
    plan: Plan, value: object, readings: Sequence[Reading], idle: Collection[Reading] = ()
) -> float:
    """How likely the value of a plan's answer is right; 0 for None.

    `idle` are readings without which the value would be the same.
    """
    return 0.0 if value is None else plan.probability * values_sure(value, readings, idle)


def values_sure(
    value: object, readings: Sequence[Reading], idle: Collection[Reading] = ()
) -> float:
    """How likely values are right that were read for a query, or for one cell of its table."""
    fit = load_fit()
    return Odds(fit.weights, fit.start).probability(signs_of_answer(value, readings, idle))


def signs_of_answer(
    value: object, readings: Sequence[Reading], idle: Collection[Reading]
) -> dict[str, float]:
    """The signs of an answer: those of the readings that decide it."""
    decisive = [reading for reading in readings if reading not in idle]
    return signs(decisive or readings, len(value) if isinstance(value, tuple) else 1)
