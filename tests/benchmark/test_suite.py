"""Suites of one's own: what a TOML file may say, and one clear line for what it may not."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.generate_cases import made

from secqa.benchmark.grammar.question_kinds import KINDS
from secqa.benchmark.suite import Suite, bundled_suites, checked, load_suite
from secqa.errors import SecqaError

OWN = """
title = "Revenue of two"
count = 6
wording = "plain"
metrics = ["revenue"]
companies = ["AW", "Beta Foods"]
years = [2022, 2024]
forms = ["10-K"]
hops = [1, 1]
outputs = [1, 2]
documents = 1
partial = true

[kinds]
value_in_period = 2
gap = 1
"""


def write(folder: Path, text: str | bytes) -> str:
    path = folder / "own.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_a_file_is_a_suite(tmp_path: Path) -> None:
    suite = load_suite(write(tmp_path, OWN))
    assert suite == Suite(
        name="own",
        title="Revenue of two",
        kinds=(("value_in_period", 2), ("gap", 1)),
        count=6,
        wording="plain",
        metrics=("revenue",),
        companies=("AW", "Beta Foods"),
        years=(2022, 2024),
        forms=("10-K",),
        hops=(1, 1),
        outputs=(1, 2),
        documents=1,
        partial=True,
    )
    benchmark = made(suite, count=6)
    assert [question.type for question in benchmark.questions] == ["value_in_period"] * 4 + [
        "gap"
    ] * 2
    assert benchmark.questions[0].question_id.startswith("own-1-0001-")
    for question in benchmark.questions:
        assert question.metrics == ("revenue",)
        assert question.text == question.plain


def test_what_a_file_does_not_say_is_left_open(tmp_path: Path) -> None:
    suite = load_suite(write(tmp_path, "[kinds]\ngrowth = 0.5\n"))
    assert suite == Suite("own", kinds=(("growth", 0.5),))


def test_bundled_suites_are_those_that_the_readme_measures() -> None:
    suites = bundled_suites()
    assert {"single", "compound", "multi-document", "all", "default"} <= set(suites)
    assert suites["default"].partial
    assert len(dict(suites["default"].kinds)) > 30
    assert {suites[name].wording for name in ("single", "compound", "multi-document", "all")} == {
        "paper"
    }
    assert (suites["single"].metrics, suites["compound"].metrics) == ("printed", "compound")
    assert suites["multi-document"].documents == 2
    for suite in suites.values():
        assert suite.title
        assert checked(suite, "suites.toml") is suite


KIND = "[kinds]\ngap = 1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("counts = 3\n" + KIND, "'counts' is not a field of suites (perhaps count"),
        ("title = 'x'\n", "no kinds of questions; add a [kinds] table"),
        ("[kinds]\n", "no kinds of questions"),
        ("kinds = 3\n", "no kinds of questions"),
        ("[kinds]\ngrowht = 1\n", "'growht' is no kind of question (perhaps growth)"),
        ("[kinds]\ngap = 0\n", "the share of gap is 0; write a number above 0"),
        ("[kinds]\ngap = -2\n", "the share of gap is -2"),
        ("[kinds]\ngap = true\n", "the share of gap is True"),
        ("[kinds]\ngap = 'much'\n", "the share of gap is 'much'"),
        ("[kinds]\ngap = nan\n", "the share of gap is nan"),
        ("[kinds]\ngap = inf\n", "the share of gap is inf"),
        ("wording = 'composed'\n" + KIND, "wording is 'composed'; write 'paper', 'varied' or"),
        ("metrics = 'some'\n" + KIND, "metrics is 'some'; write 'printed', 'compound' or 'all'"),
        ("metrics = 3\n" + KIND, "metrics is 3"),
        ("metrics = ['revenue', 3]\n" + KIND, "metrics is ('revenue', 3)"),
        ("companies = 'AW'\n" + KIND, "companies is 'AW'; write a list of names"),
        ("companies = [1]\n" + KIND, "companies is (1,)"),
        ("forms = ['8-K']\n" + KIND, "forms is '8-K'; write '10-K' or '10-Q'"),
        ("forms = '10-K'\n" + KIND, "forms is '10-K'; write a list"),
        (
            "difficulty = ['hrad']\n" + KIND,
            "difficulty is 'hrad'; write 'easy', 'medium' or 'hard'",
        ),
        ("difficulty = 'hard'\n" + KIND, "difficulty is 'hard'; write a list of levels"),
        ("years = [2024, 2020]\n" + KIND, "years is (2024, 2020); write two numbers, the lower"),
        ("years = 2024\n" + KIND, "years is 2024; write two numbers"),
        ("hops = ['a', 'b']\n" + KIND, "hops is ('a', 'b')"),
        ("outputs = [1]\n" + KIND, "outputs is (1,)"),
        ("count = 0\n" + KIND, "count is 0; write a whole number from 1 on"),
        ("count = 2.5\n" + KIND, "count is 2.5"),
        ("documents = true\n" + KIND, "documents is True"),
        ("partial = 'yes'\n" + KIND, "partial is 'yes'; write true or false"),
        ("definitions = 1\n" + KIND, "definitions is 1; write true or false"),
        ("title = 3\n" + KIND, "title is 3"),
        ("count: 3\n", "not valid TOML ("),
        (b"title = '\xff'\n", "not valid TOML ("),
    ],
)
def test_a_wrong_file_is_one_line_that_names_it(
    text: str | bytes, message: str, tmp_path: Path
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SecqaError) as raised:
        load_suite(path)
    said = str(raised.value)
    assert said.startswith(f"{path}: ")
    assert message in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "triple",
            "--suite triple: no such suite; one of single, compound, multi-document, all",
        ),
        ("Defualt", "--suite Defualt: no such suite (perhaps default)"),
        ("nowhere/own.toml", "nowhere/own.toml: no such file; check the path"),
    ],
)
def test_a_suite_that_is_not_there_is_one_line(name: str, message: str) -> None:
    with pytest.raises(SecqaError) as raised:
        load_suite(name)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"count": 0}, "command line: count is 0"), ({"wording": "odd"}, "wording is 'odd'")],
)
def test_what_the_command_line_says_is_checked_as_well(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(SecqaError, match=message):
        checked(replace(load_suite("all"), **changes), "command line")


def test_names_of_kinds_are_easy_to_write() -> None:
    assert all(kind.isidentifier() and kind.islower() for kind in KINDS)


def test_the_suite_that_the_documentation_shows_is_one(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "measure.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```toml[^\n]*\n(.*?)```", page, re.DOTALL)
    benchmark = made(load_suite(write(tmp_path, shown)), count=12)
    assert {question.type for question in benchmark.questions} == {"growth", "company_then"}
