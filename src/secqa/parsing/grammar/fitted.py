"""The fitted models of the parser, read once from one small file.

`benchmarks/fit_language.py` fits them to sentences and wordings by many hands; the card beside the
sentences says whose they are, and how good the parser is on writers whom it never saw.
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
    """All that is learned about questions."""

    linker: Linker
    spans: SpanScorer
    sureness: FeatureTrees
    """How likely a reading is right, from what speaks against it."""
    harmless: frozenset[str]
    """Stems that questions of several writers have beside what they ask for."""
    sharpness: float = 3.0
    """How much more likely a metric is whose score is higher by 1, in logarithms."""


@lru_cache(maxsize=1)
def load_fitted() -> Fitted:
    """The models of this version."""
    return unpacked(files("secqa.parsing").joinpath("data", FILE).read_bytes())


def unpacked(data: bytes) -> Fitted:
    """The models that `language.packing` of the benchmarks wrote."""
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
        about["sharpness"],
    )
