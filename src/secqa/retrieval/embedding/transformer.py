"""Embedders that run on this machine, with the extra `secqa[embed]`.

`sentence-transformers:NAME` is a model of the hub, which the library downloads once; `local:PATH`
is a folder written by `SentenceTransformer.save`, for machines without a network.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
