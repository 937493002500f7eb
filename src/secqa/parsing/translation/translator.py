"""Combine several fitted transformers, stored in one file.

Networks of different sizes, fitted on examples in different orders, make different mistakes, so the
mean of their probabilities is right more often than each.
"""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from secqa.parsing.translation.network import (
    DecodedTokens,
    EncodedQuestion,
    Floats,
    TranslatorNetwork,
)
from secqa.parsing.translation.query_outline import OUTLINE_ARRAYS, OUTLINE_HALVES, OutlineModel

FILE = "translator.npz"
UNKNOWN = 1
"""The row of a token without a known feature."""
_SMALL = np.float32(1e-12)
"""Keeps the logarithm of a probability finite."""
_STEPS, _LEAST_SCALE = 127, 1e-8


@dataclass(frozen=True, eq=False)
class Translator:
    """Several networks with one vocabulary."""

    features: Mapping[str, int]
    """Row of each known feature of input tokens."""
    tokens: tuple[str, ...]
    """Output tokens in the order of their rows."""
    networks: tuple[TranslatorNetwork, ...]
    outline: OutlineModel | None = None
    """The model of outlines; None if it is not fitted yet."""

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Row of each output token."""
        return {token: place for place, token in enumerate(self.tokens)}

    def encode(self, bags: Sequence[Sequence[str]]) -> tuple[EncodedQuestion, ...]:
        """Encode a question, given as the features of each token."""
        rows = [
            [self.features[name] for name in bag if name in self.features] or [UNKNOWN]
            for bag in bags
        ]
        return tuple(network.encode(rows) for network in self.networks)

    def step(
        self,
        memory: Sequence[EncodedQuestion],
        last: Sequence[int],
        past: Sequence[Sequence[DecodedTokens]],
    ) -> tuple[Floats, list[tuple[DecodedTokens, ...]]]:
        """Log probabilities of the next token, shape (hypotheses, tokens).

        `last` has the last token of each hypothesis, `past` the caches of the networks.
        """
        steps = [
            network.step(own, last, [one[place] for one in past])
            for place, (network, own) in enumerate(zip(self.networks, memory, strict=True))
        ]
        mean: Floats = np.mean([shares for shares, _ in steps], axis=0, dtype=np.float32)
        return np.log(mean + _SMALL), list(zip(*(own for _, own in steps), strict=True))


@lru_cache(maxsize=1)
def load_translator() -> Translator:
    """The translator of this version."""
    return unpacked(files("secqa.parsing").joinpath("data", FILE).read_bytes())


def unpacked(data: bytes) -> Translator:
    """Read the file of `packed`: matrices have 8 bits per weight and a scale per row."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes())
        networks = []
        for place, own in enumerate(about["networks"]):
            weights = {}
            for name in own["weights"]:
                array = arrays[f"{place}/{name}"].astype(np.float32)
                scale = f"{place}/{name}/scale"
                weights[name] = array * arrays[scale][:, None] if scale in arrays else array
            networks.append(TranslatorNetwork(weights, own["heads"], tuple(own["layers"])))
        outline = None
        if "outline" in about:
            own = {name: arrays[f"outline/{name}"] for name in OUTLINE_ARRAYS}
            own |= {name: own[name].astype(np.float32) for name in OUTLINE_HALVES}
            outline = OutlineModel(tuple(about["outline"]), **own)
    features = {name: row for row, name in enumerate(about["features"], UNKNOWN + 1)}
    return Translator(features, tuple(about["tokens"]), tuple(networks), outline)


def packed(translator: Translator) -> bytes:
    """The file of a translator."""
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
