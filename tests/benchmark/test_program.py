"""Gold programs are compiled from what the questions ask: run over T they give the gold answer."""

import ast

import pytest
from tests.support.benchmark_tables import CATALOGUE, COMPANIES, made_parts, made_rows
from tests.support.generate_cases import EVERYTHING, made
from tests.support.oracle import functions_over

from secqa.facts.fact import MetricFact
from secqa.systems.sandbox.run import run_program

HOSTILE = {cik: (f'{{1/0}} "\\\n# Works {cik}', ticker) for cik, (_, ticker) in COMPANIES.items()}


@pytest.mark.parametrize(("seed", "companies"), [(1, COMPANIES), (2, COMPANIES), (3, HOSTILE)])
def test_every_gold_program_reads_the_required_facts_and_writes_the_gold_answer(
    seed: int, companies: dict[str, tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.support.benchmark_tables.COMPANIES", companies)
    rows, documents = made_rows()
    for question in made(EVERYTHING, count=160, seed=seed).questions:
        if not question.facts:
            # What has no answer, or one in words, has no program.
            assert not question.program
            continue
        read: set[MetricFact] = set()
        functions = functions_over(rows, documents, CATALOGUE, read, made_parts())
        outcome = run_program(question.program, functions)
        assert not outcome.error
        gold = question.answer if isinstance(question.answer, tuple) else (question.answer,)
        for line, answer in zip((outcome.answer_text or "").split("\n"), gold, strict=True):
            same = (
                line == answer if isinstance(answer, str) else float(line) == pytest.approx(answer)
            )
            assert same, question
        assert {key(fact) for fact in read} == {key(fact) for fact in question.facts}


def key(fact: object) -> tuple[object, ...]:
    names = ("document_id", "metric", "fiscal_year", "fiscal_period", "value")
    return tuple(getattr(fact, name) for name in names)


def test_programs_are_python_that_says_the_question_first() -> None:
    for question in made().questions:
        ast.parse(question.program)
        assert question.program.startswith(f"# {question.text}\n")
