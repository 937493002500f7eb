"""Values are asked for where their row is called what the question calls them."""

from dataclasses import replace

import pytest
from tests.support.benchmark_tables import report, row

from secqa.benchmark.gates.row_names import has_metric_name, has_second_count
from secqa.facts.fact import Evidence
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()


@pytest.mark.parametrize(
    ("metric", "label", "named"),
    [
        ("accounts_payable", "Accounts payable", True),
        ("accounts_payable", "Trade accounts payable, net", True),
        ("accounts_payable", "Accounts payable and accrued liabilities", False),
        ("depreciation_amortization", "Depreciation and amortization", True),
        ("depreciation_amortization", "Depreciation", False),
        ("equity", "Total Alpha Works shareholders' equity", True),
        ("depreciation_amortization", "Depreciation of property and equipment", False),
        ("revenue", "Total revenues", True),
        ("accrued_liabilities", "Other accrued liabilities", False),
        ("pension_liabilities", "Pension liabilities", False),
        ("receivables", "Accounts receivable, net and other", False),
        ("debt_issued", "Proceeds from long-term debt", False),
        ("long_term_debt", "Long-term debt, net", True),
        ("operating_lease_noncurrent", "Long-term operating lease liabilities", True),
        ("other_noncurrent_liabilities", "Other long-term liabilities", True),
        ("eps_diluted", "Basic and diluted net loss per share", True),
        ("ppe_net", "Property and equipment, net", True),
        ("cash", "Cash", True),
        ("capital_expenditure", "Purchases of property, plant and equipment", True),
        ("other_current_assets", "Other current assets", True),
        ("prepaid_expenses", "Prepaid expenses and other", True),
        ("prepaid_expenses", "Prepaid expenses, net", False),
        ("goodwill", "BALANCE AT JUNE 30, 2023 - NET (1)", True),
        ("equity", "Total shareholders’ equity, beginning balances", True),
        ("net_change_in_cash", "Net decrease in cash, cash equivalents, and restricted cash", True),
        ("net_change_in_cash", "Net decrease in cash and marketable securities", False),
        ("capital_expenditure", "Acquisitions of property and equipment", True),
        ("capital_expenditure", "Purchases of property and equipment and intangibles", False),
        ("acquisitions", "Payments made in connection with business acquisitions, net", True),
        ("accrued_compensation", "Accrued payroll and related expenses", True),
        ("cash_and_investments", "Total cash, cash equivalents, and marketable securities", True),
        ("cash_and_investments", "Cash and cash equivalents", False),
        ("sga", "Marketing, general and administrative", True),
        ("sga", "General and administrative", False),
        ("long_term_debt", "Long-term debt, excluding current maturities", True),
        ("debt_current", "Short-term debt", True),
        ("liabilities_and_equity", "Total liabilities and equity", True),
        ("interest_income", "Interest income", True),
        ("interest_income", "Interest and dividend income", False),
        ("common_stock", "Common stock and additional paid-in capital", False),
    ],
)
def test_a_row_is_called_neither_more_nor_less(metric: str, label: str, named: bool) -> None:
    report_ = report(1, 2024)
    fact = row(report_, metric, 2024, 5e9)
    place = Evidence(report_.document_id, 40, 400, 3, 1, 2, f"{label} | 5,000")
    assert has_metric_name(replace(fact, evidence=(place,)), CATALOGUE) is named


def test_a_label_that_counts_the_shares_names_them() -> None:
    report_ = report(1, 2024)
    fact = row(report_, "shares_outstanding", 2024, 1.5e10, unit="shares")
    label = "Common stock and paid-in capital, $0.01 par: 20,000 authorized; 15,000 outstanding"
    place = Evidence(report_.document_id, 40, 400, 3, 1, 2, f"{label} | 70")
    assert has_metric_name(replace(fact, evidence=(place,)), CATALOGUE)


@pytest.mark.parametrize(
    ("sentence", "others"),
    [
        ("We had 5,000 people.", False),
        ("We had 5,000 full-time equivalent employees.", False),
        ("We had 5,000 regular employees, and 1,305 temporary or part-time contractors.", True),
    ],
)
def test_people_who_are_counted_apart_are_seen(sentence: str, others: bool) -> None:
    report_ = report(1, 2024)
    place = Evidence(report_.document_id, 4, 40, -1, -1, 1, sentence)
    fact = replace(row(report_, "employees", 2024, 5e3), evidence=(place,))
    assert has_second_count(fact) is others


def test_a_sentence_needs_no_row() -> None:
    report_ = report(1, 2024)
    fact = row(report_, "employees", 2024, 5e3)
    place = Evidence(report_.document_id, 4, 40, -1, -1, 1, "We had 5,000 people.")
    assert has_metric_name(replace(fact, evidence=(place,)), CATALOGUE)
