"""What a writer of free questions had before him, and what is refused there."""

import pytest

from language.free import FreeQuestion, agrees, companies_of
from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.ground import ground
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Lookup, Query

KNOWN = CompanyIndex(
    [
        Company("ACME CORP", "ACME", fiscal_years=(2022, 2023)),
        Company("OTHER INC", "OTHR", fiscal_years=(2022, 2023)),
    ]
)
QUESTION = FreeQuestion("f1-1", "Acme revenue 2024", 'C("ACME", 2024, "revenue")', "USD", "single")


def revenue(company: str, year: int) -> Query:
    return Query((Lookup("revenue", company, Period(year)),))


def test_a_year_of_a_formula_is_reported() -> None:
    catalogue = load_catalogue()
    query = revenue("ACME", 2024)
    assert not agrees(QUESTION, query, KNOWN, catalogue)
    assert agrees(QUESTION, query, companies_of([QUESTION], KNOWN), catalogue)


def test_other_companies_are_refused() -> None:
    with pytest.raises(CannotAnswer):
        ground(revenue("OTHR", 2023), companies_of([QUESTION], KNOWN))


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("How much more was Acme's revenue in 2023 than in 2022?", False),
        ("The gap between Acme's revenue of 2023 and of 2022?", True),
        ("The gap in Acme's revenue, 2023 minus 2022?", False),
    ],
)
def test_the_sign_counts_where_words_tell_it(text: str, is_right: bool) -> None:
    formula = 'C("ACME", 2023, "revenue") - C("ACME", 2022, "revenue")'
    question = FreeQuestion("f1-2", text, formula, "USD", "difference")
    (later,), (earlier,) = revenue("ACME", 2023).outputs, revenue("ACME", 2022).outputs
    assert isinstance(later, Lookup)
    assert isinstance(earlier, Lookup)
    catalogue = load_catalogue()
    assert agrees(question, Query((Arithmetic("-", later, earlier),)), KNOWN, catalogue)
    flipped = Query((Arithmetic("-", earlier, later),))
    assert agrees(question, flipped, KNOWN, catalogue) == is_right
