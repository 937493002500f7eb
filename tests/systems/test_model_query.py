"""`--planner model-query` over HTTP and from the command line, and queries that are given."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.evaluate_report_cases import secqa
from tests.support.model_replies import Scripted
from tests.support.served_systems import ASKED, MODEL, served, write_questions

from secqa.corpus.corpus_store import Corpus
from secqa.models.cache import Cache
from secqa.models.model import Usage
from secqa.models.open_model import OpenModel
from secqa.query.form.schema import published_schema
from secqa.systems.engine import make_engine
from secqa.systems.make import make_system
from secqa.systems.planning.query_planner import query_instructions
from secqa.systems.thinking import Mode, Thinking, thinking_with

INCOME = {"metric": "net_income", "company": "ACME", "period": "FY2024"}
ASSETS = {**INCOME, "metric": "total_assets"}
RETURN = {"op": "/", "left": INCOME, "right": ASSETS}


@pytest.fixture
def thinking(tmp_path: Path) -> Callable[..., Thinking]:
    """Makes a thinking from replies of a planner."""

    def make(*replies: str, planner: Mode = Mode.MODEL_QUERY) -> Thinking:
        model = Scripted(*replies)
        cache = Cache(tmp_path / "c.sqlite", "made")
        opened = OpenModel("made:model", model, cache, None, Usage(), lambda: None)
        return Thinking(opened, planner, Mode.OFFLINE)

    return make


def reply(*outputs: object) -> str:
    return json.dumps({"outputs": outputs, "form": None, "cannot": None})


def test_every_question_is_answered_over_http(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("pydantic_ai")
    with served(monkeypatch, tmp_path) as server:
        made = thinking_with(MODEL, Mode.MODEL_QUERY, Mode.OFFLINE)
        system = make_system("codegen-docs", corpus, 8, made)
        for question, value in ASKED.items():
            answer = system.answer(question)
            assert answer.value == (value if isinstance(value, str) else pytest.approx(value))
            assert answer.calls == 1
        assert len(server.seen) == len(ASKED)
        assert made.label == f"{MODEL}, planner model-query, reader offline"


def test_units_are_those_of_the_query(corpus: Corpus, thinking: Callable[..., Thinking]) -> None:
    system = make_system("codegen-docs", corpus, 8, thinking(reply(RETURN)))
    answer = system.answer("Acme: profit over assets in 2024?")
    assert answer.value == pytest.approx(680 / 4100)
    assert answer.unit == "pure"
    assert 'value("net income"' in answer.program


def test_multi_query_searches_for_each_figure_of_the_query(
    corpus: Corpus, thinking: Callable[..., Thinking]
) -> None:
    ratio = {"op": "/", "left": INCOME, "right": {**INCOME, "metric": "total_assets"}}
    made = thinking(reply(ratio), json.dumps({"outputs": [], "program": "no object says it"}))
    engine = make_engine(corpus, made, Usage())
    searches = engine.queries("Acme: profit over assets in 2024?")
    assert [str(one).partition(" of ")[0] for one in searches] == [
        "What is the net income",
        "What is the total assets",
    ]
    assert list(engine.queries("What else?")) == ["What else?"]


def test_a_figure_that_is_not_printed_is_not_asked_of_the_planner_again(
    corpus: Corpus, thinking: Callable[..., Thinking]
) -> None:
    unprinted = {"line": "Sales of unicorns", "company": "ACME", "period": "FY2024"}
    system = make_system("codegen-docs", corpus, 8, thinking(reply(unprinted), reply(INCOME)))
    answer = system.answer("Acme's sales of unicorns in 2024?")
    assert answer.value is None
    assert "unicorns" in answer.error
    assert answer.calls == 1


def test_rules_first_fill_a_query_where_they_do_not_understand(
    corpus: Corpus, thinking: Callable[..., Thinking]
) -> None:
    made = thinking(reply(INCOME), planner=Mode.OFFLINE_FIRST)
    system = make_system("codegen-docs", corpus, 8, made)
    assert system.answer("What was Acme's net income in 2024?").calls == 0
    answer = system.answer("Acme, 2024: what stuck to its fingers when everybody was paid?")
    assert answer.value == pytest.approx(680e6)
    assert answer.calls == 1


def test_a_run_and_its_rehearsal(
    corpus: Corpus,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("pydantic_ai")
    bench = write_questions(corpus, tmp_path / "bench")
    with served(monkeypatch, tmp_path) as server:
        run = ["run", bench, "--corpus", corpus.path, "--out", tmp_path / "r", "--model", MODEL,
               "--planner", "model-query", "--reader", "offline"]  # fmt: skip
        assert secqa(monkeypatch, *run, "--dry-run") == 0
        assert f"about {len(ASKED)} calls for {len(ASKED)} answers" in capsys.readouterr().out
        assert secqa(monkeypatch, *run, "--max-calls", 3) == 1
        assert secqa(monkeypatch, *run) == 0
        assert len(server.seen) == len(ASKED)
        refused = [*run[:-1], "model-query"]
        assert secqa(monkeypatch, *refused) == 2
        assert "--reader model-query: must be one of model, offline" in capsys.readouterr().err


def test_a_query_of_a_file_is_shown_and_answered(
    corpus: Corpus,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "q.json"
    path.write_text(json.dumps({"outputs": [{"metric": "net income", "company": "Acme"}]}))
    given = ["query", "--from-json", path, "--corpus", corpus.path]
    assert secqa(monkeypatch, *given) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("net income of Acme in latest\n")
    assert 'value("net income", "Acme Tools", 2024)' in shown
    assert secqa(monkeypatch, *given, "--json") == 0
    assert json.loads(capsys.readouterr().out)["outputs"][0]["period"] == "FY2024"
    assert secqa(monkeypatch, *given, "--run") == 0
    assert "$680 million" in capsys.readouterr().out
    asked = ["query", "What was Acme's net income in 2024?", "--corpus", corpus.path]
    assert secqa(monkeypatch, *asked) == 0
    assert capsys.readouterr().out.startswith("net income of Acme Tools in FY2024\n")
    path.write_text('{"outputs": [{"metric": "net income", "company": "Moon"}]}')
    assert secqa(monkeypatch, *given, "--run") == 1
    assert "Moon is not a company of the corpus" in capsys.readouterr().err
    path.write_text('{"outputs": [{"metric": "nonsense"}]}')
    assert secqa(monkeypatch, *given) == 2
    assert "q.json: outputs[0].metric: unknown metric 'nonsense'" in capsys.readouterr().err
    assert secqa(monkeypatch, "query", "--schema") == 0
    assert capsys.readouterr().out == published_schema()
    assert secqa(monkeypatch, "query") == 2


def test_the_prompt_is_the_same_for_every_question() -> None:
    assert query_instructions() == query_instructions()
    assert "{common}" not in query_instructions()
