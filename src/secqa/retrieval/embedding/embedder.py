"""Embedders: the protocol, and the adapters by name.

Vectors have length 1, so that their product is the cosine.
"""

from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from secqa.errors import SecqaError

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


_OPENERS = {
    "sentence-transformers": "secqa.retrieval.embedding.transformer:open_transformer",
    "openai": "secqa.retrieval.embedding.service:open_service",
    "ollama": "secqa.retrieval.embedding.service:open_service",
    "local": "secqa.retrieval.embedding.transformer:open_transformer",
}
KINDS = tuple(_OPENERS)


def open_embedder(name: str) -> Embedder | None:
    """The embedder of a name, None for "none"; SecqaError without the name, model or key."""
    kind, _, model = name.partition(":")
    if name == "none":
        return None
    if kind not in _OPENERS or not model:
        raise SecqaError(
            f"{name}: no such embedder; give none, " + ", ".join(f"{kind}:NAME" for kind in KINDS)
        )
    # By name, since the adapters import this module and libraries that take long to load.
    embedder: Embedder = resolve_name(_OPENERS[kind])(kind, model)
    return embedder
