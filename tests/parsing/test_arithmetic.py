"""Arithmetic in questions: a line is a question | the query that it spells out."""

import pytest
from tests.support.known_companies import COMPANIES

from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.understand import understand

CATALOGUE = load_catalogue()


def read(question: str) -> str:
    return str(understand(question, COMPANIES, CATALOGUE).query)


@pytest.mark.parametrize(
    ("question", "query"),
    [
        (
            "Netflix FY2023: (inventory − cash) / revenue",
            "((inventory of Netflix in FY2023 - cash of Netflix in FY2023)"
            " / revenue of Netflix in FY2023)",
        ),
        (
            "Intel 2022: 365 × accounts payable / cost of revenue",
            "((365 * accounts payable of Intel in FY2022) / cost of revenue of Intel in FY2022)",
        ),
    ],
)
def test_written_formulas_are_taken_as_written(question: str, query: str) -> None:
    assert read(question) == query


@pytest.mark.parametrize("question", ["Intel FY2023 CFO/CFI/CFF", "Intel 2023 CFO / CFI / CFF"])
def test_slashes_between_three_figures_are_no_division(question: str) -> None:
    whole = "{0} cash flow of Intel in FY2023".format
    assert read(question) == "; ".join(map(whole, ("operating", "investing", "financing")))


def test_brackets_without_end_do_no_harm() -> None:
    question = f"Apple's 2023 {'(' * 1500}revenue + net income) / cash?"
    assert "Apple" in read(question)
