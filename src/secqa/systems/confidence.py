"""Estimate the probability that an answer is right.

An answer is right if its query is what the user meant and its values are what the pages print. The
plan has the probability of the query (`question_readings.py`). The probability of the values
depends on the least certain reading, on the number of values, and on how often each is printed.
Readings that cannot change the answer do not count: a small company's revenue does not decide which
company has the highest. `benchmarks/confidence.py` fits `confidence.toml` to generated questions,
whose queries are known, about companies that neither the parser nor the reader was fitted on.

The confidence of a table is the product over its cells. Of the tables of `benchmarks/series.py`
with given queries, 91% of 76 were right on train companies and 97% of 30 on dev; the product
predicts 90% and 91%. The fit for a whole table predicts 94% and 93% with equal log loss, and almost
0 for long tables. Of 308 cells from 0.98 on all were right, of 177 from 0.95 to 0.98 97%, of 14
below 86%.
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
"""Answers below this confidence are shown as a guess, with their readings: of 96 such answers to
free questions by held-out writers, 27 were right."""


@dataclass(frozen=True, slots=True)
class ConfidenceWeights:
    """The content of `confidence.toml`."""

    start: float
    """Log-odds of an answer whose signs are all 0."""
    weights: dict[str, float]
    """Change of the log-odds per unit of a sign."""
    threshold: float
    """Minimum confidence of figures that `ask --batch` gives by default. Of those for held-out
    writers 5% were wrong (`benchmarks/held_out.py`); of free questions 6 to 8% were
    misunderstood."""


@lru_cache
def load_fit() -> ConfidenceWeights:
    """The weights of this version."""
    return ConfidenceWeights(**bundled_toml("secqa.systems", "confidence.toml"))


def signs(readings: Sequence[Reading], outputs: int) -> dict[str, float]:
    """The signs by which the values of an answer are judged, by name."""
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
    """The probability that the answer of a plan is right; 0 for None.

    `idle` are readings that do not change the value.
    """
    return 0.0 if value is None else plan.probability * values_sure(value, readings, idle)


def values_sure(
    value: object, readings: Sequence[Reading], idle: Collection[Reading] = ()
) -> float:
    """The probability that the values of a query, or of one cell of its table, are right."""
    fit = load_fit()
    return Odds(fit.weights, fit.start).probability(signs_of_answer(value, readings, idle))


def signs_of_answer(
    value: object, readings: Sequence[Reading], idle: Collection[Reading]
) -> dict[str, float]:
    """The signs of the readings that decide an answer."""
    decisive = [reading for reading in readings if reading not in idle]
    return signs(decisive or readings, len(value) if isinstance(value, tuple) else 1)
