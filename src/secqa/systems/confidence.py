"""How sure an answer is: how its question was understood and its values read in, 0 to 1 out.

A reader says how sure it is of each value. Whether the answer is right depends on more: words
of the question that nothing accounts for, parts that were not found and counted as nothing,
lines that no catalogue knows. What each of these weighs is fitted, not guessed:
`benchmarks/confidence.py` writes `confidence.toml` from generated questions about half of the
companies and checks it on the others.
"""

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from secqa.reading.place import Place
from secqa.reading.reading import Reading
from secqa.systems.answer import Answer
from secqa.understanding.question import Ask
from secqa.understanding.wanted import Kind


@dataclass(frozen=True, slots=True)
class Fit:
    """What `confidence.toml` holds."""

    start: float
    """Log-odds of an answer with nothing against it."""
    weights: dict[str, float]
    """Change of the log-odds for each unit of a sign."""
    threshold: float
    """Answers at least as sure as this were right 97 times in 100 and more."""


@lru_cache
def load_fit() -> Fit:
    """The fit of this version."""
    text = files("secqa.systems").joinpath("confidence.toml").read_text(encoding="utf-8")
    return Fit(**tomllib.loads(text))


def signs(ask: Ask, readings: Sequence[Reading], outputs: int) -> dict[str, float]:
    """What speaks against an answer with so many outputs: a count or an amount of each sign."""
    found = [reading for reading in readings if reading.value is not None]
    sure = [reading.confidence for reading in found]
    return {
        "least_sure": 1 - min(sure, default=0.0),
        "unsure": sum(1 - value for value in sure),
        "under_half": float(sum(value < 0.5 for value in sure)),
        "absent": math.log1p(len(readings) - len(found)),
        "values": math.log1p(len(found)),
        "alone": float(sum(reading.echoes == 0 for reading in found)),
        "sentences": float(sum(reading.row < 0 for reading in found)),
        "worked_out": float(sum(reading.place is Place.FORMULA for reading in found)),
        "unexplained": float(len(ask.unexplained)),
        "not_understood": float(bool(ask.unexplained or ask.undone or ask.strangers)),
        "labels": float(sum(link.metric is None for link in ask.metrics)),
        "surplus": float(ask.wanted.kind is Kind.VALUE) * max(0, len(ask.metrics) - outputs),
        "outputs": math.log(max(outputs, 1)),
        "yes_or_no": float(ask.wanted.kind is Kind.CHECK),
    }


def confidence_of(ask: Ask, answer: Answer) -> float:
    """How likely the answer to a question, understood as `ask`, is right."""
    if answer.value is None:
        return 0.0
    fit = load_fit()
    outputs = len(answer.value) if isinstance(answer.value, tuple) else 1
    found = signs(ask, answer.readings, outputs)
    odds = fit.start + sum(weight * found[name] for name, weight in fit.weights.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))
