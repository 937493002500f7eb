"""Conversations as addresses: answers with their figures marked, undo, edit, choices, files."""

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from starlette.testclient import TestClient
from tests.app.conftest import BASE

from secqa.app.chat.chat_address import ChatAddress, ChatQuestion, parse_chat
from secqa.app.chat.chat_service import ChatService, chat_generators
from secqa.app.models import Models
from secqa.app.server import make_app
from secqa.app.workplace import Current
from secqa.conversation.records.record_store import open_records
from secqa.models.cache import Cache
from secqa.models.model import Reply, Request, Stopped, Usage
from secqa.models.open_model import OpenModel
from secqa.systems.thinking import Mode, Thinking

PAGE = "ACME-10-K-2024#3"
TALK = ("What were total revenues in 2024?", "and in 2023?", "what was the change?")
MARKED = re.compile(r'<mark class="([^"]*)"[^>]*>([^<]*)</mark>')

RECORD = {
    "id": "Made/<b>2012</b>/page_1.pdf",
    "doc": {
        "pre_text": "<script>alert(1)</script> net sales rose . wages were $ 300 in 2012 .",
        "post_text": "",
        "table": {
            "2012": {"net sales": 1200.0, "cost of <i>sales</i>": 800.0},
            "2011": {"net sales": 1000.0, "cost of <i>sales</i>": 750.0},
        },
    },
    "dialogue": {"conv_questions": ["what were <i>net</i> sales in 2012?"]},
}
WORDS = {"id": "words", "doc": {"pre_text": "sales rose .", "post_text": "", "table": {}}}


def shown(client: TestClient, chat: ChatAddress) -> str:
    """The page of a conversation."""
    reply = client.get(chat.address)
    assert reply.status_code == 200, reply.text
    return reply.text


def values(html: str) -> list[str]:
    """The answers, in order."""
    return re.findall(r'<p class="value">([^<]*?)\s*(?:<|$)', html)


def chat_of(questions: Sequence[str], about: str = PAGE) -> ChatAddress:
    return ChatAddress(about, turns=tuple(ChatQuestion(question) for question in questions))


def link(html: str, text: str) -> ChatAddress:
    """The conversation that the last link of a text leads to."""
    *_, address = re.findall(rf'<a [^>]*href="([^"]*)"[^>]*>{re.escape(text)}</a>', html)
    chat = parse_chat(parse_qsl(urlsplit(unescape(address)).query))
    assert chat is not None
    return chat


def test_an_address_holds_all_of_a_talk() -> None:
    chat = ChatAddress(
        "A#1", "few-shot:m", (ChatQuestion("a & b?", "add(1, 2)"), ChatQuestion("ü?")), at=2
    )
    assert parse_chat(parse_qsl(urlsplit(chat.address).query)) == chat
    assert parse_chat([("q", "no record")]) is None
    assert parse_chat([("about", "A#1"), ("q", " "), ("at", "9")]) == ChatAddress("A#1")


def test_turns_build_on_each_other_and_mark_their_figures(client: TestClient) -> None:
    html = shown(client, chat_of(TALK))
    assert values(html) == ["$1,200", "$1,000", "$200"]
    page = html.partition('<div class="printed')[2]
    assert [(kind.split()[-1], text) for kind, text in MARKED.findall(page)] == [
        *(("m1", "$"), ("m1", "1,200"), ("m2", "$"), ("m2", "1,000"))
    ]
    assert page.count('id="mark-1"') == page.count('id="mark-2"') == 1
    assert 'href="#mark-2"' in html
    assert "/filings/ACME-10-K-2024?page=3&amp;element=" in html
    steps = html.rpartition('class="steps"')[2].partition("</ol>")[0]
    assert re.sub(r"<[^>]*>|\s", "", steps).endswith("11,200minus21,000=200")


def test_figures_of_an_earlier_turn_can_be_marked(client: TestClient) -> None:
    html = shown(client, chat_of(TALK).with_mark(2))
    assert MARKED.findall(html.partition('<div class="printed')[2])[-1][1] == "1,000"
    assert "autofocus" not in html


def test_undo_and_edit_are_other_addresses(client: TestClient) -> None:
    html = shown(client, chat_of(TALK))
    assert link(html, "Undo") == chat_of(TALK[:2])
    form = html.partition('id="turn-1"')[2].partition("<form")[2].partition("</form>")[0]
    fields = re.findall(r'name="(\w+)"[^>]*? value="([^"]*)"', form)
    edited = parse_chat((name, unescape(text)) for name, text in fields)
    assert edited == chat_of(TALK)
    other = chat_of(("What was cost of revenue in 2024?", *TALK[1:]))
    assert values(shown(client, other)) == ["$700", "$610", "$90"]


def test_what_may_mean_several_things_is_asked_back(client: TestClient) -> None:
    html = shown(client, chat_of(["How much was it?"]))
    assert "Which of these do you mean?" in html
    choices = [
        unescape(one) for one in re.findall(r'class="button" href="([^"]*choose=[^"]*)"', html)
    ]
    chosen = client.get(choices[0]).text
    assert len(values(chosen)) == 1
    assert "100%" in chosen


@pytest.mark.parametrize(
    ("question", "led_to"),
    [
        ("and for Nike?", "What was the Total revenues of Nike in 2024?"),
        ("and R&D?", "What was the R&D of Acme Tools Corp in 2024?"),
    ],
)
def test_what_the_page_does_not_name_is_left_to_ask(
    client: TestClient, question: str, led_to: str
) -> None:
    html = shown(client, chat_of(["Total revenues in 2024?", question]))
    assert "This page does not name that" in html
    address = unescape(re.findall(r'href="(/ask\?[^"]*)">Ask all filings', html)[-1])
    assert dict(parse_qsl(urlsplit(address).query))["q"] == led_to


def test_a_reading_that_is_not_offered_is_told(client: TestClient) -> None:
    html = shown(client, chat_of(TALK[:1]).with_choice(1, "add(1, 999999)"))
    assert values(html) == ["$1,200"]
    assert "<code>add(1, 999999)</code> is not offered here" in html


def test_questions_that_are_offered_are_answered_by_their_figures(client: TestClient) -> None:
    html = shown(client, ChatAddress(PAGE))
    assert values(shown(client, link(html, "What was Total revenues in 2024?"))) == ["$1,200"]
    first = chat_of(TALK[:1])
    html = shown(client, first)
    second = link(html, "And in 2023?")
    assert values(shown(client, second)) == ["$1,200", "$1,000"]
    third = link(shown(client, second), "What was the change?")
    assert values(shown(client, third)) == ["$1,200", "$1,000", "$200"]


def test_a_talk_is_saved(client: TestClient) -> None:
    saved = client.get(chat_of(TALK).file_address)
    assert "attachment" in saved.headers["content-disposition"]
    assert [turn["answer"] for turn in saved.json()["turns"]] == [1200, 1000, 200]


def test_a_chosen_reading_is_saved_with_its_talk(client: TestClient) -> None:
    html = shown(client, chat_of(["How much was it?"]))
    address = unescape(re.findall(r'class="button" href="([^"]*choose=[^"]*)"', html)[-1])
    chosen = parse_chat(parse_qsl(urlsplit(address).query))
    assert chosen is not None
    (turn,) = client.get(chosen.file_address).json()["turns"]
    assert turn["program"] == chosen.turns[0].choice


def test_pages_are_found_and_led_to(client: TestClient) -> None:
    html = client.get("/chat", params={"find": "Acme income statement"}).text
    assert link(html, "ACME-10-K-2024 page 3") == ChatAddress(PAGE)
    assert link(client.get("/filings/ACME-10-K-2024").text, "Talk about this page") == ChatAddress(
        PAGE
    )


@pytest.fixture
def of_records(current: Current, tmp_path: Path) -> Iterator[TestClient]:
    """A server with a record whose texts are markup."""
    path = tmp_path / "records.json"
    path.write_text(json.dumps([RECORD, WORDS]))
    chat_service = ChatService(chat_generators(), open_records(str(path)))
    with TestClient(make_app(current, chat_service=chat_service), base_url=BASE) as client:
        yield client


def test_records_are_talked_about_and_their_texts_only_shown(of_records: TestClient) -> None:
    found = of_records.get("/chat", params={"find": "wages"}).text
    chat = link(found, "Made/&lt;b&gt;2012&lt;/b&gt;/page_1.pdf")
    html = shown(
        of_records, chat.with_question("cost of sales in 2012?").with_question("wages in 2012?")
    )
    assert values(html) == ["800", "300"]
    assert "<i>" not in html
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert MARKED.findall(html)[-1][1] == "wages were $ 300"
    assert "what were &lt;i&gt;net&lt;/i&gt; sales in 2012?" in html


def test_a_record_of_words_alone_is_shown_and_told(of_records: TestClient) -> None:
    html = shown(of_records, ChatAddress("words"))
    assert "choose one with numbers" in html
    assert "sales rose" in html


class Scripted:
    """A model that says what it was told to, and counts how often it is asked."""

    def __init__(self, replies: Sequence[str]) -> None:
        self.replies = list(replies)
        self.asked = 0

    def __call__(self, _request: Request) -> Reply:
        self.asked += 1
        if not self.replies:
            raise Stopped("the money is spent")
        return Reply(self.replies.pop(0), 10, 1, 0.5)


def of_model(current: Current, folder: Path, model: Scripted) -> TestClient:
    """A server that offers a model."""

    def opened(name: str) -> OpenModel:
        cache = Cache(folder / "replies.sqlite", name)
        return OpenModel(name, cache.wrap(model), cache, None, Usage(), lambda: None)

    chat_service = ChatService(chat_generators(["zero-shot:made"], opened))
    return TestClient(make_app(current, chat_service=chat_service), base_url=BASE)


def test_a_model_is_asked_by_a_form_alone_and_once(current: Current, tmp_path: Path) -> None:
    model = Scripted(["1200", "1000"])
    chat = ChatAddress(PAGE, "zero-shot:made", chat_of(TALK[:2]).turns)
    with of_model(current, tmp_path, model) as client:
        assert "Ask zero-shot:made" in shown(client, chat)
        assert model.asked == 0
        reply = client.post("/chat", data=fields(chat), follow_redirects=False)
        assert reply.headers["location"] == chat.address
        assert values(shown(client, chat)) == ["$1,200", "$1,000"]
        assert values(shown(client, chat.cut_at(2))) == ["$1,200"]
        assert model.asked == 2
        stopped = client.post("/chat", data=fields(chat.with_question("and then?")))
        assert "the money is spent" in stopped.text
        assert values(stopped.text) == ["$1,200", "$1,000"]


def test_what_a_model_writes_is_only_shown(current: Current, tmp_path: Path) -> None:
    row = "table_sum(<script>alert(1)</script>, none)"
    chat = ChatAddress(PAGE, "zero-shot:made", chat_of(TALK[:1]).turns)
    with of_model(current, tmp_path, Scripted([row, row])) as client:
        html = client.post("/chat", data=fields(chat)).text
    assert "the model wrote no program" in html
    assert "&lt;script&gt;" in html
    assert "<script>alert" not in html


def test_a_generator_that_is_not_offered_is_told(client: TestClient) -> None:
    reply = client.get(ChatAddress(PAGE, "zero-shot:made").address)
    assert reply.status_code == 404
    assert "choose another to answer" in reply.text


def fields(chat: ChatAddress) -> dict[str, list[str]]:
    """What the form of a conversation sends."""
    sent: dict[str, list[str]] = {}
    for name, value in chat.parameters:
        sent.setdefault(name, []).append(value)
    return sent


def test_generators_and_questions_share_a_model_and_its_limits() -> None:
    own = OpenModel("m", Scripted([]), None, None, Usage(), lambda: None)
    models = Models((Thinking(own, Mode.MODEL_QUERY, Mode.MODEL),))
    generators = chat_generators(["zero-shot:m", "few-shot:m"], models.open)
    assert [one.name for one in generators] == ["offline", "zero-shot:m", "few-shot:m"]
    assert all(one.model is own for one in generators[1:])
