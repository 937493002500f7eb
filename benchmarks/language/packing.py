"""Write the fitted models of the parser as small files; the same models give the same bytes."""

import io
import json

import numpy as np

from secqa.learning.linear import Head
from secqa.parsing.grammar.fitted import Fitted

_SMALL = 0.02
"""Weights of features below it are left out: none changes a choice on writers held out."""


def packed(fitted: Fitted) -> bytes:
    """The models as the bytes of a `.npz` file."""
    linker, spans = fitted.linker, fitted.spans
    edges = sorted((name, weight) for name, weight in spans.edges.items() if abs(weight) >= _SMALL)
    about = {
        "metrics": linker.metrics,
        "unknown": linker.unknown,
        "sharpness": fitted.sharpness,
        "bias": spans.bias,
        "edges": [name for name, _ in edges],
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
    for name, array in fitted.sureness.trees.arrays().items():
        arrays[f"sureness.{name}"] = array
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def packed_head(head: Head) -> bytes:
    """The head as the bytes of a `.npz` file."""
    kept = np.abs(head.weights).max(axis=1, initial=0.0) >= _SMALL
    file = io.BytesIO()
    np.savez_compressed(
        file,
        labels=np.array(head.labels),
        codes=head.codes[kept],
        weights=head.weights[kept].astype(np.float16),
        bias=head.bias,
    )
    return file.getvalue()
