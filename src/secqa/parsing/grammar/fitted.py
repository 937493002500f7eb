"""What the parser was fitted to: one small file in, its models out, read once.

Made by `benchmarks/fit_language.py` from sentences and wordings by many hands; the card beside them
says whose, and how well it does on writers whom it never saw.
"""

import io
import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from secqa.learning.linear import Head
from secqa.learning.trees import NamedTrees, trees_from
from secqa.parsing.grammar.linker import Linker, SpanScorer

FILE = "fitted.npz"
_TREES = ("feature", "least", "leaves")
_SMALL = 0.02
"""Weights of features below it are left out: none changes a choice on writers held out."""


@dataclass(frozen=True, eq=False)
class Fitted:
    """All that is learned about questions."""

    linker: Linker
    spans: SpanScorer
    heads: dict[str, Head]
    sureness: NamedTrees
    """How likely a reading is right, from what speaks against it."""
    harmless: frozenset[str]
    """Stems that questions of several writers have beside what they ask for."""
    sharpness: float = 3.0
    """How much more likely a metric is whose score is higher by 1, in logarithms."""


@lru_cache(maxsize=1)
def load_fitted() -> Fitted:
    """The models of this version."""
    return unpacked(files("secqa.parsing").joinpath("data", FILE).read_bytes())


def packed(fitted: Fitted) -> bytes:
    """The models as the bytes of a `.npz` file; the same models give the same bytes."""
    linker, spans = fitted.linker, fitted.spans
    edges = sorted((name, weight) for name, weight in spans.edges.items() if abs(weight) >= _SMALL)
    about = {
        "metrics": linker.metrics,
        "unknown": linker.unknown,
        "sharpness": fitted.sharpness,
        "bias": spans.bias,
        "edges": [name for name, _ in edges],
        "heads": {name: head.labels for name, head in fitted.heads.items()},
        "sureness": fitted.sureness.names,
        "harmless": sorted(fitted.harmless),
    }
    arrays: dict[str, np.ndarray] = {
        "about": np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8),
        "codes": linker.codes,
        "rarity": linker.rarity.astype(np.float16),
        "weights": linker.weights,
        "scale": linker.scale,
        "link_bias": linker.bias,
        "dense": spans.dense,
        "edge_weights": np.array([weight for _, weight in edges], np.float32),
        "phrases": np.array(sorted(spans.phrases), np.uint32),
    }
    for name, head in fitted.heads.items():
        kept = np.abs(head.weights).max(axis=1, initial=0.0) >= _SMALL
        arrays[f"{name}.codes"] = head.codes[kept]
        arrays[f"{name}.weights"] = head.weights[kept].astype(np.float16)
        arrays[f"{name}.bias"] = head.bias
    for name, array in fitted.sureness.trees.arrays().items():
        arrays[f"sureness.{name}"] = array
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def unpacked(data: bytes) -> Fitted:
    """The models that `packed` wrote."""
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
        heads = {
            name: Head(
                tuple(labels),
                arrays[f"{name}.codes"],
                arrays[f"{name}.weights"].astype(np.float32),
                arrays[f"{name}.bias"],
            )
            for name, labels in about["heads"].items()
        }
        kept = {name: arrays[f"sureness.{name}"] for name in _TREES}
        sureness = NamedTrees(tuple(about["sureness"]), trees_from(kept))
        spans = SpanScorer(arrays["dense"], edges, about["bias"], phrases)
    return Fitted(
        linker,
        spans,
        heads,
        sureness,
        frozenset(about["harmless"]),
        about["sharpness"],
    )
