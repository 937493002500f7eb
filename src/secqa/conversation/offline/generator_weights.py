"""What the offline generator was fitted to: three models in one small file, read once.

Made by `secqa fit conversation FILE`; the card beside it says from what, and how
well it does on pages that it never saw.
"""

import io
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from secqa.learning.linear import Choice, Odds, choice_from

FILE = "weights.npz"


@dataclass(frozen=True, eq=False)
class Weights:
    """What was learnt."""

    grounding: Choice
    """Which number of the record a phrase means."""
    choice: Choice
    """Which program a question means."""
    confidence: Odds
    """How likely the chosen program is right."""


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    data = resources.files(__package__).joinpath(FILE).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        start, *weights = arrays["odds.weights"].tolist()
        return Weights(
            choice_from(arrays["grounding.codes"], arrays["grounding.weights"]),
            choice_from(arrays["choice.codes"], arrays["choice.weights"]),
            Odds(dict(zip(arrays["odds.names"].tolist(), weights, strict=True)), start),
        )


def packed(weights: Weights) -> bytes:
    """The bytes of the file; the same weights give the same."""
    odds = weights.confidence
    arrays = {
        "odds.names": np.array(list(odds.weights)),
        "odds.weights": np.array([odds.start, *odds.weights.values()]),
    }
    for name, model in (("grounding", weights.grounding), ("choice", weights.choice)):
        arrays |= {f"{name}.{part}": array for part, array in model.arrays().items()}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()
