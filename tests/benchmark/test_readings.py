"""Which other values answer a question as well, and how each is said."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.check_cases import CATALOGUE, K24, value

from secqa.benchmark.conventions import (
    alternatives_of,
    by_other_concepts,
    load_conventions,
    printed_slack,
)
from secqa.benchmark.dataset import AlternativeAnswer
from secqa.facts.fact import Evidence, Fact, MetricFact
from secqa.facts.table.compound import compound_facts


def balance(metric: str, amount: float, year: int = 2024) -> MetricFact:
    row = value(metric, amount, K24, year)
    place = Evidence(row.document_id, 4, 9, 1, 1, 2, f"{metric} | {amount:,.0f}")
    return replace(row, period_start=None, evidence=(place,))


def of(metric: str, *rows: MetricFact) -> dict[str, float]:
    """The other readings of a row, by their words."""
    readings = alternatives_of(rows, CATALOGUE)
    (row,) = (r for r in rows if (r.metric, r.fiscal_year) == (metric, 2024))
    return {one.reading: one.value for one in readings.of(row)}


def test_equity_and_income_with_minorities_and_without() -> None:
    rows = (
        balance("equity", 90e6),
        balance("total_equity", 100e6),
        value("net_income", 8e6, K24),
        value("consolidated_net_income", 9e6, K24),
    )
    assert of("equity", *rows) == {"including noncontrolling interests": 100e6}
    assert of("total_equity", *rows) == {"without noncontrolling interests": 90e6}
    assert of("net_income", *rows) == {"including noncontrolling interests": 9e6}


def test_an_equity_that_has_the_minorities_in_it() -> None:
    rows = (
        balance("equity", 100e6),
        balance("total_equity", 100e6),
        balance("noncontrolling_interests", 10e6),
    )
    assert of("equity", *rows) == {"without noncontrolling interests": 90e6}


def test_what_comes_to_the_same_is_no_other_reading() -> None:
    assert of("cash", balance("cash", 5e9), balance("cash_with_restricted", 5.001e9)) == {}
    assert of("cash", balance("cash", 5e9), balance("cash_with_restricted", 6e9)) == {
        "with restricted cash": 6e9
    }


def test_formulas_by_other_conventions() -> None:
    rows = [
        value("net_income", 10e6, K24),
        value("consolidated_net_income", 12e6, K24),
        balance("equity", 100e6),
        balance("equity", 60e6, 2023),
    ]
    (roe,) = (f for f in compound_facts(rows, CATALOGUE, {"return_on_equity"}))
    assert roe.value == 10 / 80
    found = {one.reading: one.value for one in alternatives_of(rows, CATALOGUE).of(roe)}
    assert found == {
        "with noncontrolling interests": 12 / 80,
        "by the balance at the end of the year": 10 / 100,
    }


def test_only_metrics_that_are_wanted() -> None:
    rows = (balance("cash", 5e9), balance("cash_with_restricted", 6e9))
    assert alternatives_of(rows, CATALOGUE, ["equity"]).of(rows[0]) == ()


def test_every_concept_with_a_reading_is_the_catalogues_or_beside_it() -> None:
    concepts = load_conventions()["concepts"]
    assert concepts.keys() <= CATALOGUE.metrics.keys()
    for metric, readings in concepts.items():
        assert set(readings) & set(CATALOGUE[metric].concepts), metric


def test_another_concept_of_the_same_day() -> None:
    row = replace(balance("deferred_revenue", 5e6), concept="ContractWithCustomerLiabilityCurrent")
    day = row.period_end
    whole = Fact("us-gaap:ContractWithCustomerLiability", 8e6, "", "8", "USD", -6, None, day)
    facts = (
        whole,
        replace(whole, value=7e6, end=date(2023, 12, 31)),
        replace(whole, value=1e6, dimensions=(("axis", "member"),)),
        replace(whole, value=5e6, concept="us-gaap:ContractWithCustomerLiabilityCurrent"),
    )
    assert by_other_concepts(row, facts) == (AlternativeAnswer(8e6, "current and noncurrent"),)
    assert alternatives_of([row], CATALOGUE).of(row, facts) == by_other_concepts(row, facts)
    assert not by_other_concepts(replace(row, concept="acme:Other"), facts)


def test_shares_on_the_cover_are_those_of_the_latest_balance() -> None:
    row = replace(balance("shares_outstanding", 5e6), concept="CommonStockSharesOutstanding")
    cover = Fact(
        "dei:EntityCommonStockSharesOutstanding", 6e6, "", "6", "shares", 0, None, date(2025, 2, 3)
    )
    assert by_other_concepts(row, [cover])
    earlier = replace(row, period_end=date(2023, 12, 31))
    assert not by_other_concepts(earlier, [cover])


@pytest.mark.parametrize(
    ("rate", "quotes", "slack"),
    [
        (0.241, ["Effective tax rate | 24.1%"], 0.0005),
        (0.24, ["our rate was 24%"], 0.005),
        (0.241, ["Effective tax rate | 24.1%", "a rate of 24%, down from 26%"], 0.005),
        (-0.088, ["Effective tax rate | (8.8)%"], 0.0005),
        (0.241, ["no percentage"], 0.0),
    ],
)
def test_percentages_are_as_exact_as_they_are_printed(
    rate: float, quotes: list[str], slack: float
) -> None:
    row = value("effective_tax_rate", rate, K24, unit="pure")
    places = tuple(Evidence(row.document_id, 4, 9, -1, -1, 1, quote) for quote in quotes)
    assert printed_slack(replace(row, evidence=places)) == pytest.approx(slack)
    assert printed_slack(value("revenue", 24e6, K24)) == 0.0
