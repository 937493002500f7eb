"""Systems behind HTTP: good ones, and ones that hang, lie, send HTML or send us elsewhere."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Stopped
from secqa.retrieval.retriever import ChosenRetriever, open_retriever
from secqa.serving.offline_model import offline_model
from secqa.serving.offline_server import OfflineServer
from secqa.systems.answer import Answer
from secqa.systems.make import make_system
from secqa.systems.outside.system import OutsideLimits

QUESTION = "What was Acme's net income in 2024?"
Reply = tuple[int, str, bytes, dict[str, str]]


def said(body: object, status: int = 200, kind: str = "application/json") -> Reply:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return status, kind, data, {}


@contextmanager
def serving(*replies: Reply | float) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An address that replies so, in order, the last again and again; a number hangs so long."""
    seen: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            seen.append({"path": self.path, "key": self.headers.get("authorization"), **body})
            reply = replies[min(len(seen), len(replies)) - 1]
            if isinstance(reply, float):
                time.sleep(reply)
                return
            status, kind, data, headers = reply
            self.send_response(status)
            for name, value in {**headers, "content-type": kind}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", seen
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secqa.models.retry._FIRST_WAIT", 0.0)


def test_our_protocol(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECQA_SYSTEM_KEY", "abc")
    page = {"document": "ACME-10-K-2024", "page": 5}
    with serving(said({"answer": "$680 million", "pages": [page]})) as (url, seen):
        answer = make_system(f"{url}/ask", corpus, 3).answer(QUESTION)
    assert (answer.value, answer.pages) == ("$680 million", (("ACME-10-K-2024", 5),))
    assert seen == [{"path": "/ask", "key": "Bearer abc", "question": QUESTION, "k": 3}]


def test_pages_are_sent_where_they_are_wanted(corpus: Corpus) -> None:
    with serving(said({"answer": 1})) as (url, seen):
        make_system(url, corpus, 2, terms=OutsideLimits(send_pages=True)).answer(QUESTION)
    pages = seen[0]["pages"]
    assert len(pages) == 2
    assert any("Net income" in page["text"] for page in pages)
    assert {"document", "page", "text"} == set(pages[0])


def test_who_finds_pages_for_itself_is_given_no_retriever(corpus: Corpus) -> None:
    bm25 = ChosenRetriever("bm25")
    with pytest.raises(SecqaError, match="finds pages for itself; leave out --retriever"):
        make_system("http://127.0.0.1:1", corpus, retriever=bm25)
    with serving(said({"answer": 1})) as (url, seen):
        make_system(url, corpus, 2, retriever=bm25, terms=OutsideLimits(send_pages=True)).answer(
            QUESTION
        )
    found = open_retriever(bm25, corpus)(QUESTION, 2)
    assert [one["page"] for one in seen[0]["pages"]] == [one.page for one in found]


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1/chat/completions"])
def test_openais_protocol(corpus: Corpus, path: str) -> None:
    message = {"role": "assistant", "content": "It was **$680 million**."}
    usage = {"total_tokens": 12}
    with serving(said({"choices": [{"message": message}], "usage": usage})) as (url, seen):
        answer = make_system(f"{url}{path}#small", corpus).answer(QUESTION)
    assert (answer.value, answer.tokens, answer.calls) == ("It was **$680 million**.", 12, 1)
    assert seen[0]["path"] == "/v1/chat/completions"
    assert seen[0]["model"] == "small"
    assert seen[0]["messages"] == [{"role": "user", "content": QUESTION}]


def test_a_chat_may_answer_with_a_record(corpus: Corpus) -> None:
    record = {"answer": 5, "pages": [{"document": "A", "page": 2}]}
    with serving(said({"choices": [{"message": {"content": json.dumps(record)}}]})) as (url, _):
        answer = make_system(f"{url}/v1", corpus).answer(QUESTION)
    assert (answer.value, answer.pages) == (5.0, (("A", 2),))


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (said(b"<html><title>Log in</title></html>", kind="text/html"), r"HTML \(“Log in”\)"),
        (said(b"{not json"), "not JSON"),
        (said(b""), "nothing, not JSON"),
        (said([1, 2]), "list, not a JSON object"),
        (said({"response": "5"}), 'no "answer"'),
        (said({"answer": 1, "pages": "5"}), '"pages"'),
        (said(b'{"answer": NaN}'), "a number that is none"),
        (said(b'{"answer": "' + b"x" * 5_000_000 + b'"}'), "more than 4,194,304 bytes"),
        (said(b"[" * 100_000), "not JSON"),
        (said({"detail": "no"}, 422), "HTTP 422"),
        (said({}, 401), "HTTP 401.*SECQA_SYSTEM_KEY"),
        ((302, "text/html", b"", {"location": "http://other.test/"}), "redirected to http://other"),
        ((307, "text/html", b"", {"location": "http://other.test/"}), "redirected to http://other"),
    ],
)
def test_replies_that_are_no_answers_end_a_run_at_its_start(
    corpus: Corpus, reply: Reply, problem: str
) -> None:
    with serving(reply) as (url, seen):
        with pytest.raises(Stopped, match=problem) as raised:
            make_system(url, corpus).answer(QUESTION)
        assert len(seen) == 1
    assert url in str(raised.value)
    assert "\n" not in str(raised.value)


def test_later_they_are_questions_not_answered(corpus: Corpus) -> None:
    with serving(said({"answer": 1}), said(b"<html>", kind="text/html"), said({"answer": 2})) as (
        url,
        _,
    ):
        system = make_system(url, corpus)
        answers: list[Answer] = [system.answer(QUESTION) for _ in range(3)]
    assert [one.value for one in answers] == [1.0, None, 2.0]
    assert "HTML" in answers[1].error


def test_what_is_down_for_a_moment_is_asked_again(corpus: Corpus) -> None:
    with serving(said({}, 503), said({}, 429), said({"answer": 3})) as (url, seen):
        assert make_system(url, corpus).answer(QUESTION).value == 3.0
    assert len(seen) == 3


@pytest.mark.parametrize("reply", [said({}, 500), 5.0])
def test_what_stays_down_or_hangs_ends_the_run(corpus: Corpus, reply: Reply | float) -> None:
    with (
        serving(reply) as (url, seen),
        pytest.raises(Stopped, match=r"HTTP 500|no answer|timed out"),
    ):
        make_system(url, corpus, terms=OutsideLimits(seconds=0.1)).answer(QUESTION)
    assert len(seen) == 4


def test_nobody_listens(corpus: Corpus) -> None:
    with serving(said({})) as (url, _):
        pass
    with pytest.raises(Stopped, match=r"no answer \(.*refused"):
        make_system(url, corpus).answer(QUESTION)


@pytest.mark.parametrize("address", ["http://", "http://:80/", "http://host:port/"])
def test_what_is_no_address(corpus: Corpus, address: str) -> None:
    with pytest.raises(SecqaError, match="not an address"):
        make_system(address, corpus)


@pytest.mark.parametrize("path", ["/answer", ""])
def test_our_own_server_can_be_measured(
    corpus: Corpus, path: str, speaker: Callable[[str], str]
) -> None:
    own = make_system("codegen-docs", corpus)
    with OfflineServer(offline_model(speaker), system=own) as server:
        answer = make_system(f"{server.url}{path}", corpus).answer(QUESTION)
    if path:
        assert (answer.value, answer.pages) == (680e6, own.answer(QUESTION).pages)
    else:
        assert isinstance(answer.value, str)
        assert answer.value.startswith("$680 million ($680,000,000)")


@pytest.fixture
def speaker(corpus: Corpus) -> Callable[[str], str]:
    from secqa.cli.serve.server_commands import speaker

    return speaker(make_system("codegen-docs", corpus))
