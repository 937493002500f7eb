"""The three ways of asking a model, with a stand-in that speaks the protocol over loopback."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.conversation_records import CLEANED
from tests.support.evaluate_report_cases import secqa
from tests.support.faulty_server import FaultyServer

from secqa.conversation.chat_session import Session
from secqa.conversation.convfinqa.conversation_scores import measures, score_records
from secqa.conversation.generators.model_generators import (
    KINDS,
    ModelGenerator,
    make_generator,
)
from secqa.conversation.generators.prompts import EXAMPLES
from secqa.conversation.records.record_layouts import records_from
from secqa.errors import SecqaError
from secqa.models.model import Model, Reply, Request
from secqa.models.open_model import open_model
from secqa.serving.offline_server import OfflineServer

(RECORD,) = records_from([CLEANED], "made.json")
GOLD = {turn.question: turn.program for turn in RECORD.turns}


def knowing(request: Request) -> Reply:
    """A model that knows the gold programs and says them as it was asked to."""
    question = re.findall(r"Question: (.+)\nProgram:", request.prompt)[-1]
    program = GOLD[question]
    return Reply(program, 50, 5)


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    pytest.importorskip("pydantic_ai", reason="the extra models is not installed")
    with OfflineServer(knowing) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("SECQA_CACHE", str(tmp_path / "cache.sqlite"))
        yield server.url


@pytest.mark.parametrize("kind", KINDS)
def test_each_way_gets_all_turns_right(address: str, kind: str) -> None:
    model = open_model("openai:stand-in")
    generator = make_generator(f"{kind}:openai:stand-in", opened=lambda _name: model)
    shares = measures(score_records([RECORD], generator, "own"))
    assert shares["turn execution"].value == 1.0
    assert shares["conversation program"].value == 1.0
    assert (model.spent.calls, model.spent.tokens) == (4, 4 * 55)


def _saying(*texts: str) -> tuple[Model, list[Request]]:
    lines, asked = list(texts), []

    def ask(request: Request) -> Reply:
        asked.append(request)
        return Reply(lines.pop(0), 1, 1)

    return ask, asked


def test_a_wrong_reply_is_repaired_once() -> None:
    ask, asked = _saying("The answer is 1200.", "```\nProgram: 1200\n```")
    reply = Session(RECORD, ModelGenerator("zero-shot:m", ask)).ask("what were net sales in 2012?")
    assert reply.answer == 1200.0
    assert "was no program" in asked[1].prompt
    assert reply.operands[0].where == "net sales, 2012"


def test_prose_is_no_program_and_the_session_goes_on() -> None:
    ask, _ = _saying("1200", "I would say it grew.", "It grew a lot.", "1000")
    session = Session(RECORD, ModelGenerator("fine-tuned:m", ask))
    session.ask("what were net sales in 2012?")
    reply = session.ask("did they grow?")
    assert not reply.answered
    assert reply.words.startswith("the model wrote no program: ")
    assert "\n" not in reply.words
    assert session.ask("and in 2011?").answer == 1000.0


def test_made_up_numbers_make_it_unsure() -> None:
    ask, _ = _saying("1200", "98765")
    generator = ModelGenerator("zero-shot:m", ask)
    printed, made_up = (generator.generate(RECORD, (), "sales?") for _ in range(2))
    assert printed.confidence > made_up.confidence
    assert made_up.operands[0].where == "not on the page"


def test_few_shot_shows_examples_with_their_earlier_turns() -> None:
    ask, asked = _saying("1200")
    ModelGenerator("few-shot:m", ask, EXAMPLES).generate(RECORD, (), "what were net sales?")
    assert "Example:\nQuestion: what was revenue in 2012?\nProgram: 1200" in asked[0].instructions


@pytest.mark.parametrize("name", ["magic", "few-shot:", "many-shot:openai:x"])
def test_unknown_generators(name: str) -> None:
    with pytest.raises(SecqaError, match="no such generator"):
        make_generator(name)


def conversations(folder: Path) -> Path:
    page = {**CLEANED["doc"], "pre_text": "another page ."}
    other = {**CLEANED, "id": "Single_OTHER/2012/page_9.pdf-1", "doc": page}
    (folder / "dev.json").write_text(json.dumps({"dev": [CLEANED, other]}))
    return folder / "dev.json"


MADE = ["--generator", "zero-shot:openai:stand-in"]


def test_the_command_keeps_to_its_limits_and_goes_on(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["convfinqa", conversations(tmp_path), *MADE]
    with monkeypatch.context() as patch:
        patch.delenv("OPENAI_API_KEY", raising=False)
        patch.delenv("OPENAI_BASE_URL")
        assert secqa(patch, *command) == 2
        assert "no key; set OPENAI_API_KEY" in capsys.readouterr().err
        assert secqa(patch, *command, "--dry-run") == 0
        assert "about 8 calls" in capsys.readouterr().out
    assert secqa(monkeypatch, *command, "--dry-run") == 0
    assert "about 8 calls for 8 answers" in capsys.readouterr().out
    assert secqa(monkeypatch, *command, "--max-calls", 5) == 1
    assert "as many as --max-calls allows" in capsys.readouterr().err
    assert secqa(monkeypatch, *command, "--max-calls", 5, "--concurrency", 2) == 0
    said = capsys.readouterr().out
    assert "2 conversations" in said
    assert "openai:stand-in: 3 calls, 5 more from the cache" in said
    assert secqa(monkeypatch, *command, "--budget", 1) == 2
    assert "price of openai:stand-in is not known" in capsys.readouterr().err


def test_a_conversation_without_a_reply_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pydantic_ai", reason="the extra models is not installed")
    monkeypatch.setattr("secqa.models.retry._FIRST_WAIT", 0.001)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("SECQA_CACHE", str(tmp_path / "cache.sqlite"))
    script = [*["ok"] * 5, *[{"cut": True}] * 3, *["ok"] * 3]
    command = ["convfinqa", conversations(tmp_path), *MADE, "--concurrency", 1]
    with FaultyServer(knowing, script) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert secqa(monkeypatch, *command) == 1
        said = capsys.readouterr()
        assert "1 conversations" in said.out
        assert "1 of 2 conversations: the reply was cut off" in said.err
        assert secqa(monkeypatch, *command) == 0
    assert "2 conversations" in capsys.readouterr().out


def test_a_chat_at_its_limit_can_still_be_saved(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "records.json").write_text(json.dumps([CLEANED]))
    saved = tmp_path / "talk.json"
    lines = ["what were net sales in 2012?", "and in 2011?", f"/save {saved}"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    command = ["chat", CLEANED["id"], "--records", tmp_path / "records.json", *MADE]
    assert secqa(monkeypatch, *command, "--max-calls", 1) == 0
    said = capsys.readouterr().out
    assert "= 1,200" in said
    assert "! 1 calls made, as many as --max-calls allows" in said
    assert len(json.loads(saved.read_text())["turns"]) == 1


def test_a_refused_request_is_no_program() -> None:
    def refuse(_: Request) -> Reply:
        raise SecqaError("400: too long")

    generated = ModelGenerator("zero-shot:m", refuse).generate(RECORD, (), "what were net sales?")
    assert (generated.program, generated.words) == ("", "the model wrote no program: 400: too long")
