"""What queries come to over T: answers, and the required facts in the order one looks them up."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.benchmark_tables import full_table, made_rows, report, row

from secqa.benchmark.draft import Gold, interpret
from secqa.errors import CannotAnswer
from secqa.facts.fact import MetricFact
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.ground import ground
from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Growth,
    Lookup,
    Number,
    Output,
    Query,
    Series,
)

CATALOGUE = load_catalogue()


def gold(
    *outputs: Output, rows: list[MetricFact] | None = None, parts: list[MetricFact] | None = None
) -> Gold:
    made, documents = made_rows()
    truth = full_table([*made, *(rows or [])], documents, parts or [], CATALOGUE)
    return interpret(ground(Query(outputs), truth.known), truth, CATALOGUE)


def asked(found: Gold) -> list[tuple[str, str, int, str]]:
    return [(f.ticker, f.metric, f.fiscal_year, f.fiscal_period) for f in found.facts]


def test_facts_come_in_the_order_in_which_one_looks_them_up() -> None:
    names = ("Alpha Works", "Beta Foods", "GAM")
    highest = Choose(Companies(names), Lookup("revenue", EACH))
    found = gold(Lookup("dividends_paid", highest))
    assert found.answers == (1e9,)
    assert found.unit == "USD"
    assert asked(found) == [
        ("AW", "revenue", 2024, "FY"),
        ("BFC", "revenue", 2024, "FY"),
        ("GAM", "revenue", 2024, "FY"),
        ("AW", "dividends_paid", 2024, "FY"),
    ]
    assert all(fact.evidence for fact in found.facts)
    ((choice, values),) = found.steps
    assert isinstance(choice, Choose)
    assert values == (100e9, 80e9, 60e9)


def test_a_growth_needs_the_latest_value_first() -> None:
    found = gold(Growth(Lookup("revenue", "DELT"), Lookup("revenue", "DELT", Period(back=2))))
    assert found.answers[0] == pytest.approx(1 / 0.81 - 1)
    assert found.unit == "pure"
    assert [fact.fiscal_year for fact in found.facts] == [2023, 2021]


def test_the_last_years_are_gone_through_from_the_latest_back() -> None:
    each = Lookup("dividends_paid", "BFC", Period(each=True))
    found = gold(Aggregate("sum", each, Years(last=3)))
    assert found.answers == (6e9,)
    assert [fact.fiscal_year for fact in found.facts] == [2024, 2023, 2022]


def test_a_series_has_a_value_for_each_year_that_t_tells() -> None:
    each = Lookup("dividends_paid", "GAM", Period(each=True))
    found = gold(Series(each, Years(last=5)))
    assert found.answers == ("none", "none", *(fact.value for fact in found.facts))
    assert (found.unit, len(found.facts)) == ("USD", 3)


def test_companies_that_are_compared_are_so_in_the_latest_year_that_all_have() -> None:
    found = gold(Arithmetic("/", Lookup("revenue", "AW"), Lookup("revenue", "DELT")))
    assert {fact.fiscal_year for fact in found.facts} == {2023}


def test_a_metric_that_is_worked_out_needs_its_parts() -> None:
    alpha = report(1, 2024)
    cash = [
        row(alpha, "operating_cash_flow", 2024, 30e9),
        row(alpha, "capital_expenditure", 2024, 10e9),
    ]
    found = gold(Lookup("free_cash_flow", "AW"), rows=cash)
    assert found.answers == (20e9,)
    assert [fact.metric for fact in found.facts] == ["operating_cash_flow", "capital_expenditure"]
    assert [fact.metric for fact in found.worked_out] == ["free_cash_flow"]


def test_a_fourth_quarter_is_the_year_less_nine_months() -> None:
    third = replace(report(2, 2024, "10-Q", "Q3"), period_end=date(2024, 9, 30))
    nine_months = replace(row(third, "revenue", 2024, 55e9), fiscal_period="Q3 YTD")
    rows, documents = made_rows()
    truth = full_table([*rows, nine_months], [*documents, third], [], CATALOGUE)
    query = Query((Lookup("revenue", "BFC", Period(2024, "quarter", 4)),))
    found = interpret(ground(query, truth.known), truth, CATALOGUE)
    assert found.answers == (25e9,)
    assert [fact.fiscal_period for fact in found.facts] == ["FY", "Q3 YTD"]


def test_parts_of_a_company_are_found_by_name() -> None:
    alpha = report(1, 2024)
    parts = [
        replace(row(alpha, "segment_revenue", 2024, value), member=name)
        for name, value in (("Cloud", 60e9), ("Devices", 40e9))
    ]
    each = Lookup("revenue", "AW", Period(2024), part=EACH)
    largest = Choose(Parts(("cloud", "devices")), each)
    found = gold(largest, Lookup("revenue", "AW", Period(2024), part="Devices"), parts=parts)
    assert found.answers == ("cloud", 40e9)


def test_a_condition_is_answered_with_yes_or_no() -> None:
    found = gold(Compare(Lookup("revenue", "AW"), ">", Number(90e9)))
    assert (found.answers, found.unit) == (("Yes",), "")


@pytest.mark.parametrize(
    "lookup",
    [
        Lookup("goodwill", "AW"),
        Lookup("", "AW", line="Net sales"),
        Lookup("eps_diluted", "AW", Period(2024, "half")),
        Lookup("revenue", "Nobody"),
    ],
)
def test_what_t_does_not_tell_has_no_gold_answer(lookup: Lookup) -> None:
    with pytest.raises(CannotAnswer):
        gold(lookup)
