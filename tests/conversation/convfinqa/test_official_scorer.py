"""The strict mode answers as the dataset's official scorer does, corners included."""

import json
from pathlib import Path
from typing import Any

import pytest

from secqa.conversation.convfinqa.official_scorer import equal_official, run_official

TABLE = [["revenue", "$ 1,000", "2,000 ( 5 )"], ["years", "2014", "2013"]]


@pytest.mark.parametrize(
    ("program", "invalid", "result"),
    [
        ("13.4% EOF", 0, 0.134),
        ("$5 EOF", 1, "n/a"),
        ("divide( 1 0 ) EOF", 1, "n/a"),
        ("add( 1 2 EOF", 0, "n/a"),
        ("add( 1 2 ) divide( EOF", 0, 3.0),
        ("add( 1 2 ) 5 EOF", 1, "n/a"),
        ("add( 1 2 )", 0, "n/a"),
        ("greater( 2 1 ) add( #0 1 ) EOF", 1, "yes"),
        ("table_sum( years none ) table_sum( #0 none ) EOF", 0, 4027.0),
        ("table_max( revenue none ) EOF", 0, 2000.0),
        ("divide( 1 3 ) multiply( #0 3 ) EOF", 0, 1.0),
        ("greater( 1 1 ) EOF", 0, "no"),
    ],
)
def test_corners_of_running(program: str, invalid: int, result: object) -> None:
    assert run_official(program.split(), TABLE) == (invalid, result)


@pytest.mark.parametrize(
    ("gold", "predicted", "same"),
    [
        ("5", "5.0", False),
        ("subtract( 97 const_100 )", "subtract( 97 100 )", False),
        ("add( 1 2 )", "add( 9 9 ) add( 1 2 )", False),
        ("add( 1 2 ) subtract( 4 3 )", "subtract( 4 3 )", True),
        ("subtract( 5 3 ) divide( #0 3 )", "divide( 5 3 ) subtract( #0 const_1 )", False),
        ("subtract( 5 3 ) subtract( 7 3 ) subtract( #0 #1 )", "subtract( 5 7 )", True),
        ("divide( 1 0 )", "divide( 1 0 )", True),
        ("greater( 5 3 )", "greater( 3 5 )", False),
        ("subtract( 5 3 ) greater( #0 7 )", "subtract( 5 7 ) greater( #0 3 )", True),
    ],
)
def test_corners_of_equality(gold: str, predicted: str, same: bool) -> None:
    assert equal_official([*gold.split(), "EOF"], [*predicted.split(), "EOF"]) is same


def test_arithmetic_on_a_yes_in_the_gold_program_raises() -> None:
    program = ["greater(", "5", "3", ")", "add(", "#0", "1", ")", "EOF"]
    with pytest.raises(TypeError):
        equal_official(program, program)


def test_every_recorded_answer_of_the_scorer(shared_data: Path) -> None:
    with (shared_data / "convfinqa" / "scorer-cases.jsonl").open() as lines:
        table = json.loads(next(lines))["table"]
        cases = [json.loads(line) for line in lines]
    runs = [case for case in cases if case["kind"] == "run"]
    assert [_run(case, table) for case in runs] == [(c["invalid"], c["result"]) for c in runs]
    equals = [case for case in cases if case["kind"] == "equal"][::6]
    assert [_equal(case) for case in equals] == [
        case["equal"] if case.get("raises") is None else case["raises"] for case in equals
    ]


def _run(case: dict[str, Any], table: list[list[str]]) -> tuple[int, object]:
    invalid, result = run_official(case["program"], table)
    if isinstance(result, complex):
        return invalid, {"complex": [result.real, result.imag]}
    return invalid, result


def _equal(case: dict[str, Any]) -> bool | str:
    try:
        return equal_official([*case["gold"], "EOF"], [*case["predicted"], "EOF"])
    except TypeError:
        return "TypeError"
