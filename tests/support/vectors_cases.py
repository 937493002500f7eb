"""Builders that `tests.retrieval.test_vectors` and other tests share."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from secqa.retrieval.terms import stems
from secqa.retrieval.vectors.embedder import Vectors, unit


class Stand:
    """Makes vectors of hashed stems, and counts the texts."""

    name = "local:stand-in"

    def __init__(self) -> None:
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        return unit([self._counts(text) for text in texts])

    def embed_query(self, question: str) -> Vectors:
        return unit(self._counts(question))

    def _counts(self, text: str) -> NDArray[np.float64]:
        buckets = [crc32(stem.encode()) % 64 for stem in stems(text)]
        return np.bincount([*buckets, 0], minlength=64).astype(float)
