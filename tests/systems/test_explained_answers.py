"""Text questions with a model: every system tells them in sentences that cite what it found."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.evaluate_report_cases import secqa
from tests.support.find_cases import STEEL, WHY, filing
from tests.support.model_replies import Scripted
from tests.support.served_systems import BY_MODEL, MODEL, served

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.models.cache import Cache
from secqa.models.model import Usage
from secqa.models.open_model import OpenModel
from secqa.retrieval.indexing.page_index import update_index
from secqa.systems.answer import Answer
from secqa.systems.explaining.citations import NOTHING_LEFT
from secqa.systems.explaining.request import explaining_instructions
from secqa.systems.make import SYSTEMS, make_system
from secqa.systems.thinking import Mode, Thinking

RISKS = "What does Acme say about supply risks?"
TRUE = "It depends on one mill in Ohio for steel, a single one."
FALSE = "An outage in 2019 cost $7 million."


@pytest.fixture(scope="module")
def told_of(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("explained")
    with CorpusWriter(folder) as writer:
        writer.add(rows_for(filing("ACME-10-K-2024", "Acme Tools Inc.", "ACME", "1", STEEL)))
    made = open_corpus(folder)
    update_index(made)
    return made


@pytest.fixture
def thinking(tmp_path: Path) -> Callable[..., Thinking]:
    def make(model: Scripted) -> Thinking:
        cache = Cache(tmp_path / "c.sqlite", "made")
        opened = OpenModel("made:model", model, cache, None, Usage(), lambda: None)
        return Thinking(opened, Mode.MODEL, Mode.MODEL)

    return make


def passages_asked(model: Scripted) -> list[str]:
    (asked,) = [one for one in model.asked if one.instructions == explaining_instructions()]
    return [one["text"] for one in json.loads(asked.prompt)["passages"]]


def offline(corpus: Corpus, system: str) -> Answer:
    return make_system(system, corpus, 4).answer(RISKS)


def saying(*sentences: str, cites: int) -> str:
    return json.dumps({"sentences": [{"text": one, "cites": [cites]} for one in sentences]})


def place_of_steel(found: Answer) -> int:
    return 1 + next(n for n, one in enumerate(found.passages) if STEEL in one.text)


TOPICS = ("mill outage", "steel supply")
REWRITTEN = json.dumps({"outputs": [{"op": "tell", "topic": t, "company": "Acme"} for t in TOPICS]})


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_explains_the_passages_it_found(
    told_of: Corpus, thinking: Callable[..., Thinking], name: str
) -> None:
    found = offline(told_of, name)
    lines = [saying(TRUE, FALSE, cites=place_of_steel(found))]
    model = Scripted(*([REWRITTEN] if name == "multi-query" else []), *lines)
    answer = make_system(name, told_of, 4, thinking(model)).answer(RISKS)
    assert answer.value == f"{TRUE} [1]"
    assert [STEEL in one.text for one in answer.passages] == [True]
    assert answer.notes == (
        f'left out, since no passage it cites states $7 million of 2019 so: "{FALSE}"',
    )
    assert answer.calls == len(model.asked)
    assert any(STEEL in text for text in passages_asked(model))
    assert answer.error == ""


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (saying(FALSE, cites=1), "left out, since "),
        (saying(cites=1), "the model finds no answer in the passages"),
    ],
)
def test_where_nothing_is_left_the_passages_stand_and_it_is_said(
    told_of: Corpus, thinking: Callable[..., Thinking], reply: str, why: str
) -> None:
    answer = make_system("codegen-docs", told_of, 4, thinking(Scripted(reply))).answer(RISKS)
    assert answer.value == offline(told_of, "codegen-docs").value
    assert answer.notes[0].startswith(why)
    assert answer.notes[-1] == NOTHING_LEFT


def test_a_malformed_reply_is_no_answer(told_of: Corpus, thinking: Callable[..., Thinking]) -> None:
    model = Scripted("no", "no again")
    answer = make_system("codegen", told_of, 4, thinking(model)).answer(RISKS)
    assert answer.value is None
    assert answer.error.startswith("the model's answer was refused: ")


def test_what_is_not_told_costs_no_call(told_of: Corpus, thinking: Callable[..., Thinking]) -> None:
    question = "What does Acme say about its cryptocurrency mining in Kazakhstan?"
    answer = make_system("codegen-docs", told_of, 4, thinking(Scripted())).answer(question)
    assert answer.value is None
    assert "not found in these filings" in answer.error


def test_what_a_question_costs_is_asked_of_a_model_only(
    told_of: Corpus, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert secqa(monkeypatch, "ask", RISKS, "--corpus", told_of.path, "--dry-run") == 2
    assert "name one with --model" in capsys.readouterr().err


def test_the_command_shows_sentences_above_the_passages_they_cite(
    told_of: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("pydantic_ai")
    command = ["ask", "Why did Acme's gross margin fall?", "--corpus", told_of.path]
    with served(monkeypatch, tmp_path) as server:
        assert secqa(monkeypatch, *command, "--model", MODEL, *BY_MODEL, "--dry-run") == 0
        assert f"{MODEL}: about 1 calls for 1 answers" in capsys.readouterr().out
        assert not server.seen
        assert secqa(monkeypatch, *command, "--model", MODEL, *BY_MODEL) == 0
        assert len(server.seen) == 1
    shown = capsys.readouterr().out
    assert f"{WHY} [" in " ".join(shown.split())
    assert shown.index("[1]") < shown.index("ACME-10-K-2024 page 3")
