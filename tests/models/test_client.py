"""Any provider over the network: what comes back, and what its errors become."""

import json
import re
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.support.faulty_server import FaultyServer

from secqa.errors import SecqaError
from secqa.models.client import connect
from secqa.models.model import (
    Garbled,
    Reply,
    ReplyForm,
    Request,
    Stopped,
    Unanswered,
    Unavailable,
)
from secqa.models.open_model import ModelLimits, open_model

pytestmark = pytest.mark.skipif(find_spec("pydantic_ai") is None, reason="needs Pydantic AI")

FORM = ReplyForm("answer", "Say it.", {"type": "object", "properties": {"x": {"type": "integer"}}})


def echo(request: Request) -> Reply:
    return Reply(f'{{"x": {len(request.prompt)}}}' if request.form else request.prompt, 12, 3)


def said(messages: list[dict[str, Any]]) -> str:
    """A reply of the protocol, with these messages."""
    choices = [
        {"index": n, "message": {"role": "assistant", **one}, "finish_reason": "stop"}
        for n, one in enumerate(messages)
    ]
    head = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
    return json.dumps({**head, "choices": choices})


WRONG = {"id": "c", "type": "function", "function": {"name": "other", "arguments": "{}"}}
HALF = {"id": "c", "type": "function", "function": {"name": "answer", "arguments": '{"x": '}}


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """A function that starts a server with a script and points `openai:` at it."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("SECQA_CACHE", str(tmp_path / "cache.sqlite"))
    running: list[FaultyServer] = []

    def serve(*faults: Any) -> FaultyServer:
        server = FaultyServer(echo, faults or ("ok",)).__enter__()
        running.append(server)
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        return server

    yield serve
    for server in running:
        server.__exit__(None, None, None)


def test_text_and_usage_come_back(served: Any) -> None:
    served()
    reply = connect("openai:any").ask(Request("be brief", "hello"))
    assert reply == Reply("hello", 12, 3, None)


def test_a_server_may_be_named_by_its_address(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    address = served().url
    for setting in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(setting)
    assert connect(f"{address}#any").ask(Request("be brief", "hello")).text == "hello"


def test_a_form_comes_back_as_its_object(served: Any) -> None:
    served()
    assert connect("openai:any").ask(Request("i", "four", FORM)).text.replace(" ", "") == '{"x":4}'


def test_a_form_is_the_reply_itself_where_tools_are_not_held_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Request] = []

    def think(request: Request) -> Reply:
        asked.append(request)
        return echo(request)

    with FaultyServer(think) as server:
        monkeypatch.setenv("OLLAMA_BASE_URL", server.url)
        reply = connect("ollama:any").ask(Request("i", "four", FORM))
    assert reply.text.replace(" ", "") == '{"x":4}'
    form = asked[0].form
    assert form is not None
    assert form.schema["properties"] == FORM.schema["properties"]
    assert form.description == ""  # tools would have brought it


@pytest.mark.parametrize(
    ("fault", "error", "says"),
    [
        ({"status": 429, "retry_after": 3.5}, Unavailable, "429"),
        ({"status": 500}, Unavailable, "500"),
        ({"status": 503}, Unavailable, "503"),
        ({"drop": True}, Unavailable, "onnection"),
        ({"status": 401}, Stopped, "check the key"),
        ({"status": 403}, Stopped, "check the key"),
        ({"status": 404}, Stopped, "model's name"),
        ({"status": 402}, Stopped, "used up"),
        ({"status": 400}, SecqaError, "refused"),
        ({"body": "not { JSON"}, Garbled, "cannot be read"),
        ({"body": ""}, Garbled, "cannot be read"),
        ({"body": "null"}, Garbled, "cannot be read"),
        ({"body": '{"choices": null}'}, Garbled, "cannot be read"),
        ({"body": said([])}, Garbled, "cannot be read"),
        ({"body": said([{"content": ""}])}, Garbled, "empty"),
        ({"body": said([{"content": None, "tool_calls": [HALF]}])}, Garbled, "not whole"),
        ({"body": said([{"content": None, "tool_calls": [WRONG]}])}, Garbled, "calls 'other'"),
        ({"megabytes": 100}, Garbled, "over 16,000,000 bytes"),
        ({"megabytes": 1_000_000}, Garbled, "over 16,000,000 bytes"),
        ({"body": said([{"content": None, "refusal": "I will not"}])}, SecqaError, "refused"),
    ],
)
def test_errors_are_sorted_by_what_can_be_done(
    served: Any, fault: dict[str, Any], error: type[Exception], says: str
) -> None:
    server = served(fault)
    with pytest.raises(error, match=says) as raised:
        connect("openai:any").ask(Request("i", "p", FORM if "tool_calls" in str(fault) else None))
    assert "\n" not in str(raised.value)
    assert len(server.seen) == 1  # nobody has tried again behind our back
    if isinstance(raised.value, Unavailable):
        assert raised.value.retry_after == fault.get("retry_after")


def test_a_reply_has_its_time_however_it_comes(
    served: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secqa.models.client._SECONDS", 0.3)
    monkeypatch.setattr("secqa.models.reply_limit.LARGEST_REPLY", 10**15)
    for fault in ({"delay": 3.0}, {"megabytes": 1_000_000}):
        served(fault)
        with pytest.raises(Unavailable, match=r"no reply within|timed out"):
            connect("openai:any").ask(Request("i", "p"))


def test_an_open_model_tries_again_and_keeps_the_answer(served: Any) -> None:
    server = served({"status": 429, "retry_after": 0.01}, {"status": 503, "retry_after": 0}, "ok")
    model = open_model("openai:any", ModelLimits(max_calls=1))
    for _ in range(2):
        assert model.ask(Request("i", "p")).text == "p"
    assert [seen.status for seen in server.seen] == [429, 503, 200]
    assert model.cache is not None
    assert (model.spent.calls, model.cache.hits) == (1, 1)
    with pytest.raises(Stopped, match="--max-calls"):
        model.ask(Request("i", "another"))


@pytest.mark.parametrize("fault", [{"cut": True}, {"body": "not { JSON"}])
def test_a_reply_that_cannot_be_used_is_asked_for_again(
    served: Any, monkeypatch: pytest.MonkeyPatch, fault: dict[str, Any]
) -> None:
    monkeypatch.setattr("secqa.models.retry._FIRST_WAIT", 0.001)
    server = served(fault, "ok", fault, fault, fault, "ok")
    model = open_model("openai:any")
    assert model.ask(Request("i", "one")).text == "one"
    with pytest.raises(Unanswered, match="3 times"):
        model.ask(Request("i", "two"))
    assert model.ask(Request("i", "two")).text == "two"
    assert len(server.seen) == 6
    # What was cut off has been paid for all the same.
    assert model.spent.calls == (6 if "cut" in fault else 2)


@pytest.mark.parametrize("fault", [{"delay": 20}, {"status": 503, "retry_after": 20}])
def test_closing_ends_what_is_under_way(served: Any, fault: dict[str, Any]) -> None:
    server = served(fault)
    model = open_model("openai:any")
    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(model.ask, Request("i", str(n))) for n in range(3)]
        while not server.seen:
            time.sleep(0.01)
        model.close()
        for future in asked:
            with pytest.raises(Stopped, match="interrupted"):
                future.result(5)
    with pytest.raises(Stopped, match="interrupted"):
        model.ask(Request("i", "another"))


def test_the_extra_brings_the_providers_that_the_docs_name() -> None:
    root = Path(__file__).parents[2]
    (extra,) = tomllib.loads((root / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]["models"]
    named = set(re.findall(r"(\w+):…`", (root / "docs/models.md").read_text()))
    # Ollama's servers speak OpenAI's protocol.
    assert named - {"ollama"} == set(re.findall(r"\w+", extra.partition("[")[2].partition("]")[0]))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("openai:gpt-5", "no key; set OPENAI_API_KEY"),
        ("gpt-5", "give offline, provider:model"),
        ("openai:", "give offline, provider:model"),
        ("nobody:gpt-5", "nobody:gpt-5: Unknown model"),
        ("ollama:llama", "set OLLAMA_BASE_URL"),
        ("http://127.0.0.1:1/v1", "give http://127.0.0.1:1/v1#MODEL"),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, says: str
) -> None:
    for setting in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_BASE_URL"):
        monkeypatch.delenv(setting, raising=False)
    with pytest.raises(SecqaError, match=says) as raised:
        connect(name)
    assert "\n" not in str(raised.value)
