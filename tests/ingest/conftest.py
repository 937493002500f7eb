"""A local EDGAR for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.edgar_server import Server, serve

from secqa.ingest.edgar.edgar_client import Edgar


@pytest.fixture
def server(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """A running EDGAR; skips where the extra `edgar` is not installed."""
    home: Path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("EDGAR_LOCAL_DATA_DIR", str(home))
    pytest.importorskip("edgar.httpclient", reason="extra `edgar` is not installed")
    server = Server()
    http = serve(server)
    yield server
    http.shutdown()
    http.server_close()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine may be asked more often than the SEC."""
    monkeypatch.setattr("secqa.ingest.edgar.edgar_client.MOST_A_SECOND", 1000)
    monkeypatch.setenv("EDGAR_RATE_LIMIT_PER_SEC", "1000")


@pytest.fixture
def edgar(server: Server, unhurried: None) -> Edgar:
    """A connection to it that hardly waits, neither between requests nor before it asks again."""
    return Edgar(
        "Ann Tester ann@example.com", base_url=server.url, data_url=server.url, first_wait=0.01
    )
