"""Budgets, calls, retries and prices."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.support.model_replies import Scripted, reply

from secqa.errors import SecqaError
from secqa.models.model import (
    Garbled,
    Reply,
    Request,
    Stopped,
    Unanswered,
    Unavailable,
    Usage,
    count_usage,
)
from secqa.models.open_model import limit_budget, limit_calls, limit_concurrency
from secqa.models.prices import price_of
from secqa.models.retry import stop_after_refusals, with_retries

ASK = Request("i", "p")


def test_calls_stop_before_the_first_that_is_too_many() -> None:
    model = Scripted("one", "two", "three")
    ask = limit_calls(model, 2)
    assert [ask(ASK).text, ask(ASK).text] == ["one", "two"]
    with pytest.raises(Stopped, match="--max-calls"):
        ask(ASK)
    assert len(model.asked) == 2


def test_a_budget_stops_before_the_call_that_would_pass_it() -> None:
    model = Scripted(*["x"] * 9)
    ask = limit_budget(model, 0.35, lambda tokens_in, tokens_out: tokens_in * 0.001, "m")
    long = Request("", "p" * 400)  # 100 tokens: 0.1 dollars, expected and paid
    for _ in range(3):
        ask(long)
    with pytest.raises(Stopped, match=r"\$0.30 spent.*--budget 0.35"):
        ask(long)
    assert len(model.asked) == 3


def test_a_failed_call_costs_nothing() -> None:
    model = Scripted(SecqaError("refused"), "fine")
    long = Request("i", "p" * 400)
    ask = limit_budget(model, 0.15, lambda tokens_in, tokens_out: tokens_in * 0.001, "m")
    with pytest.raises(SecqaError):
        ask(long)
    assert ask(long).text == "fine"


def test_a_budget_needs_a_price() -> None:
    with pytest.raises(SecqaError, match=r"price of my:model is not known.*SECQA_PRICES"):
        limit_budget(Scripted(), 1.0, None, "my:model")


def test_no_more_than_so_many_at_once() -> None:
    under_way, most = 0, 0

    def slow(_: Request) -> Reply:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        time.sleep(0.01)
        under_way -= 1
        return reply()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(limit_concurrency(slow, 3), [ASK] * 12))
    assert most == 3


def test_what_may_succeed_later_is_asked_again() -> None:
    waits: list[float] = []
    model = Scripted(Unavailable("busy"), Unavailable("busy"), "fine")
    assert with_retries(model, wait=waits.append)(ASK).text == "fine"
    assert len(waits) == 2
    assert 0.5 <= waits[0] <= 1.0 <= waits[1] <= 2.0


def test_the_server_says_how_long_to_wait() -> None:
    waits: list[float] = []
    with_retries(Scripted(Unavailable("busy", 7.5), "fine"), wait=waits.append)(ASK)
    assert waits == [7.5]


def test_tries_end() -> None:
    waits: list[float] = []
    model = Scripted(*[Unavailable("503: busy") for _ in range(4)])
    with pytest.raises(Stopped, match=r"503: busy \(4 tries\)"):
        with_retries(model, tries=4, wait=waits.append)(ASK)
    assert len(waits) == 3


@pytest.mark.parametrize("error", [SecqaError("400"), Stopped("401")])
def test_what_cannot_succeed_is_not_asked_again(error: Exception) -> None:
    waits: list[float] = []
    model = Scripted(error, "never")
    with pytest.raises(type(error)):
        with_retries(model, wait=waits.append)(ASK)
    assert len(model.asked) == 1
    assert not waits


def test_a_model_that_refuses_everything_is_asked_no_more() -> None:
    refusal = SecqaError("400: no tools here")
    ask = stop_after_refusals(Scripted(refusal, refusal, "fine", refusal, refusal, refusal), most=3)
    for _ in range(2):
        with pytest.raises(SecqaError):
            ask(ASK)
    assert ask(ASK).text == "fine"
    for _ in range(2):
        with pytest.raises(SecqaError):
            ask(ASK)
    with pytest.raises(Stopped, match="no tools here; so went 3 requests in a row"):
        ask(ASK)


def test_a_service_that_sends_nothing_to_use_is_asked_no_more() -> None:
    waits: list[float] = []
    model = Scripted(*[Garbled("no JSON") for _ in range(6)])
    ask = stop_after_refusals(with_retries(model, wait=waits.append), most=2)
    with pytest.raises(Unanswered, match=r"no JSON \(3 times\)"):
        ask(ASK)
    with pytest.raises(Stopped, match="so went 2 requests in a row"):
        ask(ASK)


def test_one_unknown_price_makes_the_cost_unknown() -> None:
    spent = Usage()
    ask = count_usage(lambda _: reply(), spent)
    ask(ASK)
    assert (spent.calls, spent.tokens, spent.full_cost) == (1, 110, 0.25)
    count_usage(lambda _: Reply("x", 1, 1), spent)(ASK)
    assert spent.full_cost is None


def test_own_prices_come_before_published_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.toml").write_text('["openai:gpt-5"]\ninput = 2\noutput = 8.0\n')
    monkeypatch.setenv("SECQA_PRICES", str(tmp_path / "p.toml"))
    price = price_of("openai:gpt-5", "https://api.openai.com/v1/")
    assert price is not None
    assert price(1_000_000, 500_000) == pytest.approx(6.0)


def test_a_price_is_known_only_at_the_address_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("genai_prices")
    monkeypatch.delenv("SECQA_PRICES", raising=False)
    assert price_of("openai:gpt-5", "https://api.openai.com/v1/") is not None
    assert price_of("openai:gpt-5", "http://127.0.0.1:9/v1") is None
    assert price_of("openai:nobody-has-heard-of-it", "https://api.openai.com/v1/") is None


@pytest.mark.parametrize("text", ["not toml", '["openai:m"]\ninput = 1\n'])
def test_prices_that_cannot_be_read_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "p.toml").write_text(text)
    monkeypatch.setenv("SECQA_PRICES", str(tmp_path / "p.toml"))
    with pytest.raises(SecqaError, match="SECQA_PRICES"):
        price_of("openai:m", "")
