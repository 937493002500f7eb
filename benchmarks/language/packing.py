"""Write the fitted models of the parser as small files; the same models give the same bytes."""

import io
import json

import numpy as np
from numpy.typing import NDArray

from secqa.learning.linear import Head
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.translation.query_outline import OUTLINE_ARRAYS, OUTLINE_HALVES
from secqa.parsing.translation.translator import Translator

_SMALL = 0.02
"""Weights of features below it are left out: none changes a choice on writers held out."""
_STEPS, _LEAST_SCALE = 127, 1e-8


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
        "qualifiers": sorted(fitted.qualifiers),
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


def packed_translator(translator: Translator) -> bytes:
    """The translator as the bytes of a `.npz` file."""
    arrays: dict[str, NDArray[np.generic]] = {}
    about: dict[str, object] = {
        "features": list(translator.features),
        "tokens": translator.tokens,
        "networks": [
            {"weights": list(one.weights), "heads": one.heads, "layers": one.layers}
            for one in translator.networks
        ],
    }
    for place, network in enumerate(translator.networks):
        for name, weight in network.weights.items():
            if weight.ndim == 1:
                arrays[f"{place}/{name}"] = weight.astype(np.float16)
                continue
            scale = np.maximum(np.abs(weight).max(axis=1), _LEAST_SCALE) / np.float32(_STEPS)
            arrays[f"{place}/{name}"] = np.round(weight / scale[:, None]).astype(np.int8)
            arrays[f"{place}/{name}/scale"] = scale.astype(np.float32)
    if translator.outline is not None:
        about["outline"] = translator.outline.labels
        for name in OUTLINE_ARRAYS:
            array = getattr(translator.outline, name)
            half = name in OUTLINE_HALVES
            arrays[f"outline/{name}"] = array.astype(np.float16) if half else array
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()
