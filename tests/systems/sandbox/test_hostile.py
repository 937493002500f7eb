"""Hostile programs reach nothing, waste little, are told which limit they passed, and answer
nothing that they did not read."""

import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.systems.sandbox.test_run import FUNCTIONS, run

from secqa.systems.page_source import Tools
from secqa.systems.planning.planner import Plan
from secqa.systems.program_answer import work_out
from secqa.systems.sandbox.workers import ProgramLimits

SMALL = ProgramLimits(seconds=0.2, memory=16 * 1024 * 1024, calls=50)
LONGEST = {"time": 0.05, "printed": 0.2}
"""Seconds; a busy machine takes its time to pass the other limits."""
SECRET = "sesame"
LIMITS = {
    "time": "ran for over 0.05 seconds; loop over less",
    "memory": "used over 16 MB of memory; keep less at once",
    "calls": "made over 50 calls and writes; make fewer",
    "printed": "printed over 65,536 bytes; print less",
    "answer": "answer.txt is too long",
    "deep": "call each other over 200 deep; use a loop",
    "nested": "too deeply nested",
}
BEGIN = """\
from functions import extract_value, retrieve_relevant_pages, select_documents
def write(value):
    with open("answer.txt", "w") as f:
        f.write(str(value))
def read():
    return extract_value("total debt", ["BA-10-K-2023#1"])
"""


class Hostile(NamedTuple):
    style: str
    title: str
    program: str


def read_hostile(path: Path) -> list[Hostile]:
    parts = re.split(r"^## (\w+)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [
        Hostile(style, *block.split("\n", 1))
        for style, text in zip(parts[1::2], parts[2::2], strict=True)
        for block in re.split(r"^@@ ", text, flags=re.MULTILINE)[1:]
    ]


ALL = [
    one
    for name in ("hostile.txt", "hostile_more.txt", "hostile_third.txt")
    for one in read_hostile(Path(__file__).parent / name)
]


def of_style(style: str) -> list[object]:
    return [pytest.param(one, id=one.title) for one in ALL if one.style == style]


def test_there_are_enough() -> None:
    assert len(ALL) >= 200
    assert len({(one.style, one.title) for one in ALL}) == len(ALL)


@pytest.mark.parametrize("hostile", of_style("escape"))
def test_nothing_is_reached(
    hostile: Hostile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SECQA_SECRET", SECRET)
    outcome = run(BEGIN + hostile.program, SMALL)
    assert outcome.answer_text is None
    assert outcome.error
    assert "\n" not in outcome.error
    assert len(outcome.error) <= 500
    for text in (outcome.printed, outcome.error):
        assert SECRET not in text
        assert "root:" not in text
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("hostile", of_style("waste"))
def test_a_program_is_told_which_limit_it_passed(hostile: Hostile) -> None:
    kind = hostile.title.partition(":")[0]
    outcome = run(BEGIN + hostile.program, replace(SMALL, seconds=LONGEST.get(kind, 30.0)))
    assert outcome.answer_text is None
    assert LIMITS[kind] in outcome.error
    assert len(outcome.printed) <= SMALL.output
    assert len(outcome.calls) <= SMALL.calls


@pytest.mark.parametrize("hostile", of_style("forge"))
def test_nothing_is_answered_that_was_not_read(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secqa.systems.program_answer.bind", lambda _tools, _trail: FUNCTIONS)
    monkeypatch.setattr("secqa.systems.program_answer._is_borne_out", lambda _plan, _trail: True)
    plan = Plan(BEGIN + hostile.program, by_model=True)
    tools = Tools(None, None, None)  # type: ignore[arg-type]
    assert work_out(plan, tools).values == ()
