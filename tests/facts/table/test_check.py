"""Checks that T runs on itself, on rows made to agree and to disagree."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.check_cases import CATALOGUE, K24, K25, Q1, Q2, value
from tests.support.metric_values_cases import fact

from secqa.facts.fact import Fact, MetricFact
from secqa.facts.table.check import check_table
from secqa.filings.document import Statement


def findings(*rows: MetricFact, facts: tuple[Fact, ...] = ()) -> list[tuple[str, str]]:
    found = check_table(rows, [K25, Q2, K24, Q1], lambda _: facts, CATALOGUE).findings
    return [(finding.check, finding.why) for finding in found]


def flows(*amounts: float) -> list[MetricFact]:
    names = ["net_change_in_cash", "operating_cash_flow", "investing_cash_flow"]
    names += ["financing_cash_flow", "fx_effect_on_cash"]
    return [value(name, amount, K24) for name, amount in zip(names, amounts, strict=False)]


def test_what_adds_up_is_no_finding() -> None:
    assert not findings(*flows(5e6, 20e6, -8e6, -7e6))
    assert not findings(*flows(6e6, 20e6, -8e6, -7e6))  # each is rounded to a million


def test_exchange_rate_effects_may_stand_above_or_below_the_change_in_cash() -> None:
    assert not findings(*flows(4e6, 20e6, -8e6, -7e6, -10e6)[:1], *flows(5e6, 20e6, -8e6, -7e6)[1:])
    assert not findings(*flows(-5e6, 20e6, -8e6, -7e6, -10e6))
    assert not findings(*flows(5e6, 20e6, -8e6, -7e6, -10e6))


def test_an_amount_that_a_sum_lacks_is_named() -> None:
    balance = fact("Discontinued", 30e6, 1, end=date(2024, 12, 28))
    lacking = replace(balance, start=date(2024, 1, 1), statement=Statement.CASH_FLOW)
    ((name, why),) = findings(*flows(35e6, 20e6, -8e6, -7e6), facts=(lacking,))
    assert (name, why) == ("cash flow", "off by 30,000,000: us-gaap:Discontinued is not counted")
    ((_, unknown),) = findings(*flows(45e6, 20e6, -8e6, -7e6), facts=(lacking,))
    assert unknown == "off by 40,000,000, which is in no statement"


def test_a_balance_sheet_balances() -> None:
    names = ("total_assets", "total_liabilities", "total_equity")
    rows = [value(n, v, K24) for n, v in zip(names, (90e6, 50e6, 40e6), strict=True)]
    assert not findings(*rows)
    off = [value(n, v, K24) for n, v in zip(names, (90e6, 50e6, 30e6), strict=True)]
    assert [name for name, _ in findings(*off)] == ["balance sheet"]


def test_quarters_add_up_to_the_year_to_date() -> None:
    first, second = value("revenue", 10e6, Q1, period="Q1"), value("revenue", 12e6, Q2, period="Q2")
    assert not findings(first, second, value("revenue", 22e6, Q2, period="Q2 YTD"))
    # Filers round quarters and sums apart, and let the sum stand.
    assert not findings(first, second, value("revenue", 24e6, Q2, period="Q2 YTD"))
    ((name, _),) = findings(first, second, value("revenue", 30e6, Q2, period="Q2 YTD"))
    assert name == "quarters"


@pytest.mark.parametrize(
    ("earlier", "later", "why"),
    [
        (
            value("revenue", 1e9, K24),
            value("revenue", 1.1e9, K25),
            "restated by the later document",
        ),
        (
            value("eps_diluted", 11.93, K24, unit="USD/shares", decimals=2),
            value("eps_diluted", 1.19, K25, unit="USD/shares", decimals=2),
            "a split: 10 for 1",
        ),
        (
            value("shares", 2.49e9, K24, unit="shares"),
            value("shares", 24.9e9, K25, unit="shares"),
            "a split: 10 for 1",
        ),
        (
            value("tax", 5e9, K24, concept="A"),
            value("tax", 6e9, K25, concept="B"),
            "tagged differently: A and B",
        ),
    ],
)
def test_two_documents_that_differ(earlier: MetricFact, later: MetricFact, why: str) -> None:
    checked = check_table([later, earlier], [K25, K24], lambda _: (), CATALOGUE)
    (finding,) = checked.findings
    assert (finding.check, finding.why) == ("documents", why)
    assert finding.documents == ("ACME-10-K-2024", "ACME-10-K-2025")
    assert (finding.expected, finding.value) == (earlier.value, later.value)
    assert checked.compared == {"documents": 1}


def test_what_is_neither_owed_nor_the_owners_counts_in_the_balance() -> None:
    rows = [value(*pair, K24) for pair in (("total_assets", 9e9), ("total_liabilities", 4e9))]
    rows.append(value("total_equity", 3e9, K24))
    assert len(findings(*rows)) == 1
    assert findings(*rows, value("temporary_equity", 2e9, K24)) == []
