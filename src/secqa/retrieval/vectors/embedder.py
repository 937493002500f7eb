"""Open embedders by name.

Vectors have length 1, so that their dot product is the cosine. `openai:NAME` (OpenAI and compatible
servers) reads OPENAI_API_KEY and OPENAI_BASE_URL; `ollama:NAME` reads OLLAMA_BASE_URL.
`sentence-transformers:NAME`, with the extra `secqa[embed]`, is a model of the hub, which the
library downloads once; `local:PATH` is a folder written by `SentenceTransformer.save`, for machines
without a network.
"""

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

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
_TRIES = 4
_SECONDS = 60.0
_PAUSE = 0.5
_LONGEST = 24_000
"""Maximum characters of a text: some 8,000 tokens, the limit of common models."""


@dataclass(frozen=True, slots=True)
class Service:
    """A server of embeddings; requests are retried while it is busy."""

    name: str
    url: str
    model: str
    headers: dict[str, str] = field(default_factory=dict, repr=False)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        vectors: list[list[float]] = []
        for start in range(0, len(texts), _SERVER_BATCH):
            batch = texts[start : start + _SERVER_BATCH]
            vectors.extend(self._ask([text[:_LONGEST] for text in batch]))
        return unit(vectors).reshape(len(texts), -1)

    def embed_query(self, question: str) -> Vectors:
        """See `Embedder`."""
        return unit(self._ask([question])[0])

    def _ask(self, texts: list[str]) -> list[list[float]]:
        answer = self._post({"model": self.model, "input": [text or " " for text in texts]})
        vectors = _vectors(answer)
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) > 1:
            raise SecqaError(f"{self.name}: {self.url} answered without a vector for each text")
        return vectors

    def _post(self, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", **self.headers}
        request = Request(self.url, json.dumps(body).encode(), headers)
        for turn in range(_TRIES):
            try:
                with urlopen(request, timeout=_SECONDS) as response:
                    return json.load(response)
            except HTTPError as error:
                reason = f"HTTP {error.code}"
                if error.code not in (408, 409, 429) and error.code < 500:
                    break
            except (URLError, HTTPException, OSError, ValueError) as error:
                reason = str(getattr(error, "reason", "") or error)
            if turn < _TRIES - 1:
                time.sleep(_PAUSE * 2**turn)
        raise SecqaError(f"{self.name}: {self.url} gave no vectors ({reason})")


def open_service(kind: str, model: str) -> Service:
    """Configure a server from the environment; raises SecqaError without a key."""
    base = os.environ.get(f"{kind.upper()}_BASE_URL") or _BASE_URLS[kind]
    key = os.environ.get("OPENAI_API_KEY", "")
    if kind == "openai" and not key:
        raise SecqaError(f"openai:{model}: no key; set OPENAI_API_KEY")
    headers = {"Authorization": f"Bearer {key}"} if kind == "openai" else {}
    return Service(f"{kind}:{model}", f"{base.rstrip('/')}/embeddings", model, headers)


def _vectors(answer: Any) -> list[list[float]]:
    """The vectors in an answer, in the order of the texts."""
    data = answer.get("data", ()) if isinstance(answer, dict) else ()
    return [one["embedding"] for one in sorted(data, key=lambda one: one.get("index", 0))]


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
