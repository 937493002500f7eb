"""A term of a formula counts as zero only where the report shows that there is none."""

from datetime import date

import pytest
from tests.support.benchmark_tables import report
from tests.support.fact_rows import metric_fact

from secqa.benchmark.gates.absent_terms import (
    is_single_term,
    load_traces,
    shows_absent_term,
)
from secqa.facts.fact import Evidence
from secqa.facts.table.compound import compound_facts
from secqa.facts.table.gates.notes import StatementLine
from secqa.filings.document import Statement
from secqa.filings.tables.column_periods import ColumnPeriod
from secqa.metrics.catalogue import load_catalogue
from secqa.metrics.formula import parse, parts

CATALOGUE = load_catalogue()
REPORT = report(1, 2024)


def line(label: str, value: float, statement: Statement = Statement.CASH_FLOW) -> StatementLine:
    return StatementLine(statement, label, ColumnPeriod(year=2024), value)


CASH = ("capital_expenditure", "share_repurchases", "financing_cash_flow")
SPENT = line("capital expenditures", 40.0)


PLACE = (Evidence(REPORT.document_id, 40, 400, 3, 1, 2, "Total | 5"),)
READ = {
    "retention_ratio": ("net_income", "operating_cash_flow", "investing_cash_flow", "revenue"),
    "tangible_book_value": ("total_assets", "equity", "total_liabilities", "current_assets"),
}
"""Metrics -> rows of statements without the terms of their formulas."""


@pytest.mark.parametrize(("dividends", "expected"), [(None, True), (2e9, False)])
def test_a_metric_of_one_term_is_seen(dividends: float | None, expected: bool) -> None:
    amounts = dict.fromkeys((*READ["retention_ratio"], *CASH), 5e9)
    if dividends is not None:
        amounts["dividends_paid"] = dividends
    start = date(2024, 1, 1)
    rows = [
        metric_fact(REPORT, name, amount, evidence=PLACE, period_start=start)
        for name, amount in amounts.items()
    ]
    (value,) = compound_facts(rows, CATALOGUE, ["shareholder_return"])
    assert is_single_term(value) is expected


def shown(metric: str, *lines: StatementLine, text: str = "") -> bool:
    balance = metric == "tangible_book_value"
    start = None if balance else date(2024, 1, 1)
    rows = [
        metric_fact(REPORT, name, 5e9, evidence=PLACE, period_start=start) for name in READ[metric]
    ]
    rows += [metric_fact(REPORT, name, 5e9, evidence=PLACE) for name in CASH]
    (value,) = compound_facts(rows, CATALOGUE, [metric])
    assert value.not_applicable
    return shows_absent_term(value, lines, text, CATALOGUE)


@pytest.mark.parametrize(
    ("label", "amount", "expected"),
    [
        ("dividends — common and preferred", 500.0, True),
        ("dividends — common and preferred", 0.0, False),
        ("dividends received from affiliates", 500.0, False),
        ("repurchase of common stock", 500.0, False),
    ],
)
def test_dividends_under_another_name_are_no_zero(
    label: str, amount: float, expected: bool
) -> None:
    assert shown("retention_ratio", SPENT, line(label, amount)) is expected


def test_a_statement_that_does_not_print_the_year_shows_nothing() -> None:
    assert shown("retention_ratio")
    earlier = StatementLine(Statement.CASH_FLOW, "dividends", ColumnPeriod(year=2020), 3.0)
    assert shown("retention_ratio", earlier)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Other intangible assets | 15.4 | 12.1", True),
        ("Other intangible assets | — | —", False),
        ("Tax on intangible assets | 15.4", False),
        ("Customer deposits | 15.4", False),
    ],
)
def test_a_balance_that_a_note_prints_is_no_zero(text: str, expected: bool) -> None:
    total = line("total assets", 90.0, Statement.BALANCE_SHEET)
    assert shown("tangible_book_value", total, text=text) is expected


def test_all_terms_are_optional_ones_of_the_catalogue() -> None:
    optional = {
        part.metric
        for metric in CATALOGUE.metrics.values()
        for text in (metric.formula, metric.fallback)
        if text
        for part in parts(parse(text))
        if part.optional
    }
    assert set(load_traces()) <= optional
