"""Embedders: the protocol, and the adapters by name.

Vectors have length 1, so that their product is the cosine.
"""

from collections.abc import Sequence
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


KINDS = ("sentence-transformers", "openai", "ollama", "local")


def open_embedder(name: str) -> Embedder | None:
    """The embedder of a name, None for "none".

    Raises SecqaError for a name that is none of these, or when what it needs is not there.
    """
    kind, _, model = name.partition(":")
    if name == "none":
        return None
    if kind not in KINDS or not model:
        raise SecqaError(
            f"{name}: no such embedder; give none, " + ", ".join(f"{kind}:NAME" for kind in KINDS)
        )
    if kind in ("openai", "ollama"):
        from secqa.retrieval.embedding.service import open_service

        return open_service(kind, model)
    from secqa.retrieval.embedding.transformer import open_transformer

    return open_transformer(kind, model)
