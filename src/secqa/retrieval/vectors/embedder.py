"""Open embedders by name.

Vectors have length 1, so that their dot product is the cosine. `openai:NAME` (OpenAI and compatible
servers) reads OPENAI_API_KEY and OPENAI_BASE_URL; `ollama:NAME` reads OLLAMA_BASE_URL; both need
the extra `secqa[models]`.
`sentence-transformers:NAME`, with the extra `secqa[embed]`, is a model of the hub, which the
library downloads once; `local:PATH` is a folder written by `SentenceTransformer.save`, for machines
without a network.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from secqa.errors import SecqaError
from secqa.extensions import needs_extra

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Converts texts to vectors."""

    @property
    def name(self) -> str:
        """The user's name of the embedder, which identifies its vectors."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors for texts of reports, shape (texts, dimensions)."""

    def embed_query(self, question: str) -> Vectors:
        """The unit vector of a question, shape (dimensions,)."""


def unit(vectors: Any) -> Vectors:
    """Scale vectors to length 1."""
    array = np.asarray(vectors, np.float32)
    lengths = np.linalg.norm(array, axis=-1, keepdims=True)
    return np.asarray(array / np.where(lengths == 0, 1, lengths), np.float32)


_SERVER_BATCH, _LOCAL_BATCH = 64, 32
"""Texts per request to a server, and per local batch."""
_BASE_URLS = {"openai": "https://api.openai.com/v1", "ollama": "http://127.0.0.1:11434/v1"}
_RETRIES, _SECONDS = 3, 60.0
_LONGEST = 24_000
"""Maximum characters of a text: some 8,000 tokens, the limit of common models."""


@dataclass(frozen=True, slots=True)
class Service:
    """A server of embeddings; its client retries while it is busy."""

    name: str
    model: str
    client: Any

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        vectors: list[list[float]] = []
        for start in range(0, len(texts), _SERVER_BATCH):
            batch = texts[start : start + _SERVER_BATCH]
            vectors.extend(self._ask([text[:_LONGEST] or " " for text in batch]))
        return unit(vectors).reshape(len(texts), -1)

    def embed_query(self, question: str) -> Vectors:
        """See `Embedder`."""
        return unit(self._ask([question])[0])

    def _ask(self, texts: list[str]) -> list[list[float]]:
        from openai import OpenAIError

        embeddings, url = self.client.embeddings, self.client.base_url
        try:
            answer = embeddings.create(model=self.model, input=texts, encoding_format="float")
        except (OpenAIError, ValueError) as error:
            raise SecqaError(f"{self.name}: {url} gave no vectors ({error})") from error
        data = getattr(answer, "data", None) or ()
        vectors = [one.embedding for one in sorted(data, key=lambda one: one.index)]
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) > 1:
            raise SecqaError(f"{self.name}: {url} answered without a vector for each text")
        return vectors


def open_service(kind: str, model: str) -> Service:
    """Configure a server from the environment; raises SecqaError without a key."""
    key = os.environ.get("OPENAI_API_KEY", "") if kind == "openai" else "none"
    if not key:
        raise SecqaError(f"openai:{model}: no key; set OPENAI_API_KEY")
    with needs_extra("models", f"{kind}:{model}"):
        from openai import OpenAI
    url = os.environ.get(f"{kind.upper()}_BASE_URL") or _BASE_URLS[kind]
    client = OpenAI(api_key=key, base_url=url, max_retries=_RETRIES, timeout=_SECONDS)
    return Service(f"{kind}:{model}", model, client)


@dataclass(frozen=True, slots=True)
class Transformer:
    """A loaded sentence transformer."""

    name: str
    model: Any

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return unit(
            self.model.encode(list(texts), batch_size=_LOCAL_BATCH, show_progress_bar=False)
        ).reshape(len(texts), -1)

    def embed_query(self, question: str) -> Vectors:
        """See `Embedder`; uses the model's prompt for queries if it has one."""
        prompts = getattr(self.model, "prompts", None) or {}
        prompt = {"prompt_name": "query"} if prompts.get("query") else {}
        return unit(self.model.encode(question, show_progress_bar=False, **prompt))


def open_transformer(kind: str, model: str) -> Transformer:
    """Load a model; raises SecqaError if the library or the model is missing."""
    if kind == "local" and not Path(model).is_dir():
        raise SecqaError(f"local:{model}: no such folder; give one that holds a saved model")
    with needs_extra("embed", f"{kind}:{model}"):
        from sentence_transformers import SentenceTransformer
    try:
        return Transformer(f"{kind}:{model}", SentenceTransformer(model))
    except (OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise SecqaError(f"{kind}:{model}: cannot be loaded ({reason})") from error


_OPENERS: dict[str, Callable[[str, str], Embedder]] = {
    "sentence-transformers": open_transformer,
    "openai": open_service,
    "ollama": open_service,
    "local": open_transformer,
}
KINDS = tuple(_OPENERS)


def open_embedder(name: str) -> Embedder | None:
    """Open an embedder; None for "none". Raises SecqaError for an unknown name or a missing key."""
    kind, _, model = name.partition(":")
    if name == "none":
        return None
    if kind not in _OPENERS or not model:
        raise SecqaError(
            f"{name}: no such embedder; give none, " + ", ".join(f"{kind}:NAME" for kind in KINDS)
        )
    return _OPENERS[kind](kind, model)
