"""Programs by a model: taken, mended once, or refused."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from tests.support.model_replies import Scripted, prompts
from tests.support.page_builders import metadata

from secqa.errors import CannotAnswer
from secqa.parsing.entities.company_index import companies_of
from secqa.systems.planning.collection import MOST, companies_in_list, company_listing
from secqa.systems.planning.model_planner import (
    mend_by_model,
    plan_by_model,
    planner_instructions,
)
from secqa.systems.sandbox.run import run_program

COMPANIES = companies_of(
    [
        metadata(),
        metadata("ACME-10-K-2022", fiscal_year=2022, period_end=date(2022, 12, 31)),
        metadata("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "0000000002"),
        metadata("BOLT-10-Q", "Bolt Works Corp", "BOLT", "0000000002", "10-Q", 2025, "Q1"),
    ]
)
QUESTION = "What was Acme's net income in 2024?"
GOOD = """\
from functions import select_documents, retrieve_relevant_pages, extract_value

question = "What is the net income of Acme Tools (ACME) in fiscal year 2024 in US dollars?"
documents = select_documents(stock_symbols=["ACME"], form_types=["10-K"], fiscal_years=[2024])
value = extract_value(question, retrieve_relevant_pages(question, documents))
with open("answer.txt", "w") as f:
    f.write(str(value))
"""


def planned(*lines: str) -> tuple[str, list[str]]:
    model = Scripted(*lines)
    plan = plan_by_model(QUESTION, COMPANIES, model=model)
    assert plan.by_model
    return plan.program, prompts(model.asked)


@pytest.mark.parametrize("text", [f"```python\n{GOOD}```", f"Here it is:\n```\n{GOOD}", GOOD])
def test_a_good_program_is_taken(text: str) -> None:
    program, asked = planned(text)
    assert program == GOOD
    assert len(asked) == 1
    assert asked[0].startswith(f"Question: {QUESTION}\n")


def test_a_model_may_refuse() -> None:
    with pytest.raises(CannotAnswer, match=r"^Tesla is not in the collection$"):
        planned("CANNOT: Tesla is not in the collection")


def test_a_program_that_failed_is_mended_with_its_error() -> None:
    plan = plan_by_model(QUESTION, COMPANIES, model=Scripted(GOOD))
    model = Scripted(GOOD.replace("2024 in", "2024, in"))
    mended = mend_by_model(QUESTION, plan, "NameError: no x", COMPANIES, model=model)
    assert mended is not None
    assert "2024, in" in mended.program
    assert "NameError: no x" in model.asked[0].prompt


@pytest.mark.parametrize(
    ("error", "lines"),
    [
        ("ValueError: found no revenue", []),
        ("NameError: x", [GOOD]),
        ("NameError: x", ["CANNOT: no way"]),
    ],
)
def test_some_failures_are_not_mended(error: str, lines: list[str]) -> None:
    plan = plan_by_model(QUESTION, COMPANIES, model=Scripted(GOOD))
    model = Scripted(*lines)
    assert mend_by_model(QUESTION, plan, error, COMPANIES, model=model) is None
    assert len(model.asked) == len(lines)


def test_the_examples_of_the_prompt_run() -> None:
    programs = re.findall(r"```python\n(from functions .*?)```", planner_instructions(), re.DOTALL)
    assert len(programs) == 3
    figures = {"2023": 120.0, "2021": 100.0, "2022": 90.0, "2017": 6.0}
    functions: dict[str, Callable[..., Any]] = {
        "select_documents": lambda **conditions: [str(conditions["fiscal_years"][0])],
        "retrieve_relevant_pages": lambda question, documents: documents,
        "extract_value": lambda question, pages: figures[pages[0]],
    }
    answers = [run_program(program, functions).answer_text for program in programs]
    assert answers == ["Yes", "0.2", "620.0"]


def test_the_collection_is_told_and_read_back() -> None:
    text = company_listing(COMPANIES, QUESTION, MOST)
    assert "- ACME: Acme Tools (FY2022 FY2024, year ends 12-31)" in text
    assert "2025Q1" in text
    back = companies_in_list(f"{text}\n\nmore text (with brackets)")
    assert [(c.ticker, c.fiscal_years, c.quarters) for c in back] == [
        (c.ticker, c.fiscal_years, c.quarters) for c in COMPANIES
    ]
    assert len(companies_in_list("nothing of the kind")) == 0


def test_companies_of_the_question_come_first_in_a_large_collection() -> None:
    many = companies_of(
        metadata(f"C{n}-10-K-2024", f"Company Number{n} Inc.", f"C{n}", f"{n:010}")
        for n in range(100, 200)
    )
    question = "What is the revenue of Company Number199?"
    lines = company_listing(many, question, MOST).splitlines()
    assert lines[0].startswith("- C199: ")
    assert lines[-1] == "and 40 other companies"
