"""Whole questions: what is asked for, in wordings known and unknown to the rules."""

from dataclasses import dataclass

import pytest
from secqa.understanding.periods import Periods
from secqa.understanding.question import Ask, understand
from tests.understanding.made import COMPANIES
from tests.understanding.paraphrases import DESIGN, HELD_OUT

from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()


@dataclass(frozen=True)
class Expected:
    question: str
    tickers: tuple[str, ...]
    metrics: frozenset[str]
    time: str
    operation: str


def cases(text: str) -> list[Expected]:
    found = []
    lines = text.strip().splitlines()
    for question, line in zip(lines[::2], lines[1::2], strict=True):
        tickers, metrics, when, operation = (field.strip() for field in line.split("|"))
        names = {metrics} if metrics.startswith("?") else set(metrics.split())
        found.append(Expected(question, tuple(tickers.split()), frozenset(names), when, operation))
    return found


def told(ask: Ask) -> Expected:
    """What was understood, in the same notation."""
    metrics = (k.metric.id if k.metric else f"? {k.label}" for k in ask.metrics)
    sign = f" {ask.wanted.combine.sign}" if ask.wanted.combine else ""
    return Expected(
        ask.question,
        tuple(company.ticker for company in ask.companies),
        frozenset(metrics),
        _time(ask.periods),
        f"{ask.wanted.kind}{sign}",
    )


def _time(periods: Periods) -> str:
    words = [str(year) for year in periods.years]
    words += [f"last{periods.last}"] if periods.last else []
    words += [f"q{periods.quarter}"] if periods.quarter else []
    words += ["ytd"] if periods.year_to_date else []
    words += ["yoy"] if periods.year_over_year else []
    return " ".join(words)


@pytest.mark.parametrize("expected", cases(DESIGN), ids=lambda e: e.question[:60])
def test_wordings_the_rules_were_made_for(expected: Expected) -> None:
    assert told(understand(expected.question, COMPANIES, CATALOGUE)) == expected


def test_wordings_the_rules_were_not_made_for() -> None:
    held_out = cases(HELD_OUT)
    wrong = [e for e in held_out if told(understand(e.question, COMPANIES, CATALOGUE)) != e]
    for expected in wrong:
        print(expected, "\n  ", told(understand(expected.question, COMPANIES, CATALOGUE)))
    assert len(wrong) <= 0.15 * len(held_out)


def test_words_without_a_part_are_kept() -> None:
    ask = understand("What is Apple's magnificent and shiny revenue?", COMPANIES, CATALOGUE)
    assert "magnificent" in ask.unexplained


@pytest.mark.parametrize(
    ("question", "strangers"),
    [
        ("What is the percentage difference of Apple's revenue compared to that of Microsoft?", 1),
        ("Among Honeywell, Apple, PepsiCo, and Boeing, who has the highest revenue?", 2),
        ("What is Microsoft's revenue?", 1),
        ("Is Apple's revenue higher than Oracle's?", 1),
        ("What is Apple's EBITDA in FY2023 and Q2 2024?", 0),
        ("What is Nvidia's Data Center revenue?", 0),
    ],
)
def test_companies_that_are_not_there(question: str, strangers: int) -> None:
    assert len(understand(question, COMPANIES, CATALOGUE).strangers) == strangers


@pytest.mark.parametrize(
    "lead",
    [
        "Basing your judgments off of the balance sheet, what",
        "Assume that you are an analyst. In agreement with the details shown, what",
        "Answer the following question by primarily using the income statement: what",
        "We want to calculate a metric. Here's the question: what",
    ],
)
def test_what_leads_up_to_a_question_is_no_part_of_it(lead: str) -> None:
    ask = understand(f"{lead} is Apple's net income in 2024?", COMPANIES, CATALOGUE)
    assert (ask.unexplained, ask.strangers) == ((), ())
    assert [link.label for link in ask.metrics] == ["net income"]


def test_a_metric_before_the_question_word_stays() -> None:
    question = "According to revenue, what is Apple's net income in 2024?"
    labels = [link.label for link in understand(question, COMPANIES, CATALOGUE).metrics]
    assert labels == ["revenue", "net income"]


def test_a_name_beside_a_company_is_a_stranger_before_it_too() -> None:
    question = "How big was the combined net income of Zebra Lines and Apple in 2024?"
    assert understand(question, COMPANIES, CATALOGUE).strangers == ("Zebra Lines",)
