"""Turns of speech lead to the program of the plain question, which stands below each."""

from pathlib import Path

import pytest
from tests.understanding.made import COMPANIES

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.planning.planner import plan

CATALOGUE = load_catalogue()
TEXT = Path(__file__).with_name("same_program.txt").read_text(encoding="utf-8")
LINES = [line.strip() for line in TEXT.splitlines()]
PAIRS = list(zip(LINES[::2], LINES[1::2], strict=True))


def program(question: str) -> str:
    return plan(question, COMPANIES, CATALOGUE).program.split("\n", 1)[1]


@pytest.mark.parametrize(("free", "plain"), PAIRS)
def test_the_same_program(free: str, plain: str) -> None:
    assert program(free) == program(plain)


@pytest.mark.parametrize(
    "question",
    [
        "Why did Intel's revenue fall in 2023?",
        "Should I buy Nvidia stock?",
        "Is Coca-Cola a good investment?",
        "What will Apple's revenue be in 2030?",
        "How many phones did Apple sell in 2024?",
        "What was Tesla's cash in the second half of 2024?",
        "What was Apple's revenue in calendar 2024?",
        "How much did Apple spend on goodwill in 2024?",
        "How much revenue did Intel current assets in 2024?",
        "What was Apple's average revenue per user in 2024?",
        "Which had the higher revenue in 2023 and in 2024, Apple or Intel?",
        "What did Alphabet rake in from advertising in 2024?",
        "Which region contributed most to Apple's revenue in 2024?",
        "How much cash did Apple burn in 2024?",
        "How much more revenue did Apple have in Q3 2024 than in Q2 2024?",
        "Did Apple's revenue exceed the combined revenue of Intel and AMD in 2024?",
        "By how much did Apple's revenue change in 2024, in dollars and in percent?",
        "What is the combined total of Apple's 2024 revenue and Intel's 2023 revenue?",
        "Rank Apple's segments by revenue in 2024.",
        "Of Zebra, Apple and Intel, who had the highest revenue in 2024?",
    ],
)
def test_what_no_report_tells_is_refused(question: str) -> None:
    with pytest.raises(CannotAnswer):
        plan(question, COMPANIES, CATALOGUE)
