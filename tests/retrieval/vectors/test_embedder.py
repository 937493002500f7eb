"""Embedders: by name, over HTTP, and what is said when one cannot be had."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from secqa.errors import SecqaError
from secqa.retrieval.vectors.embedder import open_embedder, unit


class _Server(ThreadingHTTPServer):
    """Gives each text the vector (its length, 1); can refuse the first requests."""

    refusals: tuple[int, ...] = ()
    asked: list[tuple[str, dict[str, Any], str]]


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, body, self.headers.get("Authorization", "")))
        if len(self.server.asked) <= len(self.server.refusals):
            self.send_error(self.server.refusals[len(self.server.asked) - 1])
            return
        vectors = [[float(len(text)), 1.0] for text in body["input"]]
        answer: dict[str, Any]
        if body["model"] == "broken":
            answer = {"data": []}
        else:
            rows = [{"index": n, "embedding": vector} for n, vector in enumerate(vectors)]
            answer = {"data": rows[::-1]}
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Server]:
    with _Server(("127.0.0.1", 0), _Handler) as made:
        made.asked = []
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        url = f"http://127.0.0.1:{made.server_port}"
        monkeypatch.setenv("OPENAI_BASE_URL", url + "/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "sesame")
        monkeypatch.setenv("OLLAMA_BASE_URL", url + "/v1")
        monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.0)
        yield made
        made.shutdown()


@pytest.mark.parametrize("name", ["openai:small", "ollama:nomic"])
def test_a_service_gives_unit_vectors_in_order(server: _Server, name: str) -> None:
    embedder = open_embedder(name)
    assert embedder is not None
    vectors = embedder.embed(["a", "bb" * 50, ""])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert vectors[1, 0] > vectors[0, 0]
    assert embedder.embed_query("a") == pytest.approx(vectors[0])
    assert embedder.name == name


def test_many_texts_are_several_requests(server: _Server) -> None:
    embedder = open_embedder("openai:small")
    assert embedder is not None
    assert embedder.embed(["x" * n for n in range(1, 151)]).shape == (150, 2)
    assert len(server.asked) == 3
    assert server.asked[0][2] == "Bearer sesame"
    assert "sesame" not in repr(embedder)


def test_a_busy_server_is_asked_again(server: _Server) -> None:
    server.refusals = (503, 429)
    embedder = open_embedder("ollama:nomic")
    assert embedder is not None
    assert embedder.embed(["a"]).shape == (1, 2)


def test_a_refusal_is_one_line(server: _Server) -> None:
    server.refusals = (401,)
    embedder = open_embedder("openai:small")
    assert embedder is not None
    with pytest.raises(SecqaError, match="401"):
        embedder.embed(["a"])
    assert len(server.asked) == 1


def test_an_answer_without_vectors_is_said(server: _Server) -> None:
    embedder = open_embedder("openai:broken")
    assert embedder is not None
    with pytest.raises(SecqaError, match="without a vector for each text"):
        embedder.embed(["a"])


@pytest.mark.parametrize("name", ["bert", "openai:", "word2vec:x"])
def test_a_name_that_there_is_not_is_said(name: str) -> None:
    with pytest.raises(SecqaError, match="no such embedder"):
        open_embedder(name)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SecqaError, match="OPENAI_API_KEY"):
        open_embedder("openai:small")
    with pytest.raises(SecqaError, match="no such folder"):
        open_embedder("local:/not/there")
    monkeypatch.setitem(__import__("sys").modules, "sentence_transformers", None)
    with pytest.raises(SecqaError, match=r"secqa\[embed\]"):
        open_embedder("sentence-transformers:any")


def test_none_is_none() -> None:
    assert open_embedder("none") is None


def test_a_zero_vector_stays_finite() -> None:
    assert np.isfinite(unit([[0.0, 0.0]])).all()
