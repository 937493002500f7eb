"""Requests that go beyond what a browser sends: paths, bodies, and very many at once."""

import http.client
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
import uvicorn
from starlette.testclient import TestClient
from tests.app.conftest import BASE

from secqa.app.server import make_app
from secqa.app.workplace import Current

SECRET = "sesame-4711"
UP = ("../" * 6, "..%2f" * 6, "%2e%2e/" * 6, "..%5c" * 6, "%252e%252e%252f" * 6, "....//" * 6)
BELOW = (
    "/static/{}etc/passwd",
    "/filings/{}etc/passwd",
    "/filings/{}etc/passwd/pages/1",
    "/filings/ACME-10-K-2024/pages/{}etc/passwd",
    "/filings/ACME-10-K-2024/files/{}etc/passwd",
    "/runs/{}etc/passwd",
    "/benchmarks/{}etc/passwd",
    "/companies/{}etc/passwd",
    "/jobs/{}etc/passwd",
    "/runs/compare?run={}etc/passwd&run=good",
    "/chat?about={}etc/passwd",
)


@pytest.mark.parametrize("address", BELOW)
def test_no_path_leads_out(client: TestClient, address: str) -> None:
    for up in UP:
        reply = client.get(address.format(up))
        assert reply.status_code in (200, 400, 403, 404)
        assert "root:" not in reply.text


@pytest.mark.parametrize(
    "headers", [{"content-length": str(10**9)}, {"transfer-encoding": "chunked"}]
)
def test_forms_are_small_and_say_how_small(client: TestClient, headers: dict[str, str]) -> None:
    reply = client.post("/person", content=iter([b"name=x"]), headers={"origin": BASE} | headers)
    assert reply.status_code in (411, 413)


def test_a_token_is_in_no_page_and_no_log(
    current: Current, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with TestClient(make_app(current, SECRET), base_url="http://box.example") as client:
        assert SECRET not in client.get("/ask?token=wrong").text
        pages = [
            client.get(f"/ask?token={SECRET}"),
            *map(client.get, ("/ask", "/runs", "/nowhere")),
        ]
    assert all(SECRET not in page.text for page in pages)
    out, err = capfd.readouterr()
    ours = [
        line.getMessage() for line in caplog.records if line.name.startswith(("secqa", "uvicorn"))
    ]
    assert SECRET not in out + err + "".join(ours)


@pytest.fixture
def port(current: Current) -> Iterator[int]:
    """Where the app listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    settings = uvicorn.Config(
        make_app(current), port=number, log_level="warning", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(settings)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            thread.join(0.05)
        yield number
    finally:
        server.should_exit = True
        thread.join()


def statuses(port: int) -> list[int]:
    """Of two hundred requests at once."""

    def get(number: int) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", ("/filings", "/search?q=coyote", "/nowhere", "/ask")[number % 4])
        return connection.getresponse().status

    with ThreadPoolExecutor(200) as pool:
        return list(pool.map(get, range(200)))


def test_two_hundred_at_once_are_answered(port: int) -> None:
    assert statuses(port) == [200, 200, 404, 200] * 50


def test_bodies_that_never_end_keep_nobody_waiting(port: int) -> None:
    begin = b"POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\nq="
    with ExitStack() as stack:
        for _ in range(200):
            sent = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            sent.sendall(begin)
        assert statuses(port) == [200, 200, 404, 200] * 50
