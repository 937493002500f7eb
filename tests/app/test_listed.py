"""Companies added to what a query goes through, and left out of it."""

import pytest

from secqa.app.ask.listed import can_grow, with_companies, without_companies
from secqa.errors import SecqaError
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Choose, Companies, Lookup, Query

YEAR = Period(2024)
LIST = Query((Choose(Companies(("Acme", "Bolt")), Lookup("revenue", "each", YEAR)),))
EVERY = Query((Choose(Companies(), Lookup("revenue", "each", YEAR)),))
SIDE_BY_SIDE = Query((Lookup("revenue", "Acme", YEAR), Lookup("cash", "Acme", YEAR)))
RATIO = Query((Arithmetic("/", Lookup("revenue", "Acme", YEAR), Lookup("revenue", "Bolt", YEAR)),))


def test_a_list_grows_and_shrinks() -> None:
    grown = with_companies(LIST, ["Coil", "Acme"])
    assert grown.outputs[0] == Choose(
        Companies(("Acme", "Bolt", "Coil")), Lookup("revenue", "each", YEAR)
    )
    assert without_companies(grown, {"Bolt", "Coil"}).outputs[0] == Choose(
        Companies(("Acme",)), Lookup("revenue", "each", YEAR)
    )


def test_what_is_asked_of_one_company_is_asked_of_another_too() -> None:
    grown = with_companies(SIDE_BY_SIDE, ["Bolt"])
    assert [(one.metric, one.company) for one in grown.outputs if isinstance(one, Lookup)] == [
        *(("revenue", "Acme"), ("cash", "Acme"), ("revenue", "Bolt"), ("cash", "Bolt")),
    ]
    assert without_companies(grown, {"Acme"}).outputs == grown.outputs[2:]


@pytest.mark.parametrize("query", [RATIO, EVERY])
def test_what_goes_through_no_companies_does_not_grow(query: Query) -> None:
    assert not can_grow(query)
    with pytest.raises(SecqaError, match="Coil cannot be added"):
        with_companies(query, ["Coil"])


@pytest.mark.parametrize("query", [LIST, SIDE_BY_SIDE])
def test_one_company_stays(query: Query) -> None:
    with pytest.raises(SecqaError, match="no company is left"):
        without_companies(query, {"Acme", "Bolt"})
