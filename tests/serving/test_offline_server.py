"""The server speaks the protocol: to OpenAI's own client, and to whoever sends nonsense."""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from tests.support.faulty_server import FaultyServer

from secqa.errors import SecqaError
from secqa.models.model import Reply, Request
from secqa.serving.offline_server import OfflineServer

MESSAGES = [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hello"}]
TOOL = {
    "type": "function",
    "function": {"name": "answer", "description": "", "parameters": {"type": "object"}},
}


def think(request: Request) -> Reply:
    text = '{"found": true}' if request.form else f"{request.instructions}: {request.prompt}"
    return Reply(text, 7, 5)


@pytest.fixture(scope="module")
def server() -> Iterator[OfflineServer]:
    with OfflineServer(think) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: OfflineServer) -> Any:
    openai = pytest.importorskip("openai")
    return openai.OpenAI(base_url=server.url, api_key="none", max_retries=0)


def test_openais_client_chats(client: Any) -> None:
    done = client.chat.completions.create(model="offline", messages=MESSAGES)
    assert done.choices[0].message.content == "be brief: hello"
    assert done.choices[0].finish_reason == "stop"
    assert (done.usage.prompt_tokens, done.usage.completion_tokens) == (7, 5)
    assert done.usage.total_tokens == 12


def test_content_may_come_in_parts(client: Any) -> None:
    parts = [{"type": "text", "text": "hel"}, {"type": "text", "text": "lo"}]
    done = client.chat.completions.create(
        model="offline", messages=[{"role": "user", "content": parts}]
    )
    assert done.choices[0].message.content == ": hello"


def test_tools_are_called(client: Any) -> None:
    done = client.chat.completions.create(model="offline", messages=MESSAGES, tools=[TOOL])
    call = done.choices[0].message.tool_calls[0]
    assert (call.function.name, call.function.arguments) == ("answer", '{"found": true}')
    assert done.choices[0].finish_reason == "tool_calls"


def ask(
    server: OfflineServer, body: bytes, kind: str = "application/json", path: str = ""
) -> tuple[int, Any]:
    host = server.url.removeprefix("http://").removesuffix("/v1")
    connection = http.client.HTTPConnection(host, timeout=5)
    path = path or "/v1/chat/completions"
    connection.request("POST", path, body, {"content-type": kind})
    response = connection.getresponse()
    return response.status, json.loads(response.read())


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not JSON"),
        (b"[]", "messages"),
        (b"[" * 100_000, "not JSON"),
        (b'{"messages": 3}', "messages"),
        (b'{"messages": [3]}', "role"),
        (b'{"messages": [{"role": "system", "content": "x"}]}', "no message of a user"),
        (b'{"messages": [{"role": "user", "content": 3}]}', "content"),
        (b'{"messages": [{"role": "user", "content": "x"}], "tools": [{}]}', "tools"),
        (b'{"messages": [{"role": "user", "content": "x"}], "tools": 7}', "tools"),
        (b'{"messages": [{"role": "user", "content": "x"}], "stream": true}', "stream"),
    ],
)
def test_nonsense_is_refused_and_explained(server: OfflineServer, body: bytes, says: str) -> None:
    status, answer = ask(server, body)
    assert status == 400
    assert says in answer["error"]["message"]


def test_pages_of_the_web_cannot_post_forms(server: OfflineServer) -> None:
    assert ask(server, json.dumps({"messages": MESSAGES}).encode(), "text/plain")[0] == 415


@pytest.mark.parametrize("name", ["evil.example", "evil.example:80", "127.0.0.1.evil.example"])
def test_it_is_not_served_under_the_name_of_another_machine(
    server: OfflineServer, name: str
) -> None:
    connection = http.client.HTTPConnection(server.url.split("/")[2], timeout=5)
    connection.request("GET", "/v1/models", headers={"host": name})
    assert connection.getresponse().status == 403


def test_huge_bodies_are_refused_unread(server: OfflineServer) -> None:
    host, port = server.url.split("/")[2].split(":")
    with socket.create_connection((host, int(port)), timeout=10) as sent:
        sent.sendall(
            b"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n"
            b"content-type: application/json\r\ncontent-length: %d\r\n\r\n" % 10**12
        )
        assert sent.recv(100).split()[1] == b"413"


def test_other_paths_are_not_there(server: OfflineServer) -> None:
    assert ask(server, b"{}", path="/v1/embeddings")[0] == 404


def test_a_script_of_faults_is_gone_through_again_and_again() -> None:
    body = json.dumps({"messages": MESSAGES}).encode()
    script = [{"status": 429, "retry_after": 1.5}, "ok", {"delay": 0.05}]
    with FaultyServer(think, script) as server:
        statuses = [ask(server, body)[0] for _ in range(2)]
        began = time.perf_counter()
        statuses += [ask(server, body)[0], ask(server, body)[0]]
        assert time.perf_counter() - began >= 0.05
        assert statuses == [429, 200, 200, 429]
        assert [seen.status for seen in server.seen] == statuses
        assert len({seen.fingerprint for seen in server.seen}) == 1


def test_a_dropped_connection_brings_nothing() -> None:
    with (
        FaultyServer(think, [{"drop": True}]) as server,
        pytest.raises(http.client.RemoteDisconnected),
    ):
        ask(server, b"{}")


def test_a_port_that_is_taken_is_said(server: OfflineServer) -> None:
    port = int(server.url.split(":")[2].split("/")[0])
    with pytest.raises(SecqaError, match=r"--port \d+: cannot be used"):
        OfflineServer(think, port)
