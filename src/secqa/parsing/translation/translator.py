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
    """Read the file of `benchmarks/language/packing.py`: matrices have 8 bits per weight and a
    scale per row."""
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
