"""Requests to EDGAR over real HTTP, on its bad days too."""

import time

import pytest
from tests.support.edgar_server import Server

from secqa.errors import SecqaError
from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar


def test_the_user_is_identified(edgar: Edgar, server: Server) -> None:
    edgar.get(f"{server.url}/files/company_tickers.json")
    assert server.requests[0].agent == "Ann Tester ann@example.com"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(edgar: Edgar, server: Server, status: int) -> None:
    server.fault = lambda path, count: (status, {}) if count < 4 else None
    assert edgar.get_json(f"{server.url}/files/company_tickers.json")
    assert len(server.requests) == 4


def test_waits_double_and_follow_what_the_server_asks_for(server: Server) -> None:
    waits: list[float] = []
    edgar = Edgar("a@b.c", base_url=server.url, first_wait=1.0, sleep=waits.append)
    server.fault = lambda path, count: (429, {"Retry-After": "7"} if count == 2 else {})
    with pytest.raises(SecqaError, match="HTTP 429; try again later"):
        edgar.get(f"{server.url}/x")
    assert len(server.requests) == 6
    assert waits[1] == 7
    assert 1 <= waits[0] <= 1.25
    assert 8 <= waits[3] <= 10
    assert 16 <= waits[4] <= 20


def test_a_dropped_connection_is_tried_again(edgar: Edgar, server: Server) -> None:
    server.fault = lambda path, count: (200, {"X-Cut": "yes"}) if count == 1 else None
    path = "/submissions/CIK0000000007.json"
    assert edgar.get(server.url + path) == server.pages[path]
    assert server.asked(path) == 2


def test_a_slow_reply_is_given_up_and_tried_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDGAR_HTTP_TIMEOUT", "0.3")
    edgar = Edgar("a@b.c", base_url=server.url, first_wait=0.01)

    def slow(path: str, count: int) -> None:
        if count == 1:
            time.sleep(1.0)

    server.fault = slow
    assert edgar.get(f"{server.url}/files/company_tickers.json")
    assert len(server.requests) >= 2, "a busy machine may be too slow once more"


def test_what_is_not_there_is_not_asked_for_again(edgar: Edgar, server: Server) -> None:
    with pytest.raises(MissingOnEdgar, match="not on EDGAR"):
        edgar.get(f"{server.url}/nothing")
    assert len(server.requests) == 1


def test_a_refusal_names_the_identity(edgar: Edgar, server: Server) -> None:
    server.fault = lambda path, count: (403, {})
    with pytest.raises(SecqaError, match="as identity"):
        edgar.get(f"{server.url}/x")
    assert len(server.requests) == 1


def test_a_page_in_place_of_json_is_one_line(edgar: Edgar, server: Server) -> None:
    server.pages["/page"] = b"<html>Sorry</html>"
    with pytest.raises(SecqaError, match="no JSON there"):
        edgar.get_json(f"{server.url}/page")


@pytest.mark.parametrize("identity", ["", "nobody"])
def test_an_identity_is_asked_for(monkeypatch: pytest.MonkeyPatch, identity: str) -> None:
    monkeypatch.delenv("EDGAR_IDENTITY", raising=False)
    with pytest.raises(SecqaError, match="set EDGAR_IDENTITY or give --identity"):
        Edgar(identity)


def test_at_most_ten_requests_a_second(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGAR_RATE_LIMIT_PER_SEC", "1000")
    edgar = Edgar("a@b.c", base_url=server.url)
    ended = [time.monotonic()]
    for _ in range(24):
        edgar.get(f"{server.url}/files/company_tickers.json")
        ended.append(time.monotonic())
    # Ten may pass at once; any eleven take a second, but for rounding, and more if all is slow.
    assert min(last - before for before, last in zip(ended, ended[11:], strict=False)) > 0.9


def test_what_is_larger_than_it_can_be_is_not_read_on(edgar: Edgar, server: Server) -> None:
    server.pages["/x"] = b"x" * 1_000
    assert len(edgar.get(f"{server.url}/x", most=1_000)) == 1_000
    with pytest.raises(SecqaError, match="larger than 999 bytes"):
        edgar.get(f"{server.url}/x", most=999)
