import ast
from collections.abc import Sequence

import pytest
from tests.benchmark.made import COMPANIES, made_source
from tests.benchmark.test_generate import CATALOGUE, made

from secqa.benchmark.dataset import Question
from secqa.sandbox import run_program

DOCUMENTS = made_source().documents


class Oracle:
    """The functions of the sandbox, with an `extract_value` that knows the required facts."""

    def __init__(self, question: Question) -> None:
        self.question = question

    def select_documents(
        self,
        stock_symbols: Sequence[str] = (),
        form_types: Sequence[str] = (),
        fiscal_years: Sequence[int] = (),
        financial_period_end_date_range_start: str | None = None,
        financial_period_end_date_range_end: str | None = None,
    ) -> list[str]:
        return [
            document.document_id
            for document in DOCUMENTS
            if document.ticker in stock_symbols
            and document.form in form_types
            and document.fiscal_year in fiscal_years
            and (financial_period_end_date_range_start or "0") <= str(document.period_end)
            and str(document.period_end) <= (financial_period_end_date_range_end or "9")
        ]

    def retrieve_relevant_pages(self, question: str, documents: Sequence[str]) -> list[str]:
        return [f"{document}#1" for document in documents]

    def extract_value(self, question: str, pages: Sequence[str]) -> float:
        documents = {page.split("#")[0] for page in pages}
        (value,) = {
            fact.value
            for fact in self.question.facts
            if fact.document_id in documents
            and f"the {CATALOGUE[fact.metric].name} of " in question
            and f"({fact.ticker})" in question
            and str(fact.fiscal_year) in question
        }
        return value


HOSTILE = {cik: (f'{{1/0}} "\\\n# Works {cik}', ticker) for cik, (_, ticker) in COMPANIES.items()}


@pytest.mark.parametrize(("seed", "companies"), [(1, COMPANIES), (2, COMPANIES), (3, HOSTILE)])
def test_every_gold_program_writes_the_gold_answer(
    seed: int, companies: dict[str, tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.benchmark.made.COMPANIES", companies)
    for question in made(count=60, seed=seed, quarters=True).questions:
        oracle = Oracle(question)
        outcome = run_program(
            question.program,
            {
                "select_documents": oracle.select_documents,
                "retrieve_relevant_pages": oracle.retrieve_relevant_pages,
                "extract_value": oracle.extract_value,
            },
        )
        assert not outcome.error
        assert float(outcome.answer_text or "nan") == pytest.approx(question.answer)


def test_programs_are_python_that_says_the_question_first() -> None:
    for question in made().questions:
        ast.parse(question.program)
        assert question.program.startswith(f"# {question.text}\n")
