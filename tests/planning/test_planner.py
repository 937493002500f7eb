"""Plans without a model: what a question becomes, and what is refused before anything is read."""

import pytest

from secqa.errors import CannotAnswer
from secqa.language.companies import Companies, Company
from secqa.metrics.catalogue import load_catalogue
from secqa.planning.planner import Plan, plan

CATALOGUE = load_catalogue()
KNOWN = Companies(
    [
        Company("Acme Corp", "ACM", fiscal_years=(2021, 2022, 2023, 2024), quarters=((2025, 1),)),
        Company("Bolt Works, Inc.", "BLT", fiscal_years=(2022, 2023, 2024)),
        Company("Crane Holdings", "CRN", fiscal_years=(2023, 2024)),
    ]
)


def planned(question: str) -> Plan:
    return plan(question, KNOWN, CATALOGUE)


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("What was Acme's net income in 2023?", "net income of Acme in FY2023"),
        ("What is Bolt Works' gross profit?", "gross profit of Bolt Works in FY2024"),
        (
            "By what percentage did Acme's total revenues grow from 2022 to 2024?",
            "percent change from FY2022 to FY2024 of revenue of Acme",
        ),
        (
            "Which of Acme, Bolt Works and Crane had the highest total assets in 2024?",
            "the one of companies Acme, Bolt Works, Crane with the highest "
            "[total assets of each in FY2024]",
        ),
        (
            "What is the ratio of net income to total assets of Acme in 2024?",
            "(net income of Acme in FY2024 / total assets of Acme in FY2024)",
        ),
        (
            "What were Acme's total capital expenditures over the last 3 years?",
            "sum over years FY2024, FY2023, FY2022 of [capital expenditure of Acme in each]",
        ),
    ],
)
def test_questions_become_grounded_queries(question: str, query: str) -> None:
    assert str(planned(question).query) == query


def test_a_program_asks_one_figure_at_a_time_and_writes_the_answer() -> None:
    program = planned("What was Acme's net income in 2023?").program
    assert 'answer = value("net income", "Acme", 2023)' in program
    assert program.endswith("    f.write(str(answer))\n")


def test_several_values_are_labelled() -> None:
    labels = planned("What were the net income and the total assets of Acme in 2024?").labels
    assert set(labels) == {"Acme, net income, FY2024", "Acme, total assets, FY2024"}


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("", "the question is empty"),
        ("What was the net income in 2023?", "no company"),
        ("What was Acme's net income in 1990?", "no report of Acme on fiscal year 1990"),
        ("What was Acme's net income in the fourth quarter of 1990?", "1990"),
        ("x" * 10_000, "the question has 10000 characters"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_one_line(question: str, why: str) -> None:
    with pytest.raises(CannotAnswer, match=why) as refused:
        planned(question)
    assert "\n" not in str(refused.value)
