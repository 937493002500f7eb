"""Values that their own filing, or another one, speaks against."""

from dataclasses import replace

import pytest
from tests.support.check_cases import CATALOGUE, K24, K25, value

from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.table.check import check_table
from secqa.facts.table.doubt import doubts
from secqa.facts.table.rows import key_of


def shown(row: MetricFact, quote: str, line: int = 1) -> MetricFact:
    """The row with the line of a table, or a sentence, that shows it."""
    place = Evidence(row.document_id, 4, 9, line, 1 if line >= 0 else -1, 2, quote)
    return replace(row, evidence=(place,))


def why(*rows: MetricFact) -> list[str]:
    return [doubt.why for doubt in doubts(rows, CATALOGUE).values()]


@pytest.mark.parametrize(
    ("amount", "quote", "doubted"),
    [
        (68.0, "an effective tax rate of 68% and 10%, respectively", True),
        (10.0, "Effective tax rate | (10.0)%", True),
        (0.68, "an effective tax rate of 68% and 10%, respectively", False),
        (1.2, "Effective tax rate | 120.0%", False),
        (5.0, "Current ratio | 5.0", False),
    ],
)
def test_percent_tagged_as_numbers(amount: float, quote: str, doubted: bool) -> None:
    row = shown(value("effective_tax_rate", amount, K24, unit="pure"), quote, -1)
    assert bool(why(row)) == doubted


def test_a_number_without_end_is_no_percent() -> None:
    row = shown(value("effective_tax_rate", 68.0, K24, unit="pure"), "1" * 400_000 + " of 68%", -1)
    assert why(row)


def test_what_cannot_be_negative() -> None:
    assert why(value("taxes_paid", -5e6, K24)) == ["tagged as -$5,000,000, and never below zero"]
    assert not why(value("net_income", -5e6, K24))


def test_two_filings_that_mean_different_things_by_one_metric() -> None:
    earlier, later = value("receivables", 10e6, K24), value("receivables", 32e6, K25)
    own = value("receivables", 40e6, K25, year=2025)
    rows = [earlier, later, own]
    assert set(doubts(rows, CATALOGUE)) == {key_of(row) for row in rows}
    assert not why(earlier, value("receivables", 13e6, K25))
    shares = [value("shares_basic", n, k, unit="shares") for n, k in ((1e9, K24), (10e9, K25))]
    assert not why(*shares), "a split"


def test_they_are_listed_and_not_asked_about() -> None:
    row = value("taxes_paid", -5e6, K24)
    ((listed, _),) = check_table([row], [K24], lambda _: (), CATALOGUE).doubtful
    assert (listed.document_id, listed.value) == ("ACME-10-K-2024", -5e6)
