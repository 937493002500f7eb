"""The number of employees, however a company words it, and what is not that number."""

from dataclasses import replace

import pytest
from tests.support.fact_filings import METADATA

from secqa.facts.resolve.stated import stated_metrics
from secqa.filings.document import Document, Element, ElementType, Page
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric

CATALOGUE = Catalogue(
    {"employees": Metric("employees", "employees", "count", "instant", people=True)}
)


def read(*texts: str) -> float | None:
    elements = tuple(
        Element(index, ElementType.NARRATIVE_TEXT, text, 1 + index, section="I/1")
        for index, text in enumerate(texts)
    )
    pages = tuple(Page(element.page, "", (element,)) for element in elements)
    found = stated_metrics(Document(METADATA, pages), CATALOGUE)
    return found[0][0].value if found else None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("As of December 31, 2024, we had approximately 12,300 employees.", 12_300),
        ("At year-end 2024 the Company employed 1,204 people worldwide.", 1_204),
        ("We employ about 2.5 million associates around the world.", 2_500_000),
        ("Our headcount was 88,001 as of December 31, 2024.", 88_001),
        ("We had a global workforce of 9,400 team members at the end of 2024.", 9_400),
        ("Acme employed roughly 700 full- and part-time employees as of January 5, 2025.", 700),
        (
            "As of December 31, 2024, we employed 8,000 full-time associates and approximately "
            "3,000 part-time associates.",
            11_000,
        ),
        ("At December 31, 2024 we had 5,000 hourly and 1,500 salaried employees.", 6_500),
        (
            "As of December 31, 2024 and 2023, our Company had approximately 5,100 and 4,900 "
            "employees, respectively.",
            5_100,
        ),
        ("As of December 31, 2024, 2023 and 2022, we had 51, 49 and 47 employees.", 51),
        ("At December 31, 2024 we had 19,700 full-time and 3,500 part-time crewmembers.", 23_200),
        ("At December 31, 2024, the Bank had 312 full-time equivalents.", 312),
        (
            "As of December 31, 2024, we had 45 full-time employees, of whom 12 worked in "
            "research.",
            45,
        ),
    ],
)
def test_wordings(text: str, count: float) -> None:
    assert read(text) == count


@pytest.mark.parametrize(
    "text",
    [
        "In 2024, over 4,000 employees participated in our wellness programs.",
        "Approximately 2,100 employees are covered by collective bargaining agreements.",
        "We reduced our workforce by 1,500 employees in 2022.",
        "The campus can accommodate up to 6,000 employees.",
        "Employees received $5,000 each.",
        "No count is given of our employees in 2024.",
    ],
)
def test_other_numbers_of_people(text: str) -> None:
    assert read(text) is None


def test_the_whole_is_preferred_to_its_parts_wherever_they_stand() -> None:
    whole = "As of December 31, 2024, we had approximately 12,300 employees."
    part = "As of December 31, 2024, we had approximately 1,100 employees in France."
    past = "As of December 31, 2019, we had approximately 20,000 employees."
    assert read(part, whole, past) == 12_300
    assert read(past, whole, part) == 12_300


def test_quarterly_reports_state_none() -> None:
    text = "As of December 31, 2024, we had approximately 12,300 employees."
    element = Element(0, ElementType.NARRATIVE_TEXT, text, 1)
    quarterly = replace(METADATA, form="10-Q", fiscal_period="Q1")
    document = Document(quarterly, (Page(1, "", (element,)),))
    assert stated_metrics(document, CATALOGUE) == []
