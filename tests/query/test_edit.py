"""Queries with other companies, metrics and periods, and with companies added or removed."""

import pytest

from secqa.errors import SecqaError
from secqa.query.edit import (
    Slot,
    add_companies,
    can_add_companies,
    change_slots,
    query_slots,
    remove_companies,
)
from secqa.query.leaves import Companies, Narrative, Years
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Choose, Growth, Lookup, Query

GROWTH = Query(
    (
        Growth(
            Lookup("revenue", "Acme", Period(2024)),
            Lookup("revenue", "Acme", Period(2023)),
        ),
    )
)


def test_each_company_metric_and_period_is_one_slot() -> None:
    assert [slot.key for slot in query_slots(GROWTH)] == [
        *("company:Acme", "metric:revenue", "period:FY2024", "period:FY2023"),
    ]


def test_a_change_is_made_wherever_it_stands() -> None:
    made = change_slots(
        GROWTH, {Slot("company", "Acme"): "Bolt", Slot("period", "FY2023"): "FY2020"}
    )
    assert made.outputs == (
        Growth(
            Lookup("revenue", "Bolt", Period(2024)),
            Lookup("revenue", "Bolt", Period(2020)),
        ),
    )


def test_companies_gone_through_are_slots_too() -> None:
    choice = Choose(Companies(("Acme", "Bolt")), Lookup("revenue", "each", Period(2024)))
    made = change_slots(Query((choice,)), {Slot("company", "Bolt"): "Coil"})
    assert made.outputs[0] == Choose(
        Companies(("Acme", "Coil")), Lookup("revenue", "each", Period(2024))
    )
    assert Slot("company", "each") not in query_slots(made)


def test_periods_of_years_and_tellings_change() -> None:
    years = Query(
        (
            Choose(
                Years(first=Period(2020), final=Period(2022)),
                Lookup("revenue", "A", Period(each=True)),
            ),
        )
    )
    assert "period:FY2022" in [slot.key for slot in query_slots(years)]
    told = change_slots(
        Query((Narrative("debt", "Acme", Period(2024)),)), {Slot("company", "Acme"): "Bolt"}
    )
    assert told.narratives[0].company == "Bolt"


YEAR = Period(2024)
LIST = Query((Choose(Companies(("Acme", "Bolt")), Lookup("revenue", "each", YEAR)),))
EVERY = Query((Choose(Companies(), Lookup("revenue", "each", YEAR)),))
SIDE_BY_SIDE = Query((Lookup("revenue", "Acme", YEAR), Lookup("cash", "Acme", YEAR)))
RATIO = Query((Arithmetic("/", Lookup("revenue", "Acme", YEAR), Lookup("revenue", "Bolt", YEAR)),))


def test_a_list_grows_and_shrinks() -> None:
    grown = add_companies(LIST, ["Coil", "Acme"])
    assert grown.outputs[0] == Choose(
        Companies(("Acme", "Bolt", "Coil")), Lookup("revenue", "each", YEAR)
    )
    assert remove_companies(grown, {"Bolt", "Coil"}).outputs[0] == Choose(
        Companies(("Acme",)), Lookup("revenue", "each", YEAR)
    )


def test_what_is_asked_of_one_company_is_asked_of_another_too() -> None:
    grown = add_companies(SIDE_BY_SIDE, ["Bolt"])
    assert [(one.metric, one.company) for one in grown.outputs if isinstance(one, Lookup)] == [
        *(("revenue", "Acme"), ("cash", "Acme"), ("revenue", "Bolt"), ("cash", "Bolt")),
    ]
    assert remove_companies(grown, {"Acme"}).outputs == grown.outputs[2:]


@pytest.mark.parametrize("query", [RATIO, EVERY])
def test_what_goes_through_no_companies_does_not_grow(query: Query) -> None:
    assert not can_add_companies(query)
    with pytest.raises(SecqaError, match="Coil cannot be added"):
        add_companies(query, ["Coil"])


@pytest.mark.parametrize("query", [LIST, SIDE_BY_SIDE])
def test_one_company_stays(query: Query) -> None:
    with pytest.raises(SecqaError, match="no company is left"):
        remove_companies(query, {"Acme", "Bolt"})
