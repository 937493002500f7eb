"""Models by choice: a person's press asks one, an address only shows what it answered."""

import json
import re
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.app.conftest import BASE

from secqa.app.models import Models
from secqa.app.server import make_app
from secqa.app.workplace import Current, Folders
from secqa.errors import SecqaError
from secqa.models.cache import Cache
from secqa.models.model import Model, Reply, Request, Stopped, Usage, count_usage
from secqa.models.open_model import ModelLimits, OpenModel
from secqa.serving.offline_model import offline_model
from secqa.systems.explaining.request import explaining_instructions
from secqa.systems.thinking import Mode, Thinking

NAME = "stand-in:rules"
REVENUE = {"q": "What was the revenue of Acme in 2024?", "model": NAME}
CUSTOMER = {"q": "What does Acme say about its largest customer?", "model": NAME}
Browser = Callable[[Model], TestClient]


class Told:
    """The rules in the place of a model, which notes what it is asked."""

    def __init__(self, explains: str = "") -> None:
        self.asked: list[Request] = []
        self._rules = offline_model(lambda question: question)
        self._explains = explains

    def __call__(self, request: Request) -> Reply:
        self.asked.append(request)
        if self._explains and request.instructions == explaining_instructions():
            said = {"sentences": [{"text": self._explains, "cites": [1]}]}
            return Reply(json.dumps(said), 10, 5, 0.5)
        return self._rules(request)


@pytest.fixture
def browser(folder: Path, tmp_path: Path) -> Iterator[Browser]:
    opened: list[TestClient] = []

    def open_with(model: Model) -> TestClient:
        spent, cache = Usage(), Cache(tmp_path / "replies.sqlite", NAME)
        ask = cache.wrap(count_usage(model, spent))
        own = OpenModel(NAME, ask, cache, None, spent, lambda: None)
        models = Models((Thinking(own, Mode.MODEL_QUERY, Mode.MODEL),), ModelLimits(budget=2.0))
        current = Current(folder / "corpus", Folders((folder / "filings",)), models)
        opened.append(TestClient(make_app(current), base_url=BASE, follow_redirects=False))
        return opened[-1]

    yield open_with
    for client in opened:
        client.close()


def sent(client: TestClient, form: dict[str, str]) -> str:
    """The page that a posted question leads to, when its work is done."""
    address = client.post("/ask", data=form).headers["location"]
    until = time.monotonic() + 10
    while address.startswith("/jobs/") and time.monotonic() < until:
        if client.get(f"{address}/state").json()["finished"]:
            address = client.get(address).headers["location"]
        else:
            time.sleep(0.01)
    return client.get(address).text


def test_an_address_asks_nobody_and_says_what_asking_takes(browser: Browser) -> None:
    model = Told()
    client = browser(model)
    html = client.get("/ask", params=REVENUE).text
    assert f"Ask {NAME}</button>" in html
    assert re.search(r"about [1-9]\d* calls?, [\d,]+ tokens", html)
    assert "Nothing was asked" in client.get("/ask.md", params=REVENUE).text
    assert not model.asked


def test_a_press_asks_once_and_the_address_keeps_the_answer(browser: Browser) -> None:
    model = Told()
    client = browser(model)
    html = sent(client, REVENUE)
    assert "$1.2 billion" in html
    assert "revenue of Acme Tools in FY2024" in html
    calls = len(model.asked)
    assert f"this answer took {calls} calls" in html
    assert "of $2.00" in html
    assert "$1.2 billion" in client.get("/ask", params=REVENUE).text
    assert client.post("/ask", data=REVENUE).headers["location"].startswith("/ask?")
    assert len(model.asked) == calls
    others = client.get("/ask", params={"q": REVENUE["q"]}).text
    assert "this answer took" not in others


def test_sentences_cite_passages_and_are_text(browser: Browser) -> None:
    html = sent(browser(Told("Our largest <img src=x> customer is a coyote.")), CUSTOMER)
    assert "Our largest &lt;img src=x&gt; customer is a coyote." in html
    assert re.search(r'<a class="footnote" href="#piece-1"[^>]*>1</a>', html)
    assert 'id="piece-1"' in html


def test_what_no_passage_bears_out_is_left_out_and_said(browser: Browser) -> None:
    html = unescape(sent(browser(Told("Our largest customer paid $77 million.")), CUSTOMER))
    assert "no passage it cites states $77 million so" in html


@pytest.mark.parametrize(
    "problem", [Stopped("$2.00 spent, the next call would pass --budget 2"), SecqaError("refused")]
)
def test_a_problem_is_one_line_beside_the_button(browser: Browser, problem: Exception) -> None:
    def broken(_request: Request) -> Reply:
        raise problem

    html = sent(browser(broken), REVENUE)
    assert f"No answer from {NAME}:" in html
    assert str(problem) in html
    assert f"Ask {NAME} again</button>" in html


def test_what_was_understood_is_changed_with_a_model_too(browser: Browser) -> None:
    client = browser(Told())
    sent(client, REVENUE)
    html = sent(client, {**REVENUE, "metric:revenue": "net income", "period:FY2024": "FY2023"})
    assert "Changed to: net income of Acme Tools in FY2023" in html
    assert "$190 million" in html


def test_a_model_that_is_not_offered_is_told(client: TestClient) -> None:
    reply = client.get("/ask", params={"q": "x", "model": "openai:gpt-5"})
    assert reply.status_code == 404
    assert "choose another model" in reply.text


def test_forms_of_other_sites_ask_nobody(browser: Browser) -> None:
    model = Told()
    client = browser(model)
    reply = client.post("/ask", data=REVENUE, headers={"origin": "https://evil.example"})
    assert reply.status_code == 403
    assert not model.asked
    # Browsers name no origin at all in forms of pages that say no-referrer.
    assert client.get("/filings").headers["referrer-policy"] == "same-origin"
