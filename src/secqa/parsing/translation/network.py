"""Run the fitted translator: an encoder of questions and a decoder of queries.

A small transformer with pre-normalised layers (Vaswani et al. 2017; Xiong et al. 2020), read from
one file and computed with numpy. A question is encoded once; the decoder keeps what it computed for
each token, so that a further token costs one row.
"""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
FILE = "translator.npz"
_SMALL = np.float32(1e-5)
"""Keeps the normalisation from dividing by zero."""


@dataclass(frozen=True, eq=False)
class TranslatorNetwork:
    """Fitted weights by name, and what its rows stand for."""

    features: Mapping[str, int]
    """Feature of a source token -> row of `embed`; the features that no row has are left out."""
    tokens: tuple[str, ...]
    """Target tokens in the order of their rows."""
    weights: Mapping[str, Floats]
    heads: int
    layers: tuple[int, int]
    """Of the encoder and the decoder."""

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Target token -> its row."""
        return {token: place for place, token in enumerate(self.tokens)}

    def encode(self, bags: Sequence[Sequence[str]]) -> "EncodedQuestion":
        """Read a question."""
        embed = self.weights["embed"]
        x = np.zeros((len(bags), embed.shape[1]), np.float32)
        for place, bag in enumerate(bags):
            rows = [self.features[name] for name in bag if name in self.features]
            x[place] = embed[rows or [1]].sum(axis=0)
        x += self.weights["places"][: len(bags)]
        for layer in range(self.layers[0]):
            name = f"encoder.{layer}"
            keys, values = self._keys(f"{name}.self", self._normal(f"{name}.norm1", x))
            x = x + self._attend(f"{name}.self", self._normal(f"{name}.norm1", x), keys, values)
            x = x + self._feed(name, self._normal(f"{name}.norm2", x))
        x = self._normal("encoder.norm", x)
        crossed = [self._keys(f"decoder.{n}.cross", x) for n in range(self.layers[1])]
        return EncodedQuestion(tuple(crossed))

    def step(
        self, memory: "EncodedQuestion", last: Sequence[int], past: Sequence["DecodedTokens"]
    ) -> tuple[Floats, list["DecodedTokens"]]:
        """Log probabilities of the next token of each hypothesis (hypotheses x tokens).

        `last` has the last token of each, `past` what was computed for those before it.
        """
        size = past[0].size if past else 0
        x = self.weights["token_embed"][list(last)] + self.weights["target_places"][size]
        kept: list[list[tuple[Floats, Floats]]] = [[] for _ in last]
        for layer in range(self.layers[1]):
            name = f"decoder.{layer}"
            normal = self._normal(f"{name}.norm1", x)
            keys, values = self._keys(f"{name}.self", normal)
            rows = []
            for place in range(len(last)):
                own = (keys[:, place : place + 1], values[:, place : place + 1])
                if size:
                    before = past[place].layers[layer]
                    own = (
                        np.concatenate([before[0], own[0]], axis=1),
                        np.concatenate([before[1], own[1]], axis=1),
                    )
                kept[place].append(own)
                rows.append(self._attend(f"{name}.self", normal[place : place + 1], *own))
            x = x + np.concatenate(rows)
            crossed = memory.layers[layer]
            x = x + self._attend(f"{name}.cross", self._normal(f"{name}.norm2", x), *crossed)
            x = x + self._feed(name, self._normal(f"{name}.norm3", x))
        x = self._normal("decoder.norm", x)
        logits = x @ self.weights["token_embed"].T + self.weights["token_bias"]
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logits, [DecodedTokens(size + 1, tuple(own)) for own in kept]

    def _normal(self, name: str, x: Floats) -> Floats:
        centred = x - x.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + _SMALL)
        normal: Floats = centred / spread * self.weights[f"{name}.scale"]
        return normal + self.weights[f"{name}.shift"]

    def _keys(self, name: str, x: Floats) -> tuple[Floats, Floats]:
        """Keys and values of all rows, each heads x rows x width."""
        both = x @ self.weights[f"{name}.keys"] + self.weights[f"{name}.keys.shift"]
        keys, values = np.split(both, 2, axis=1)
        return self._split(keys), self._split(values)

    def _split(self, x: Floats) -> Floats:
        return x.reshape(len(x), self.heads, -1).transpose(1, 0, 2)

    def _attend(self, name: str, x: Floats, keys: Floats, values: Floats) -> Floats:
        rows = x @ self.weights[f"{name}.query"] + self.weights[f"{name}.query.shift"]
        query = self._split(rows)
        scores: Floats = query @ keys.transpose(0, 2, 1) / np.float32(query.shape[2] ** 0.5)
        weights: Floats = np.exp(scores - scores.max(axis=2, keepdims=True))
        mixed = (weights / weights.sum(axis=2, keepdims=True)) @ values
        joined = mixed.transpose(1, 0, 2).reshape(len(x), -1)
        whole: Floats = joined @ self.weights[f"{name}.out"] + self.weights[f"{name}.out.shift"]
        return whole

    def _feed(self, name: str, x: Floats) -> Floats:
        wide = x @ self.weights[f"{name}.wide"] + self.weights[f"{name}.wide.shift"]
        inner: Floats = np.maximum(wide, np.float32(0))
        whole: Floats = inner @ self.weights[f"{name}.back"] + self.weights[f"{name}.back.shift"]
        return whole


@dataclass(frozen=True, eq=False)
class EncodedQuestion:
    """An encoded question: keys and values for each layer of the decoder."""

    layers: tuple[tuple[Floats, Floats], ...]


@dataclass(frozen=True, eq=False)
class DecodedTokens:
    """Keys and values of the tokens of one hypothesis, by layer of the decoder."""

    size: int
    layers: tuple[tuple[Floats, Floats], ...]


@lru_cache(maxsize=1)
def load_translator() -> TranslatorNetwork:
    """The translator of this version."""
    return unpacked(files("secqa.parsing").joinpath("data", FILE).read_bytes())


def unpacked(data: bytes) -> TranslatorNetwork:
    """Read what `packed` wrote: matrices have 8 bits a weight and a scale for each row."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes())
        weights = {}
        for name in about["weights"]:
            array = arrays[name].astype(np.float32)
            scale = f"{name}/scale"
            weights[name] = array * arrays[scale][:, None] if scale in arrays else array
    features = {name: place for place, name in enumerate(about["features"], 2)}
    return TranslatorNetwork(
        features, tuple(about["tokens"]), weights, about["heads"], tuple(about["layers"])
    )


def packed(translator: TranslatorNetwork) -> bytes:
    """The file of a translator."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, weight in translator.weights.items():
        if weight.ndim == 1:
            arrays[name] = weight.astype(np.float16)
            continue
        scale = np.maximum(np.abs(weight).max(axis=1), 1e-8).astype(np.float32) / 127
        arrays[name] = np.round(weight / scale[:, None]).astype(np.int8)
        arrays[f"{name}/scale"] = scale
    about = {
        "features": list(translator.features),
        "tokens": translator.tokens,
        "weights": list(translator.weights),
        "heads": translator.heads,
        "layers": translator.layers,
    }
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()
