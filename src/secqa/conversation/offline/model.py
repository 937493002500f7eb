"""Linear models over named features: scores, softmax, reading and writing the weights."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

Features = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Weights:
    """What was learnt: feature name -> weight, for each of the three models."""

    grounding: Mapping[str, float]
    """Which number of the record a phrase means."""
    choice: Mapping[str, float]
    """Which program a question means."""
    confidence: Mapping[str, float]
    """How likely the chosen program is right."""


def score(weights: Mapping[str, float], features: Features) -> float:
    """The weighted sum; features without a weight count nothing."""
    return sum(value * weights.get(name, 0.0) for name, value in features.items())


def softmax(scores: Sequence[float]) -> list[float]:
    """Scores as probabilities."""
    if not scores:
        return []
    top = max(scores)
    powers = [math.exp(value - top) for value in scores]
    total = sum(powers)
    return [power / total for power in powers]


def sigmoid(value: float) -> float:
    """The logistic function, for values that cannot overflow it."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package; `benchmarks/conversation.py fit` makes them."""
    text = resources.files(__package__).joinpath("weights.json").read_text()
    return Weights(**json.loads(text))


def write_weights(weights: Weights, path: Path) -> None:
    """Write weights, one a line, in order of name."""
    parts = {
        "grounding": weights.grounding,
        "choice": weights.choice,
        "confidence": weights.confidence,
    }
    kept = {
        part: {name: round(values[name], 3) for name in sorted(values) if abs(values[name]) > 0.02}
        for part, values in parts.items()
    }
    path.write_text(json.dumps(kept, indent=0, ensure_ascii=False) + "\n")
