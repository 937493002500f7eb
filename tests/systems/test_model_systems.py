"""The four systems with a model: the whole path over HTTP, and models that misbehave."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.faulty_server import FaultyServer
from tests.support.model_replies import Scripted
from tests.support.served_systems import ASKED, MODEL, served

from secqa.corpus.corpus_store import Corpus
from secqa.models.cache import Cache
from secqa.models.model import Reply, Request, Stopped, Usage
from secqa.models.open_model import OpenModel
from secqa.systems.make import SYSTEMS, make_system
from secqa.systems.planning.model_planner import planner_instructions
from secqa.systems.thinking import Mode, Thinking, thinking_with

NET_INCOME = "What was Acme's net income in 2024?"
PROGRAM = """\
from functions import select_documents, retrieve_relevant_pages, extract_value
question = "What is the net income of Acme Tools (ACME) in fiscal year 2024 in US dollars?"
documents = select_documents(stock_symbols=["ACME"], form_types=["10-K"], fiscal_years=[2024])
value = extract_value(question, retrieve_relevant_pages(question, documents))
with open("answer.txt", "w") as f:
    f.write(str(value))
"""
READ = {
    "found": True,
    "value": 680,
    "scale": "million",
    "unit": "USD",
    "page": "ACME-10-K-2024#5",
    "quote": "Net income | 680 | 602",
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FaultyServer]:
    pytest.importorskip("pydantic_ai")
    with served(monkeypatch, tmp_path) as running:
        yield running


@pytest.fixture
def thinking(tmp_path: Path) -> Callable[..., Thinking]:
    """Makes a thinking from a model that we wrote."""

    def make(
        ask: Callable[[Request], Reply], planner: Mode = Mode.MODEL, reader: Mode = Mode.MODEL
    ) -> Thinking:
        cache = Cache(tmp_path / "c.sqlite", "made")
        return Thinking(
            OpenModel("made:model", ask, cache, None, Usage(), lambda: None), planner, reader
        )

    return make


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_answers_with_a_model(corpus: Corpus, server: FaultyServer, name: str) -> None:
    answer = make_system(name, corpus, 4, thinking_with(MODEL, Mode.MODEL, Mode.MODEL)).answer(
        NET_INCOME
    )
    assert answer.error == ""
    assert answer.value == pytest.approx(680e6)
    assert answer.readings[0].quote.startswith("Net income")
    assert (answer.readings[0].document_id, answer.readings[0].page) == ("ACME-10-K-2024", 5)
    assert answer.calls == len(server.seen) == {"vanilla": 1}.get(name, 2)
    assert answer.tokens > 500
    assert answer.cost is None


def test_programs_calculate_with_a_model(corpus: Corpus, server: FaultyServer) -> None:
    system = make_system("codegen-docs", corpus, 8, thinking_with(MODEL, Mode.MODEL, Mode.MODEL))
    for question, value in ASKED.items():
        expected = value if isinstance(value, str) else pytest.approx(value)
        assert system.answer(question).value == expected
    asked = len(server.seen)
    assert system.answer(NET_INCOME).calls == 2
    assert len(server.seen) == asked  # the cache knew


@pytest.mark.parametrize(
    ("planner", "reader", "calls"),
    [
        (Mode.MODEL, Mode.OFFLINE_FIRST, 1),
        (Mode.MODEL, Mode.OFFLINE, 1),
        (Mode.OFFLINE, Mode.MODEL, 1),
        (Mode.OFFLINE_FIRST, Mode.OFFLINE_FIRST, 0),
    ],
)
def test_rules_first_ask_less(
    corpus: Corpus, server: FaultyServer, planner: Mode, reader: Mode, calls: int
) -> None:
    thinking = thinking_with(MODEL, planner, reader)
    answer = make_system("codegen-docs", corpus, 8, thinking).answer(NET_INCOME)
    assert answer.value == pytest.approx(680e6)
    assert answer.calls == len(server.seen) == calls
    assert thinking.label == ", ".join(
        [
            MODEL,
            *([f"planner {planner}"] if planner is not Mode.MODEL else []),
            *([f"reader {reader}"] if reader is not Mode.MODEL else []),
        ]
    )


def test_the_model_reads_where_the_rules_find_nothing(
    corpus: Corpus, thinking: Callable[..., Thinking]
) -> None:
    answer = {**READ, "value": 310, "quote": "Accounts payable | 310 | 300"}
    model = Scripted(json.dumps({**answer, "page": "ACME-10-K-2024#6"}))
    system = make_system(
        "codegen-docs", corpus, 8, thinking(model, Mode.OFFLINE_FIRST, Mode.OFFLINE_FIRST)
    )
    question = 'What is the "owed to those who supply us" of Acme in 2024 in US dollars?'
    assert system.answer(question).value == pytest.approx(310e6)
    assert len(model.asked) == 1


def test_a_model_fills_the_query_and_reads_what_rules_do_not(
    corpus: Corpus, server: FaultyServer
) -> None:
    thinking = thinking_with(MODEL)
    assert thinking.label == f"{MODEL}, planner model-query, reader offline-first"
    answer = make_system("codegen-docs", corpus, 8, thinking).answer(NET_INCOME)
    assert answer.value == pytest.approx(680e6)
    assert answer.calls == len(server.seen) == 1


def test_a_model_writes_a_program_where_no_query_says_what_is_asked(
    corpus: Corpus, thinking: Callable[..., Thinking]
) -> None:
    broken = PROGRAM.replace("str(value)", "str(valeu)")
    model = Scripted('{"outputs":[],"program":"it goes on until a limit"}', broken, PROGRAM)
    made = thinking(model, Mode.MODEL_QUERY, Mode.OFFLINE)
    answer = make_system("codegen-docs", corpus, 8, made).answer(NET_INCOME)
    assert answer.value == pytest.approx(680e6)
    assert answer.program == PROGRAM
    assert answer.calls == 3


def test_a_program_that_fails_when_it_runs_is_mended_once(
    corpus: Corpus, thinking: Callable[..., Thinking]
) -> None:
    broken = PROGRAM.replace("str(value)", "str(valeu)")
    model = Scripted(broken, json.dumps(READ), PROGRAM, json.dumps(READ))
    answer = make_system("codegen-docs", corpus, 8, thinking(model)).answer(NET_INCOME)
    assert answer.value == pytest.approx(680e6)
    assert answer.program == PROGRAM
    assert answer.calls == 3  # what was read is not read again
    assert "valeu" in model.asked[2].prompt
    model = Scripted(broken, json.dumps(READ), broken.replace("valeu", "vaule"), json.dumps(READ))
    answer = make_system("codegen-docs", corpus, 8, thinking(model)).answer(NET_INCOME)
    assert answer.value is None
    assert "vaule" in answer.error


@pytest.mark.parametrize(
    ("broken", "says"),
    [("stock_symbols=", "tickers"), ("value = extract_value", "value = = extract_value")],
)
def test_a_program_that_cannot_run_is_mended(
    corpus: Corpus, thinking: Callable[..., Thinking], broken: str, says: str
) -> None:
    wrong = "tickers=" if says == "tickers" else says
    assert broken in PROGRAM
    model = Scripted(PROGRAM.replace(broken, wrong), PROGRAM, json.dumps(READ))
    answer = make_system("codegen-docs", corpus, 8, thinking(model)).answer(NET_INCOME)
    assert answer.value == pytest.approx(680e6)
    assert says in model.asked[1].prompt


def test_a_made_up_quote_is_no_answer(corpus: Corpus, thinking: Callable[..., Thinking]) -> None:
    made_up = json.dumps({**READ, "value": 999, "quote": "Net income | 999"})
    model = Scripted(PROGRAM, made_up, made_up)
    answer = make_system("codegen-docs", corpus, 8, thinking(model)).answer(NET_INCOME)
    assert answer.readings[0].value is None
    assert "the quote does not stand on page ACME-10-K-2024#5" in answer.readings[0].why


def test_a_refusal_is_an_answer_without_a_value(
    corpus: Corpus, thinking: Callable[..., Thinking]
) -> None:
    model = Scripted("CANNOT: the moon files no reports")
    answer = make_system("codegen-docs", corpus, 8, thinking(model)).answer("How far is the moon?")
    assert answer.value is None
    assert answer.error == "the moon files no reports"
    assert answer.calls == 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_model_that_stops_is_no_answer(
    corpus: Corpus, thinking: Callable[..., Thinking], name: str
) -> None:
    def stop(_request: Request) -> Reply:
        raise Stopped("no more money")

    with pytest.raises(Stopped, match="no more money"):
        make_system(name, corpus, 8, thinking(stop)).answer(NET_INCOME)


def test_a_model_that_stops_while_a_program_runs_is_no_answer(
    corpus: Corpus, thinking: Callable[..., Thinking]
) -> None:
    model = Scripted(PROGRAM, Stopped("no more money"))
    with pytest.raises(Stopped, match="no more money"):
        make_system("codegen-docs", corpus, 8, thinking(model)).answer(NET_INCOME)


def test_pages_never_reach_the_planner(corpus: Corpus, server: FaultyServer) -> None:
    seen: list[Request] = []
    thinking = thinking_with(MODEL, Mode.MODEL, Mode.MODEL)
    assert thinking.model is not None
    ask = thinking.model.ask

    def watched(request: Request) -> Reply:
        seen.append(request)
        return ask(request)

    model = replace(thinking.model, ask=watched)
    make_system("codegen-docs", corpus, 8, Thinking(model, Mode.MODEL)).answer(NET_INCOME)
    planned = [r for r in seen if r.instructions == planner_instructions()]
    assert len(planned) == 1
    assert "<page" not in planned[0].prompt
