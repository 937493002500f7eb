"""Run a fitted transformer with numpy: an encoder of questions and a decoder of queries.

Its layers are pre-normalised (Vaswani et al. 2017; Xiong et al. 2020). A question is encoded once;
the decoder caches keys and values, so that a further token costs one row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_SMALL = np.float32(1e-5)
"""Keeps the normalisation from dividing by zero."""


@dataclass(frozen=True, eq=False)
class TranslatorNetwork:
    """Fitted weights by name."""

    weights: Mapping[str, Floats]
    heads: int
    layers: tuple[int, int]
    """Numbers of layers of encoder and decoder."""

    def encode(self, bags: Sequence[Sequence[int]]) -> "EncodedQuestion":
        """Encode a question, given as the rows of each token's features."""
        embed = self.weights["embed"]
        x: Floats = np.array([embed[rows].sum(axis=0) for rows in bags], np.float32)
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
        """Probabilities of the next token, shape (hypotheses, tokens).

        `last` has the last token of each hypothesis, `past` the cache of earlier tokens.
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
        shares: Floats = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        return shares, [DecodedTokens(size + 1, tuple(own)) for own in kept]

    def _normal(self, name: str, x: Floats) -> Floats:
        centred = x - x.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + _SMALL)
        normal: Floats = centred / spread * self.weights[f"{name}.scale"]
        return normal + self.weights[f"{name}.shift"]

    def _keys(self, name: str, x: Floats) -> tuple[Floats, Floats]:
        """Keys and values of all rows, each of shape (heads, rows, width)."""
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
    """Keys and values of a question for each layer of the decoder."""

    layers: tuple[tuple[Floats, Floats], ...]


@dataclass(frozen=True, eq=False)
class DecodedTokens:
    """Keys and values of a hypothesis for each layer of the decoder."""

    size: int
    layers: tuple[tuple[Floats, Floats], ...]
