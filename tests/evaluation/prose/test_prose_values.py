"""Answers in prose come out as what their questions ask for."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.run_builders import made_benchmark

from secqa.benchmark.dataset import Answer, Question
from secqa.evaluation.judging.case import JudgeCase
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.prose.expectation import ExpectedAnswer
from secqa.evaluation.prose.prose_numbers import read_number
from secqa.evaluation.prose.prose_values import read_value
from secqa.evaluation.verdict import is_within_margin
from secqa.query.leaves import Companies
from secqa.query.query import Compare, Filter, Lookup, Number, Query

QUESTION = made_benchmark(1).questions[0]
FIRMS = ("Acme", "Bolt Systems", "Crane & Co")


def question(text: str, gold: Answer, unit: str = "", firms: tuple[str, ...] = FIRMS) -> Question:
    return replace(
        QUESTION, text=text, answer=gold, unit=unit, companies=firms, query=None, passages=()
    )


REVENUE = question("What was Acme's revenue in 2024?", 1.0, "USD")
GROWTH = question("By what percentage did Acme's revenue change?", 1.0, "pure")
EACH = question("What was the revenue of each of Acme and Bolt?", (1.0, 2.0), "USD")
RANKED = question("Rank the three by revenue.", ("Crane & Co", "Acme", "Bolt Systems"))
NOTHING = question("What was Acme's revenue in 1950?", None, "USD")
SIDE = question("Did revenue rise?", "Yes")
INCOME = question("What was Acme's net income in 2024?", 1.0, "USD")
ABOUT = question("What is said about Acme?", "It sells tools to those who build.")


@pytest.mark.parametrize(
    ("asked", "said", "value"),
    [
        (REVENUE, "about $3.2 billion", 3.2e9),
        (REVENUE, 3.2e9, 3.2e9),
        (REVENUE, None, None),
        (REVENUE, ("$3.2 billion",), (3.2e9,)),
        (REVENUE, "Sales of $3.2 billion, up 8% (page 12), from $2.9 billion in 2023.", 3.2e9),
        (REVENUE, "I cannot find it.", None),
        (GROWTH, "It fell by 12.5%, to $70 million.", -0.125),
        (EACH, "$1 million and $2 million", (1e6, 2e6)),
        (EACH, ("$1 million", 2e6), (1e6, 2e6)),
        (RANKED, "Crane, then Acme, then Bolt", ("Crane & Co", "Acme", "Bolt Systems")),
        (RANKED, ("Crane", "Acme", "Bolt"), ("Crane & Co", "Acme", "Bolt Systems")),
        (NOTHING, "The filings do not report revenue for 1950.", None),
        (NOTHING, "It was $3.", "It was $3."),
        (INCOME, "After a net loss in the year before, net income was $5 million.", 5e6),
        (SIDE, "Yes, by far.", "Yes, by far."),
        (SIDE, "I am unable to determine that.", None),
        (ABOUT, "It sells tools.", "It sells tools."),
    ],
)
def test_what_is_said(asked: Question, said: Answer, value: Answer) -> None:
    assert read_value(said, asked) == value


def test_names_that_pass_need_no_order_and_are_spelled_as_in_the_gold_answer() -> None:
    asked = question("Which had more?", ("Acme", "Bolt Systems Inc."))
    passing = Filter(Companies(FIRMS), Compare(Lookup("revenue", "each"), ">", Number(1.0)))
    asked = replace(asked, query=Query((passing,)))
    assert read_value("Bolt and Acme did; Crane did not.", asked) == ("Acme", "Bolt Systems Inc.")


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        ("Yes", "Revenue was 4 and then 5. Therefore, yes.", True),
        ("Yes", "Revenue was 5 and then 4, so the answer is no.", False),
        ("Bolt Systems", "Acme spent 1, Bolt 9. So Bolt had the most.", True),
        ("Acme", "Acme spent 1, Bolt 9. So Bolt had the most.", False),
        ("Bolt Systems", "Acme sold 5 and Bolt 6. Bolt had the highest revenue.", True),
        ("Bolt Systems", "Acme: 5; Bolt: 6. The one with the higher revenue is Bolt.", True),
    ],
)
def test_a_side_or_a_name_is_judged_by_what_is_concluded(
    gold: str, answer: str, right: bool
) -> None:
    assert judge_offline(JudgeCase("Which?", (gold,), answer, choices=FIRMS)).right is right


@given(
    st.floats(1e3, 9e12),
    st.sampled_from(["${:,.0f}", "it came to ${:,.2f}.", "USD {:.4e}", "**{:.0f} dollars**"]),
    st.booleans(),
)
def test_any_amount_comes_back(value: float, form: str, negative: bool) -> None:
    said = form.format(value)
    said = f"minus {said}" if negative and said[0] in "$U" else said
    found = read_number(said, ExpectedAnswer("What was it?", "USD"))
    assert found is not None
    assert is_within_margin(abs(found), value)
    assert (found < 0) == said.startswith("minus")


def test_what_supports_an_answer_is_not_taken_for_it() -> None:
    said = "$680 million ($680,000,000)\n- ACME-10-K-2024 page 5: Net income | 680 | 612"
    assert read_value(said, REVENUE) == 680e6
    assert read_value("12 million dollars (see the 10-K)", REVENUE) == 12e6


def test_a_text_that_answers_in_words_stays_whole() -> None:
    said = "It sells tools. " * 1000
    assert read_value(said, ABOUT) == said


def test_a_number_is_found_at_either_end_of_a_long_text() -> None:
    long = "The market is large. " * 1000
    assert read_value(f"{long} Final answer: $5 million", REVENUE) == 5e6
    assert read_value(f"It was $5 million. {long}", REVENUE) == 5e6


@given(st.text(max_size=200))
def test_no_text_is_too_strange(said: str) -> None:
    for asked in (REVENUE, GROWTH, EACH, RANKED, NOTHING, SIDE):
        read_value(said, asked)


def test_lines_written_before_the_parser_are_read_as_well_as_was_measured() -> None:
    folder = Path(__file__).parents[3] / "benchmarks"
    lines = (folder / "prose_answers.jsonl").read_text(encoding="utf-8").splitlines()
    dollars = [one for one in map(json.loads, lines) if one["kind"] == "USD" and one["value"]]
    right = 0
    for one in dollars:
        found = read_number(one["said"], ExpectedAnswer(one["question"], "USD"))
        right += found is not None and is_within_margin(found, one["value"])
    assert right / len(dollars) > 0.95
