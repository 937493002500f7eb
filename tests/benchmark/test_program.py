"""Gold programs are compiled from what the questions ask: run over T they give the gold answer."""

import ast

import pytest
from tests.benchmark.made import COMPANIES, made_rows
from tests.benchmark.oracle import functions_over
from tests.benchmark.test_generate import CATALOGUE, made

from secqa.facts.fact import MetricFact
from secqa.sandbox import run_program

HOSTILE = {cik: (f'{{1/0}} "\\\n# Works {cik}', ticker) for cik, (_, ticker) in COMPANIES.items()}


@pytest.mark.parametrize(("seed", "companies"), [(1, COMPANIES), (2, COMPANIES), (3, HOSTILE)])
def test_every_gold_program_reads_the_required_facts_and_writes_the_gold_answer(
    seed: int, companies: dict[str, tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.benchmark.made.COMPANIES", companies)
    rows, documents = made_rows()
    for question in made(count=60, seed=seed, quarters=True).questions:
        read: set[MetricFact] = set()
        functions = functions_over(rows, documents, CATALOGUE, read)
        outcome = run_program(question.program, functions)
        assert not outcome.error
        assert float(outcome.answer_text or "nan") == pytest.approx(question.answer)
        places = {(fact.document_id, fact.metric, fact.fiscal_year) for fact in question.facts}
        assert {(fact.document_id, fact.metric, fact.fiscal_year) for fact in read} == places


def test_programs_are_python_that_says_the_question_first() -> None:
    for question in made().questions:
        ast.parse(question.program)
        assert question.program.startswith(f"# {question.text}\n")
