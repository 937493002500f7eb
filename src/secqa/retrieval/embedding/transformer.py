"""Embedders and rerankers that run on this machine, with the extra `secqa[embed]`.

`sentence-transformers:NAME` is a model of the hub, which the library downloads once; `local:PATH`
is a folder written by `SentenceTransformer.save`, for machines without a network.
`cross-encoder:NAME` reads question and passage together: far slower than vectors, so it sees only
the pages that the ranking puts first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from secqa.errors import SecqaError
from secqa.retrieval.embedding.embedder import Vectors, unit

_BATCH = 32


@dataclass(frozen=True, slots=True)
class Transformer:
    """A sentence transformer, loaded."""

    name: str
    model: Any

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return unit(
            self.model.encode(list(texts), batch_size=_BATCH, show_progress_bar=False)
        ).reshape(len(texts), -1)

    def embed_query(self, question: str) -> Vectors:
        """See `Embedder`; models that were trained with a prompt for questions get it."""
        prompts = getattr(self.model, "prompts", None) or {}
        prompt = {"prompt_name": "query"} if prompts.get("query") else {}
        return unit(self.model.encode(question, show_progress_bar=False, **prompt))


def open_transformer(kind: str, model: str) -> Transformer:
    """Load the model; SecqaError when library or model is not there."""
    if kind == "local" and not Path(model).is_dir():
        raise SecqaError(f"local:{model}: no such folder; give one that holds a saved model")
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError:
        raise SecqaError(
            f"{kind}:{model}: sentence-transformers is not installed; pip install 'secqa[embed]'"
        ) from None
    try:
        return Transformer(f"{kind}:{model}", SentenceTransformer(model))
    except (OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise SecqaError(f"{kind}:{model}: cannot be loaded ({reason})") from error


class Reranker(Protocol):
    """What compares a question with passages."""

    @property
    def name(self) -> str:
        """As the user gives it."""

    def scores(self, question: str, passages: Sequence[str]) -> NDArray[np.float64]:
        """How well each passage fits."""


@dataclass(frozen=True, slots=True)
class CrossEncoderReranker:
    """A cross-encoder, loaded."""

    name: str
    model: Any

    def scores(self, question: str, passages: Sequence[str]) -> NDArray[np.float64]:
        """See `Reranker`."""
        pairs = [(question, passage) for passage in passages]
        found = self.model.predict(pairs, show_progress_bar=False)
        return np.asarray(found, np.float64).reshape(len(passages), -1)[:, -1]


def open_reranker(name: str) -> Reranker | None:
    """The reranker of a name, None for "none"; SecqaError when it cannot be had."""
    if name == "none":
        return None
    kind, _, model = name.partition(":")
    if kind != "cross-encoder" or not model:
        raise SecqaError(f"{name}: no such reranker; give none or cross-encoder:NAME")
    try:
        from sentence_transformers import CrossEncoderReranker as Encoder
    except ImportError:
        raise SecqaError(
            f"{name}: sentence-transformers is not installed; pip install 'secqa[embed]'"
        ) from None
    try:
        return CrossEncoderReranker(name, Encoder(model))
    except (OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise SecqaError(f"{name}: cannot be loaded ({reason})") from error
