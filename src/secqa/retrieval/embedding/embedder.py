"""Texts to vectors: an embedder, which is all that retrieval knows of what makes them.

Vectors have length 1, so that their product is the cosine. `open.py` makes one by its name.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """What makes vectors."""

    @property
    def name(self) -> str:
        """As the user gives it; vectors of another name are others."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(texts, dimensions): a vector of length 1 for each text of a report."""

    def embed_query(self, question: str) -> Vectors:
        """(dimensions,): the vector of a question."""


def unit(vectors: Any) -> Vectors:
    """The vectors at length 1."""
    array = np.asarray(vectors, np.float32)
    lengths = np.linalg.norm(array, axis=-1, keepdims=True)
    return np.asarray(array / np.where(lengths == 0, 1, lengths), np.float32)
