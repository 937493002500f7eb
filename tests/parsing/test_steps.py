"""Questions in steps: what one sentence chooses, the next ones ask of."""

import pytest
from tests.support.known_companies import COMPANIES

from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.understand import understand
from secqa.query.leaves import Companies, Years
from secqa.query.query import Choose, Lookup

CATALOGUE = load_catalogue()


def asked(question: str) -> Lookup:
    (output,) = understand(question, COMPANIES, CATALOGUE).query.outputs
    assert isinstance(output, Lookup)
    return output


def test_a_company_then_its_year_then_a_figure() -> None:
    found = asked(
        "First find out which of Apple, Intel and Netflix had the highest revenue in 2024. In "
        "which of the years from 2022 to 2024 was that company's net income highest? What was that "
        "company's research and development expense in that year?"
    )
    assert found.metric == "research_and_development"
    assert isinstance(found.company, Choose)
    assert isinstance(found.company.over, Companies)
    assert isinstance(found.period, Choose)
    assert isinstance(found.period.over, Years)
    assert isinstance(found.period.by, Lookup)
    assert found.period.by.company == found.company


def test_a_year_then_its_company_then_a_figure() -> None:
    found = asked(
        "Of the years 2022 through 2024, take the one in which Apple's revenue was highest. Which "
        "of Apple, Intel and Netflix had the lowest net income in that year? What was that "
        "company's operating income in that year?"
    )
    assert isinstance(found.period, Choose)
    assert isinstance(found.company, Choose)
    assert isinstance(found.company.by, Lookup)
    assert found.company.by.period == found.period


@pytest.mark.parametrize(
    "question",
    [
        "What was Apple's revenue in 2024? Give the answer in millions.",
        "I like Apple. What was that company's revenue in 2024?",
    ],
)
def test_what_chooses_nothing_is_no_step(question: str) -> None:
    (output,) = understand(question, COMPANIES, CATALOGUE).query.outputs
    assert isinstance(output, Lookup)
    assert not isinstance(output.company, Choose)
