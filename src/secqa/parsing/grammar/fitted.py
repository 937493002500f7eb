"""Load the fitted models of the parser.

`benchmarks/fit_language.py` fits them to sentences and names of metrics by many writers; the card
next to that data describes it, and has the accuracy for unseen writers.
"""

import io
import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from secqa.learning.trees import FeatureTrees, trees_from
from secqa.parsing.grammar.linker import Linker, SpanScorer

FILE = "fitted.npz"
_TREES = ("feature", "least", "leaves")


@dataclass(frozen=True, eq=False)
class Fitted:
    """The fitted models."""

    linker: Linker
    spans: SpanScorer
    sureness: FeatureTrees
    """Predicts the probability that a reading is right."""
    harmless: frozenset[str]
    """Stems that several writers use without meaning."""
    qualifiers: frozenset[str]
    """Stems that several writers put beside a metric without narrowing it."""
    sharpness: float = 3.0
    """Log-odds per unit of a metric's score."""


@lru_cache(maxsize=1)
def load_fitted() -> Fitted:
    """The models of this version."""
    return unpacked(files("secqa.parsing").joinpath("data", FILE).read_bytes())


def unpacked(data: bytes) -> Fitted:
    """Read the file of `benchmarks/language/packing.py`."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes())
        linker = Linker(
            tuple(about["metrics"]),
            arrays["codes"],
            arrays["rarity"].astype(np.float32),
            about["unknown"],
            arrays["weights"],
            arrays["scale"],
            arrays["link_bias"],
        )
        edges = dict(zip(about["edges"], arrays["edge_weights"].tolist(), strict=True))
        phrases = frozenset(arrays["phrases"].tolist())
        kept = {name: arrays[f"sureness.{name}"] for name in _TREES}
        sureness = FeatureTrees(tuple(about["sureness"]), trees_from(kept))
        spans = SpanScorer(arrays["dense"], edges, about["bias"], phrases)
    return Fitted(
        linker,
        spans,
        sureness,
        frozenset(about["harmless"]),
        frozenset(about["qualifiers"]),
        about["sharpness"],
    )
