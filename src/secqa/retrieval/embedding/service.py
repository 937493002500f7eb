"""Embedders behind HTTP: OpenAI's interface (and all servers that speak it) and Ollama's.

`openai:NAME` reads OPENAI_API_KEY and, for other servers, OPENAI_BASE_URL; `ollama:NAME` reads
OLLAMA_HOST. Requests that a busy server refuses are repeated.
"""

import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from secqa.errors import SecqaError
from secqa.retrieval.embedding.embedder import Vectors, unit

_BATCH = 64
_TRIES = 4
_SECONDS = 60.0
_PAUSE = 0.5
_LONGEST = 24_000
"""Characters of a text that are sent: some 8,000 tokens, which is what the models take."""


@dataclass(frozen=True, slots=True)
class Service:
    """A server that makes vectors."""

    name: str
    url: str
    model: str
    headers: dict[str, str] = field(default_factory=dict, repr=False)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        found: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            found.extend(self._ask([text[:_LONGEST] for text in texts[start : start + _BATCH]]))
        return unit(found).reshape(len(texts), -1)

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
    """The server of a kind, from the environment; SecqaError when there is no key."""
    if kind == "ollama":
        host = os.environ.get("OLLAMA_HOST") or "127.0.0.1:11434"
        host = host if "://" in host else f"http://{host}"
        return Service(f"ollama:{model}", f"{host.rstrip('/')}/api/embed", model)
    base = os.environ.get("OPENAI_BASE_URL") or "https://api.openai.com/v1"
    key = os.environ.get("OPENAI_API_KEY", "")
    if not key:
        raise SecqaError(f"openai:{model}: no key; set OPENAI_API_KEY")
    headers = {"Authorization": f"Bearer {key}"}
    return Service(f"openai:{model}", f"{base.rstrip('/')}/embeddings", model, headers)


def _vectors(answer: Any) -> list[list[float]]:
    """The vectors of OpenAI's or Ollama's answer, in the order of the texts."""
    if not isinstance(answer, dict):
        return []
    if "embeddings" in answer:
        return list(answer["embeddings"])
    data = sorted(answer.get("data", ()), key=lambda one: one.get("index", 0))
    return [one["embedding"] for one in data]
