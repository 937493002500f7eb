"""Total debt by template: what a general company, a bank and an insurer count, nothing twice."""

from dataclasses import replace

import pytest
from tests.support.metric_values_cases import document, fact

from secqa.facts.fact import Fact
from secqa.facts.table.compound import compound_facts
from secqa.facts.table.metric_rows import metric_facts
from secqa.facts.table.rows import industry_of_rows
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()
LINES = {
    "Deposits": "Deposits",
    "Loans": "LoansAndLeasesReceivableNetReportedAmount",
    "Short-term borrowings": "ShortTermBorrowings",
    "Advances from Federal Home Loan Bank": "AdvancesFromFederalHomeLoanBanks",
    "Junior subordinated debentures": "JuniorSubordinatedNotes",
    "Long-term debt": "LongTermDebt",
    "Total assets": "Assets",
}
AMOUNTS = dict(zip(LINES, (900.0, 700.0, 1.0, 2.0, 4.0, 8.0, 1000.0), strict=True))
LEASES = fact("OperatingLeaseLiability", 16.0)


def total_debt(labels: list[str], *notes: Fact) -> tuple[float, set[str]]:
    """Its value in a filing with such lines in its balance sheet, and the parts it is made of."""
    lines = [fact(LINES[label], AMOUNTS[label], row) for row, label in enumerate(labels, 1)]
    rows = metric_facts(document(labels), [*lines, *notes], CATALOGUE)
    (found,) = compound_facts(rows, CATALOGUE, ["total_debt"])
    return found.value, {part.metric for part in found.parts}


def test_banks_count_their_own_lines() -> None:
    value, parts = total_debt(list(LINES), LEASES)
    assert value == 1 + 2 + 4 + 8 + 16
    assert {"federal_home_loan_bank_debt", "trust_preferred", "short_term_debt"} <= parts


def test_what_is_no_line_is_within_long_term_debt() -> None:
    labels = ["Deposits", "Loans", "Short-term borrowings", "Long-term debt", "Total assets"]
    notes = (fact("JuniorSubordinatedNotes", 4), fact("AdvancesFromFederalHomeLoanBanks", 2))
    assert total_debt(labels, LEASES, *notes)[0] == 1 + 8 + 16


def test_other_companies_need_no_such_lines() -> None:
    labels = ["Short-term borrowings", "Long-term debt", "Total assets"]
    finance = fact("FinanceLeaseLiability", 32.0)
    assert total_debt(labels, LEASES, finance) == (
        1 + 8 + 16 + 32,
        {
            "short_term_debt",
            "long_term_debt",
            "operating_lease_liability",
            "finance_lease_outside_debt",
        },
    )


@pytest.mark.parametrize(
    ("labels", "industry"),
    [
        (["Deposits", "Loans", "Total assets"], "bank"),
        (["Loans", "Long-term debt", "Total assets"], "general"),
    ],
)
def test_lines_of_its_own_tell_an_industry(labels: list[str], industry: str) -> None:
    lines = [fact(LINES[label], AMOUNTS[label], row) for row, label in enumerate(labels, 1)]
    rows = metric_facts(document(labels), lines, CATALOGUE)
    assert industry_of_rows(rows, CATALOGUE) == industry


@pytest.mark.parametrize(
    ("label", "known"), [("Long-term debt and finance leases", True), ("Long-term debt", False)]
)
def test_a_quarterly_report_whose_debt_holds_the_leases_needs_no_note(
    label: str, known: bool
) -> None:
    labels = ["Short-term borrowings", label, "Total assets"]
    concepts = ("ShortTermBorrowings", "LongTermDebt", "Assets")
    lines = [fact(concept, 8e6, row) for row, concept in enumerate(concepts, 1)]
    quarterly = document(labels)
    quarterly = replace(quarterly, metadata=replace(quarterly.metadata, form="10-Q"))
    rows = metric_facts(quarterly, [*lines, LEASES], CATALOGUE)
    assert bool(compound_facts(rows, CATALOGUE, ["total_debt"])) is known


def test_what_a_shop_calls_deposits_are_no_banks() -> None:
    labels = ["Customer deposits", "Long-term debt", "Total assets"]
    own = [
        fact("acme:CustomerDeposits", 9.0, 1),
        fact("LongTermDebt", 8.0, 2),
        fact("Assets", 99.0, 3),
    ]
    rows = metric_facts(document(labels), own, CATALOGUE)
    assert not [row for row in rows if row.metric == "deposits"]
    tagged = [fact("Deposits", 9.0, 1), *own[1:]]
    rows = metric_facts(document(labels), tagged, CATALOGUE)
    assert [row.value for row in rows if row.metric == "deposits"] == [9.0]
