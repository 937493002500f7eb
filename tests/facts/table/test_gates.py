"""Each gate, on rows made to pass it and to be stopped by it."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.check_cases import CATALOGUE, K24, K25, Q2, value
from tests.support.fact_filings import table

from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.table.doubt import doubts
from secqa.facts.table.gates.identities import check_identities
from secqa.facts.table.gates.notes import (
    StatementLine,
    shares_name,
    statement_differs,
    statement_lines,
)
from secqa.facts.table.rows import Gate, key_of
from secqa.filings.document import Document, Element, ElementType, Page, Statement
from secqa.filings.tables.column_periods import ColumnPeriod


def shown(row: MetricFact, quote: str, grade: int = 2, line: int = 1) -> MetricFact:
    """The row with one place that shows it: the line of a table, or a sentence."""
    place = Evidence(row.document_id, 4, 9, line, 1 if line >= 0 else -1, grade, quote)
    return replace(row, evidence=(place,))


def gates(*rows: MetricFact) -> dict[str, Gate]:
    """The metrics that are doubted, with the gate; for rows of one period."""
    return {key[1]: doubt.gate for key, doubt in doubts(rows, CATALOGUE).items()}


# -- identities ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("eps", "shares", "doubted"),
    [
        (2.50, 400e6, set[str]()),
        (2.30, 400e6, set[str]()),  # preferred dividends
        (2.50, 400.0, {"shares_diluted"}),  # millions without their scale
        (2.50, 400e3, {"shares_diluted"}),
        (-2.50, 400e6, {"eps_diluted", "shares_diluted", "net_income"}),
        (2.50, 4e9, {"eps_diluted", "shares_diluted", "net_income"}),
    ],
)
def test_earnings_per_share_times_shares(eps: float, shares: float, doubted: set[str]) -> None:
    rows = (
        value("eps_diluted", eps, K24, unit="USD/shares", decimals=2),
        value("shares_diluted", shares, K24, unit="shares"),
        value("net_income", 1e9, K24),
    )
    found = gates(*rows)
    assert set(found) == doubted
    assert set(found.values()) <= {Gate.IDENTITY}


@pytest.mark.parametrize(
    ("rate", "doubted"), [(0.21, False), (0.212, False), (-0.21, True), (0.35, True)]
)
def test_taxes_by_pretax_income(rate: float, doubted: bool) -> None:
    of_rate = value("effective_tax_rate", rate, K24, unit="pure", decimals=3)
    rows = (of_rate, value("income_tax", 210e6, K24), value("pretax_income", 1000e6, K24))
    assert (gates(*rows) == {"effective_tax_rate": Gate.IDENTITY}) == doubted
    assert (key_of(of_rate) in check_identities(rows).confirmed) == (not doubted)


def test_figures_that_disagree_are_written_as_people_do() -> None:
    rows = (value("ppe_net", 3.7378e10, K24), value("ppe_gross", 1.7085e10, K24))
    (why,) = {doubt.why for doubt in check_identities(rows).doubts.values()}
    assert "is $37,378,000,000, more than gross property" in why


def test_rounded_taxes_of_a_small_income_are_any_rate() -> None:
    rate = value("effective_tax_rate", 0.35, K24, unit="pure", decimals=2)
    assert not gates(rate, value("income_tax", 1e6, K24), value("pretax_income", 4e6, K24))


def test_of_a_sum_those_are_blamed_that_filers_get_wrong() -> None:
    net = shown(value("ppe_net", 171e9, K24), "Property and equipment, net | 171,000")
    gross = shown(value("ppe_gross", 200e9, K24), "In service | 200,000", grade=1)
    less = shown(value("accumulated_depreciation", 79e9, K24), "Less: | (79,000)", grade=1)
    assert {key[1] for key in check_identities((net, gross, less)).doubts} == {"ppe_gross"}
    whole = replace(gross, value=250e9)
    assert not check_identities((net, whole, less)).doubts
    assert key_of(whole) in check_identities((net, whole, less)).confirmed


@pytest.mark.parametrize(
    ("grades", "blamed"), [((1, 2), {"short_term_investments"}), ((2, 2), set[str]())]
)
def test_of_what_may_be_wrong_a_note_is(grades: tuple[int, int], blamed: set[str]) -> None:
    part = shown(value("short_term_investments", 30e6, K24), "Securities | 30", grades[0])
    whole = shown(value("current_assets", 10e6, K24), "Current assets | 10", grades[1])
    found = {key[1] for key in check_identities((part, whole)).doubts}
    assert found == (blamed or {"short_term_investments", "current_assets"})


def test_a_part_is_no_more_than_the_whole() -> None:
    part, whole = value("inventory", 30e6, K24), value("current_assets", 10e6, K24)
    assert set(gates(part, whole)) == {"inventory", "current_assets"}
    assert not gates(replace(part, value=9e6), whole)


# -- signs and sizes -------------------------------------------------------------------------


def test_a_cell_that_is_tagged_against_the_others_of_its_label() -> None:
    printed = [(-5e6, "(5)"), (3e6, "3"), (-2e6, "(2)"), (7e6, "(7)")]
    rows = [
        shown(value("deferred_tax_expense", amount, K24, 2021 + n), f"Deferred taxes | {cell}")
        for n, (amount, cell) in enumerate(printed)
    ]
    found = doubts(rows, CATALOGUE)
    assert found[key_of(rows[3])].gate is Gate.SIGN
    assert "printed as (7)" in found[key_of(rows[3])].why
    assert {found[key_of(row)].gate for row in rows[:3]} == {Gate.SERIES}
    assert not doubts(rows[:3], CATALOGUE)


@pytest.mark.parametrize(
    ("tagged", "cell", "doubted"), [(0.088, "(8.8)%", True), (-0.088, "(8.8)%", False)]
)
def test_a_percentage_in_brackets(tagged: float, cell: str, doubted: bool) -> None:
    row = shown(value("effective_tax_rate", tagged, K24, unit="pure"), f"Tax rate | {cell}", 1)
    assert (Gate.SIGN in gates(row).values()) == doubted


def test_payments_are_in_brackets_in_one_table_and_plain_in_the_next() -> None:
    rows = [
        shown(value("capital_expenditure", 5e6, K24, year), f"Capital expenditures | {cell}")
        for year, cell in ((2024, "(5)"), (2023, "5"), (2022, "5"))
    ]
    assert not doubts(rows, CATALOGUE)


# -- words -----------------------------------------------------------------------------------


def test_a_note_whose_rows_do_not_say_the_metric() -> None:
    row = value("stock_compensation", 5e6, K24, concept="AllocatedShareBasedCompensationExpense")
    unsaid = shown(row, "Total | 5", grade=1)
    assert gates(unsaid) == {"stock_compensation": Gate.NOTE}
    assert not gates(shown(row, "Total stock-based compensation | 5", grade=1))
    assert not gates(shown(row, "Awards | 5", grade=2)), "its own line of the statement"
    earlier = replace(shown(row, "Stock-based compensation | 6"), fiscal_year=2023)
    assert not gates(unsaid, earlier), "the same concept, which the statement names"


def test_a_row_that_is_called_as_another_metric() -> None:
    row = value("accrued_liabilities", 5e6, K24)
    assert gates(shown(row, "Total other current liabilities | 5")) == {
        "accrued_liabilities": Gate.LABEL
    }
    assert not gates(shown(row, "Accrued liabilities | 5"))


@pytest.mark.parametrize(
    ("metric", "quote", "doubted"),
    [
        ("interest_income", "Net investment income | 5", True),
        ("interest_income", "Interest and dividend income | 5", False),
        ("restructuring", "Other special project costs | 5", True),
        ("restructuring", "Restructuring and other charges | 5", False),
    ],
)
def test_what_holds_something_else(metric: str, quote: str, doubted: bool) -> None:
    found = gates(shown(value(metric, 5e6, K24), quote))
    assert (found.get(metric) is Gate.MIXTURE) == doubted


def test_dividends_that_may_include_preferred_ones() -> None:
    paid = value("dividends_paid", 5e6, K24, concept="PaymentsOfDividends")
    row, preferred = shown(paid, "Dividends paid | (5)"), value("preferred_stock", 1e6, K24)
    assert gates(row, preferred) == {"dividends_paid": Gate.MIXTURE}
    assert not gates(row)
    assert not gates(shown(paid, "Dividends paid to common shareholders | (5)"), preferred)


# -- industries and people -------------------------------------------------------------------


def test_a_metric_that_the_industry_has_not() -> None:
    loans = shown(value("net_interest_income", 5e6, K24), "Interest, net | 5")
    assert gates(loans) == {"net_interest_income": Gate.INDUSTRY}
    bank = [shown(value(name, 9e9, K24), f"{name} | 9") for name in ("loans", "deposits")]
    assert "net_interest_income" not in gates(replace(loans, value=4e6), *bank)


@pytest.mark.parametrize(
    ("sentence", "doubted"),
    [
        ("We had 1,200 full-time employees.", True),
        ("We had 1,200 full-time equivalent employees.", False),
        ("We employed 1,200 full-time and part-time employees.", False),
        ("We had 1,200 employees, all of whom work full-time.", False),
    ],
)
def test_a_number_of_some_people(sentence: str, doubted: bool) -> None:
    row = shown(value("employees", 1200.0, K24, unit="count"), sentence, line=-1)
    assert (gates(row) == {"employees": Gate.PEOPLE}) == doubted


# -- series ----------------------------------------------------------------------------------


def test_the_series_of_a_doubtful_value_is_doubtful() -> None:
    rows = [
        value("taxes_paid", -5e6, K24),
        value("taxes_paid", 6e6, K25, 2025),
        replace(value("taxes_paid", 6e6, K25, 2025), cik="8", document_id="OTHER-10-K-2025"),
    ]
    found = doubts(rows, CATALOGUE)
    assert found[key_of(rows[1])].gate is Gate.SERIES
    assert str(found[key_of(rows[1])]).startswith("FY 2024 in ACME-10-K-2024 is doubtful: tagged")
    assert key_of(rows[2]) not in found


# -- lines of the statements -----------------------------------------------------------------

INCOME = [
    ["", "Year ended December 31, 2024", "Year ended December 31, 2023"],
    ["Revenues", "9,000", "8,000"],
    ["Interest expense", "(1,684)", "(2,044)"],
]


def document_of(rows: list[list[str]], statement: Statement) -> Document:
    grid = table(rows, statement)
    element = Element(0, ElementType.TABLE, grid.text, 1, table=grid)
    return Document(K24, (Page(1, "1", (element,)),))


@pytest.mark.parametrize(
    ("amount", "year", "grade", "doubted"),
    [
        (2224e6, 2024, 1, True),
        (1684e6, 2024, 1, False),  # the same figure, printed there in millions
        (2224e6, 2022, 1, False),  # a year the statement has no column of
        (2224e6, 2024, 2, False),
    ],
)
def test_a_statement_that_prints_the_line(
    amount: float, year: int, grade: int, doubted: bool
) -> None:
    lines = statement_lines(document_of(INCOME, Statement.INCOME))
    row = shown(value("interest_expense", amount, K24, year), "Interest expense | 2,224", grade)
    found = statement_differs(row, CATALOGUE["interest_expense"], lines)
    assert (found is not None) == doubted
    assert found is None or "statement prints 'interest expense': 1,684" in found.why


def test_balances_of_two_days_in_a_quarterly_report() -> None:
    sheet = [["", "June 30, 2024", "December 31, 2023"], ["Goodwill", "50", "40"]]
    lines = statement_lines(replace(document_of(sheet, Statement.BALANCE_SHEET), metadata=Q2))
    row = shown(value("goodwill", 50e6, Q2, 2024, "Q2"), "Goodwill of all segments | 50", 1)
    assert statement_differs(row, CATALOGUE["goodwill"], lines, date(2024, 6, 30)) is None
    other = replace(row, value=45e6)
    assert statement_differs(other, CATALOGUE["goodwill"], lines, date(2024, 6, 30))


@pytest.mark.parametrize(("printed", "expected"), [(597.0, True), (666.0, False)])
def test_a_balance_sheet_line_of_the_name_of_leases_is_seen(printed: float, expected: bool) -> None:
    total = value("operating_lease_liability", 666.0, K24)
    line = StatementLine(
        Statement.BALANCE_SHEET,
        "operating lease liabilities",
        ColumnPeriod(year=total.fiscal_year),
        printed,
    )
    assert shares_name(total, CATALOGUE["operating_lease_liability"], [line]) is expected
