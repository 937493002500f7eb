"""What a writer of free questions had before him, and what is refused there."""

import pytest

from language.free import FreeQuestion, agrees, companies_of
from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.ground import ground
from secqa.query.period import Period
from secqa.query.query import Lookup, Query

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
