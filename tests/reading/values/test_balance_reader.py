"""Balances in tables of movements, and shares and dividends inside labels."""

from datetime import date

import pytest
from tests.support.reading_tables import metadata, page, table

from secqa.filings.document import Statement, Table
from secqa.metrics.catalogue import load_catalogue
from secqa.reading.reader import read_value_of
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import metric_target

CATALOGUE = load_catalogue()
MOVEMENT = table(
    """
    (in millions) | East | West | Total
    Balance at December 31, 2022 | 10 | 20 | 30
    Acquired | 1 | — | 1
    Balance at December 31, 2023 | 11 | 20 | 31
    Balance at December 31, 2024 | 12 | 20 | 32
    """,
    caption="Changes in goodwill were as follows:",
)
EQUITY = table(
    """
    (in millions) | Common Stock | Retained Earnings | Total Shareholders' Equity
    Balance at December 31, 2023 | 5 | 60 | 65
    Dividends declared ($0.94 per share) | — | (9) | (9)
    Balance at December 31, 2024 | 5 | 71 | 76
    """,
    statement=Statement.EQUITY,
)


def value(metric: str, content: Table, year: int) -> float | str | None:
    target = metric_target(CATALOGUE[metric], ReadPeriod(year))
    pages = [(metadata(2024, date(2024, 12, 31)), page(content))]
    return read_value_of("?", target, pages, CATALOGUE).value


@pytest.mark.parametrize(("year", "expected"), [(2024, 3.2e7), (2023, 3.1e7), (2022, 3e7)])
def test_goodwill_of_a_movement(year: int, expected: float) -> None:
    assert value("goodwill", MOVEMENT, year) == expected


def test_a_movement_of_something_else_is_passed_over() -> None:
    assert value("inventory", MOVEMENT, 2024) is None


def test_columns_of_a_statement_of_equity() -> None:
    assert value("equity", EQUITY, 2024) == 7.6e7
    assert value("retained_earnings", EQUITY, 2023) == 6e7


def test_dividends_in_a_label_belong_to_the_year_they_close() -> None:
    assert value("dividends_per_share", EQUITY, 2024) == 0.94
    assert value("dividends_per_share", EQUITY, 2023) is None


@pytest.mark.parametrize(
    "label",
    [
        "Common stock, $0.01 par value; 900,000 shares authorized; 15,100,000 and 15,500,000 "
        "shares issued and outstanding, respectively",
        "Common shares – no par value: authorized – 30,000,000 shares; outstanding – 15,100,000 "
        "at December 31, 2024, and 15,500,000 at December 31, 2023",
        "Common stock; 15,100,000 shares issued and outstanding as of December 31, 2024; "
        "15,500,000 shares issued and outstanding as of December 31, 2023",
    ],
)
def test_shares_in_a_label_stand_in_the_order_of_the_columns(label: str) -> None:
    sheet = table(
        f"(in thousands) | December 31, 2024 | December 31, 2023\n{label} | 15 | 16",
        statement=Statement.BALANCE_SHEET,
    )
    assert value("shares_outstanding", sheet, 2024) == 15_100_000
    assert value("shares_outstanding", sheet, 2023) == 15_500_000


def test_shares_in_a_label_counted_in_thousands() -> None:
    sheet = table(
        "(In millions, except number of shares, which are reflected in thousands) | "
        "December 31, 2024\nCommon stock: 15,100,000 shares issued and outstanding | 15",
        statement=Statement.BALANCE_SHEET,
    )
    assert value("shares_outstanding", sheet, 2024) == 15_100_000_000


def test_closing_and_opening_balances_of_a_cash_flow_statement() -> None:
    flows = table(
        """
        (in millions) | 2024 | 2023
        Cash and cash equivalents at beginning of year | 7 | 5
        Cash and cash equivalents at end of year | 9 | 7
        """,
        statement=Statement.CASH_FLOW,
    )
    assert value("cash", flows, 2024) == 9e6
    assert value("cash", flows, 2022) == 5e6


def test_the_rest_of_a_statement_without_header_has_the_years_in_order() -> None:
    rest = Table(
        cells=(("Net cash used in financing activities", "(7)", "(6)", "(5)"),),
        header_rows=0,
        columns=("", "", "", ""),
        indents=(0.0,),
        caption="(in millions)",
        statement=Statement.CASH_FLOW,
    )
    assert value("financing_cash_flow", rest, 2023) == -6e6


def test_a_movement_of_equity_belongs_to_the_year_it_closes() -> None:
    moves = table(
        """
        (in millions) | Common Stock | Accumulated Other Comprehensive Loss | Total Equity
        Balance at December 31, 2022 | 5 | (3) | 60
        Other comprehensive loss | — | (2) | (2)
        Balance at December 31, 2023 | 5 | (5) | 65
        Other comprehensive income | — | 4 | 4
        Balance at December 31, 2024 | 5 | (1) | 76
        """,
        statement=Statement.EQUITY,
    )
    assert value("other_comprehensive_income", moves, 2024) == 4e6
    assert value("other_comprehensive_income", moves, 2023) == -2e6


def test_a_column_of_shares_is_no_money() -> None:
    equity = table(
        """
        (in thousands) | Common Stock Shares | Common Stock Amount | Total
        Balance at December 31, 2023 | 242,829 | 24 | 60
        Balance at December 31, 2024 | 250,310 | 25 | 76
        """,
        statement=Statement.EQUITY,
    )
    assert value("common_stock", equity, 2024) in (None, 25e3)


def test_shares_bought_by_month_are_no_balance() -> None:
    bought = table(
        """
        Period | Total Number of Shares Purchased
        October 1-31, 2024 | 1,049,531
        December 31, 2024 | 1,249,531
        """,
        caption="Equity securities: total equity purchases",
    )
    assert value("equity", bought, 2024) is None
