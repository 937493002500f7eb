"""What the catalogue says anyway is no part of a question; what an asker defines is."""

import pytest

from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.grammar.instructions import without_known_definitions

CATALOGUE = load_catalogue()
ASKED = "What was Acme's EBITDA margin in 2024?"


@pytest.mark.parametrize(
    "definitions",
    [
        "EBITDA margin is defined as: EBITDA divided by total revenues.",
        "EBITDA margin is defined as: EBITDA divided by total revenues. EBITDA is defined as: "
        "operating income plus depreciation and amortization.",
        "Where EBITDA margin is defined as: EBITDA divided by total revenues; EBITDA as: operating "
        "income plus depreciation and amortization.",
    ],
)
def test_known_definitions_are_left_out(definitions: str) -> None:
    assert without_known_definitions(f"{ASKED} {definitions}", CATALOGUE) == ASKED


@pytest.mark.parametrize(
    "question",
    [
        ASKED,
        "What was Acme's cover? Cover is defined as: EBITDA divided by total revenues.",
        "What was Acme's EBITDA margin? EBITDA margin is defined as: EBITDA divided by net sales.",
    ],
)
def test_definitions_of_the_askers_own_stay(question: str) -> None:
    assert without_known_definitions(question, CATALOGUE) == question
