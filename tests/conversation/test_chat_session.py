"""Sessions: memory, undo, edit, save and resume, asking back, and what goes wrong."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from tests.support.conversation_records import CLEANED, OFFICIAL

from secqa.conversation.chat_session import Session, resume
from secqa.conversation.offline.offline_generator import offline_generator
from secqa.conversation.programs.generator import (
    AlternativeProgram,
    Exchange,
    Generated,
    in_words,
    is_ratio,
    operands_of,
    unit_of,
)
from secqa.conversation.programs.program_language import parse
from secqa.conversation.records.conversation_record import Grid, Record
from secqa.conversation.records.record_layouts import records_from
from secqa.errors import SecqaError

(RECORD,) = records_from([CLEANED], "made.json")
QUESTIONS = [turn.question for turn in RECORD.turns]


@dataclass
class Scripted:
    """Gives the programs it was told to, and keeps the histories it saw."""

    replies: dict[str, Generated]
    name: str = "scripted"
    seen: list[tuple[str, ...]] = field(default_factory=list)

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        self.seen.append(tuple(exchange.program for exchange in history))
        return self.replies[question]


def test_a_conversation_of_four_turns() -> None:
    session = Session(RECORD, offline_generator())
    replies = [session.ask(question) for question in QUESTIONS]
    assert [reply.answer for reply in replies] == [1200.0, 1000.0, 200.0, 0.2]
    assert replies[0].operands[0].where == "net sales, 2012"
    assert replies[2].words == "1,200 [net sales, 2012] minus 1,000 [net sales, 2011]"
    assert "divided by 1,000 [net sales, 2011]" in replies[3].words
    assert all(0 < reply.confidence <= 1 for reply in replies)


def test_undo_and_edit_recompute_what_follows() -> None:
    session = Session(RECORD, offline_generator())
    for question in ("what was the cost of sales in 2012?", *QUESTIONS[1:3]):
        session.ask(question)
    assert session.turns[-1].answer == 50.0
    edited = session.edit(1, QUESTIONS[0])
    assert [reply.answer for reply in edited] == [1200.0, 1000.0, 200.0]
    assert session.undo().answer == 200.0
    assert len(session.turns) == 2
    with pytest.raises(SecqaError, match="no such turn"):
        session.edit(7, "and in 2011?")


def test_save_and_resume(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    session = Session(RECORD, offline_generator())
    for question in QUESTIONS[:3]:
        session.ask(question)
    session.save(path)
    again = resume(path, RECORD, offline_generator())
    assert again.turns == session.turns
    assert again.ask(QUESTIONS[3]).answer == 0.2


def test_sessions_that_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    session = Session(RECORD, offline_generator())
    session.save(path)
    saved = json.loads(path.read_text())
    for change, complaint in (
        ({"schema": 99}, "saved by another version"),
        ({"record": "other"}, "is about other"),
        ({"turns": [{}]}, "damaged"),
    ):
        path.write_text(json.dumps({**saved, **change}))
        with pytest.raises(SecqaError, match=complaint) as caught:
            resume(path, RECORD, offline_generator())
        assert "\n" not in str(caught.value)
    path.write_text("[]")
    with pytest.raises(SecqaError, match="not a saved session"):
        resume(path, RECORD, offline_generator())


def test_an_unsure_answer_becomes_a_choice() -> None:
    other = AlternativeProgram("1000", "1000 [net sales, 2011]", 0.1)
    unsure = Generated("1200", 0.1, (), "1200 [net sales, 2012]", (other,))
    sure = Generated("subtract(1000, 650)", 0.9)
    session = Session(RECORD, Scripted({"sales?": unsure, "less cost?": sure}))
    reply = session.ask("sales?")
    assert not reply.answered
    assert [choice.program for choice in reply.choices] == ["1200", "1000"]
    assert session.choose(2).answer == 1000.0
    session.ask("less cost?")
    assert isinstance(session.generator, Scripted)
    assert session.generator.seen[-1] == ("1000",)
    with pytest.raises(SecqaError, match="no such choice"):
        session.choose(5)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("how many elephants live in botswana?", "does not speak of"),
        ("wie hoch waren die umsatzerlöse insgesamt", "does not speak of"),
    ],
)
def test_questions_that_are_none_for_this_page(question: str, words: str) -> None:
    session = Session(RECORD, offline_generator())
    session.ask(QUESTIONS[0])
    session.undo()
    reply = session.ask(question)
    assert not reply.answered
    assert re.search(words, reply.words)


def test_a_program_that_cannot_run_is_no_answer() -> None:
    session = Session(RECORD, Scripted({"ratio?": Generated("divide(1, 0)", 1.0)}))
    reply = session.ask("ratio?")
    assert not reply.answered
    assert "divides by zero" in reply.words


def test_records_that_cannot_be_asked() -> None:
    (words,) = records_from(
        [{**OFFICIAL, "pre_text": ["nothing"], "table": [["a", "b"], ["c", "d"]]}], "made.json"
    )
    with pytest.raises(SecqaError, match="only words"):
        Session(words, offline_generator())
    with pytest.raises(SecqaError, match="empty"):
        Session(RECORD, offline_generator()).ask("  ")


@pytest.mark.parametrize(
    ("caption", "program", "unit"),
    [
        ("(In millions)", "1200", "in millions"),
        ("(In millions)", "subtract(1200, 1000)", "in millions"),
        ("(In millions)", "subtract(1200, 1000), divide(#0, 1000)", ""),
        ("(In millions, except per share)", "1200", "in millions"),
        ("Millions, Except Sales per Store", "1200", ""),
        ("", "1200", ""),
    ],
)
def test_the_unit_of_an_answer(caption: str, program: str, unit: str) -> None:
    grid = replace(RECORD.tables[0], caption=caption)
    if "Sales per Store" in caption:
        rows = (("net sales per store", *grid.rows[0][1:]), *grid.rows[1:])
        grid = replace(grid, rows=rows)
    record = replace(RECORD, tables=(grid,))
    operands = operands_of(parse(program), record)
    assert unit_of(program, operands, record) == unit
    assert is_ratio(program) == ("divide" in program)


SEGMENTS = replace(
    RECORD,
    tables=(
        Grid(
            ("", "2012"),
            (
                ("East:", ""),
                ("Net sales", "$ 12,345"),
                ("Income (loss)", "(1,020)"),
                ("West:", ""),
                ("Net sales", "$ 2,011"),
            ),
        ),
    ),
)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("12345", "12,345 [East: Net sales, 2012]"),
        ("-1020", "-1,020 [Income (loss), 2012]"),
        ("1020", "1,020 [Income (loss), 2012; printed (1,020)]"),
        ("divide(.4567, 1999)", ".4567 [not on the page] divided by 1999 [not on the page]"),
    ],
)
def test_operands_are_told_as_they_are_printed(program: str, words: str) -> None:
    parsed = parse(program)
    assert in_words(parsed, operands_of(parsed, SEGMENTS)) == words
