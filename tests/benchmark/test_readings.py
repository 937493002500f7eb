"""Which other values answer a question as well, and how each is said."""

from dataclasses import replace

import pytest
from tests.support.check_cases import CATALOGUE, K24, value

from secqa.benchmark.conventions import alternatives_of, printed_slack
from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.table.compound import compound_facts


def balance(metric: str, amount: float, year: int = 2024) -> MetricFact:
    row = value(metric, amount, K24, year)
    place = Evidence(row.document_id, 4, 9, 1, 1, 2, f"{metric} | {amount:,.0f}")
    return replace(row, period_start=None, evidence=(place,))


def of(metric: str, *rows: MetricFact) -> dict[str, float]:
    """The other readings of a row, by their words."""
    readings = alternatives_of(rows, CATALOGUE)
    (row,) = (r for r in rows if (r.metric, r.fiscal_year) == (metric, 2024))
    return {one.reading: one.value for one in readings(row)}


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
    found = {one.reading: one.value for one in alternatives_of(rows, CATALOGUE)(roe)}
    assert found == {
        "with noncontrolling interests": 12 / 80,
        "by the balance at the end of the year": 10 / 100,
    }


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
