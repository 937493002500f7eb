"""The measures, and the figures that the docs state."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support.conversation_records import CLEANED
from typer.testing import CliRunner

from secqa.cli.main import app
from secqa.conversation.convfinqa.conversation_scores import (
    History,
    measures,
    score_records,
)
from secqa.conversation.offline.offline_generator import offline_generator
from secqa.conversation.programs.generator import Exchange, Generated
from secqa.conversation.records.conversation_record import Record, half_of
from secqa.conversation.records.record_layouts import records_from
from secqa.conversation.records.record_store import read_records
from secqa.learning.calibration import Proportion

(RECORD,) = records_from([CLEANED], "made.json")


@dataclass(frozen=True)
class Listed:
    """Gives the programs of a list, one a turn."""

    programs: tuple[str, ...]
    name: str = "listed"

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        return Generated(self.programs[len(history)], 1 - len(history) / 10)


def test_measures() -> None:
    programs = ("1200", "650", "subtract(1200, 650)", "divide(200, 1000)")
    scored = score_records([RECORD], Listed(programs), "gold")
    assert [s.right for s in scored] == [True, False, False, True]
    assert [s.same_program for s in scored] == [True, False, False, False]
    shares = measures(scored)
    assert shares["turn execution"] == Proportion(2, 4)
    assert shares["conversation execution"] == Proportion(1, 1)
    assert shares["conversation program"] == Proportion(0, 1)
    assert shares["all turns right"] == Proportion(0, 1)
    assert shares["turn execution, surest 50%"] == Proportion(1, 2)


def test_interval() -> None:
    low, high = Proportion(50, 100).interval
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert Proportion(0, 0).interval == (0.0, 1.0)


@pytest.mark.parametrize(("history", "seen"), [("own", "650"), ("gold", "1200")])
def test_a_turn_sees_the_answers_before_it(history: History, seen: str) -> None:
    programs: list[list[str]] = []

    class Watching(Listed):
        def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
            programs.append([exchange.program for exchange in history])
            return super().generate(record, history, question)

    score_records([RECORD], Watching(("650", "1000", "1", "1")), history)
    assert programs[2] == [seen, "1000"]


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    other = {**CLEANED, "id": "Single_ACME/2013/page_8.pdf-1"}
    path.write_text(json.dumps({"dev": [CLEANED, other]}))
    arguments = ["convfinqa", str(path), "--history", "own"]
    result = CliRunner().invoke(app, [*arguments, "--json"])
    figures = json.loads(result.output)
    assert figures["conversations"] == 2
    assert figures["measures"]["turn execution"]["count"] == 8
    assert "turn execution" in CliRunner().invoke(app, arguments).output


def test_conversations_about_one_page_stay_in_one_half() -> None:
    ids = [f"Single_ACME/20{n}/page_{n}.pdf-{k}" for n in range(10, 60) for k in (1, 2)]
    ids += [f"Double_ACME/20{n}/page_{n}.pdf" for n in range(10, 60)]
    halves = {half_of(i) for i in ids}
    assert halves == {"design", "check"}
    for n in range(10, 60):
        same = [i for i in ids if f"page_{n}.pdf" in i]
        assert len({half_of(i) for i in same}) == 1


def test_figures_on_the_half_not_looked_at(shared_data: Path) -> None:
    records = read_records(shared_data / "convfinqa" / "conversations.json")
    check = [record for record in records if half_of(record.id) == "check"]
    gold = measures(score_records(check[:60], offline_generator(), "gold"))
    assert gold["turn execution"].value > 0.55
    assert gold["turn execution, surest 50%"].value > 0.75


def test_every_gold_program_reproduces_its_answer(shared_data: Path) -> None:
    records = read_records(shared_data / "convfinqa" / "conversations.json")
    for record in records:
        programs = tuple(turn.program for turn in record.turns)
        assert all(s.right for s in score_records([record], Listed(programs), "own")), record.id
