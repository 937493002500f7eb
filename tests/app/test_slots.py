"""What of a query can be chosen anew, and the query with another choice."""

from secqa.app.ask.slots import Slot, changed, edits_in, slots_of
from secqa.query.period import Period
from secqa.query.query import Choose, Companies, Growth, Lookup, Narrative, Query, Years

GROWTH = Query(
    (
        Growth(
            Lookup("revenue", "Acme", Period(2024)),
            Lookup("revenue", "Acme", Period(2023)),
        ),
    )
)


def test_each_company_metric_and_period_is_one_slot() -> None:
    assert [slot.key for slot in slots_of(GROWTH)] == [
        *("company:Acme", "metric:revenue", "period:FY2024", "period:FY2023"),
    ]


def test_a_change_is_made_wherever_it_stands() -> None:
    made = changed(GROWTH, {Slot("company", "Acme"): "Bolt", Slot("period", "FY2023"): "FY2020"})
    assert made.outputs == (
        Growth(
            Lookup("revenue", "Bolt", Period(2024)),
            Lookup("revenue", "Bolt", Period(2020)),
        ),
    )


def test_companies_gone_through_are_slots_too() -> None:
    choice = Choose(Companies(("Acme", "Bolt")), Lookup("revenue", "each", Period(2024)))
    made = changed(Query((choice,)), {Slot("company", "Bolt"): "Coil"})
    assert made.outputs[0] == Choose(
        Companies(("Acme", "Coil")), Lookup("revenue", "each", Period(2024))
    )
    assert Slot("company", "each") not in slots_of(made)


def test_periods_of_years_and_tellings_change() -> None:
    years = Query(
        (
            Choose(
                Years(first=Period(2020), final=Period(2022)),
                Lookup("revenue", "A", Period(each=True)),
            ),
        )
    )
    assert "period:FY2022" in [slot.key for slot in slots_of(years)]
    told = changed(
        Query((Narrative("debt", "Acme", Period(2024)),)), {Slot("company", "Acme"): "Bolt"}
    )
    assert told.narratives[0].company == "Bolt"


def test_an_address_names_changes() -> None:
    given = {"q": "x", "company:Acme": "Bolt", "metric:revenue": "revenue", "period:FY2024": ""}
    assert edits_in(given).changes == ((Slot("company", "Acme"), "Bolt"),)
