"""Questions in words to values: the company, the period, Yes and No, and what is worked out."""

from collections.abc import Sequence
from datetime import date

import pytest
from tests.support.reading_tables import metadata, page, table

from secqa.filings.document import Metadata, Page, Statement, Table
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.company_index import companies_of
from secqa.parsing.figure_question import parse_question
from secqa.reading.reader import read_value
from secqa.reading.reading import Reading

OWN = metadata(2024)
INCOME = table(
    """
    (in millions, except per share data) | 2024 | 2023 | 2022
    Net sales | $1,000 | $900 | $800
    Cost of sales | 600 | 550 | 500
    Income before income taxes | 250 | 200 | 190
    Provision for income taxes | 50 | 40 | 38
    Net income | $200 | $160 | $152
    """,
    statement=Statement.INCOME,
)
CASH = table(
    """
    (in millions) | 2024 | 2023
    Net cash provided by operating activities | 310 | 290
    Dividends paid | (40) | —
    """,
    statement=Statement.CASH_FLOW,
)
QUARTER = table(
    """
    (in millions) | Three Months Ended June 30, 2024 | Six Months Ended June 30, 2024
    Net sales | 260 | 500
    """,
    statement=Statement.INCOME,
)


def ask(question: str, *content: Table | str, document: Metadata = OWN) -> Reading:
    return ask_pages(question, [(document, page(*content))])


def ask_pages(question: str, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
    companies = companies_of([OWN, *(document for document, _ in pages)])
    catalogue = load_catalogue()
    return read_value(parse_question(question, companies, catalogue), pages, catalogue)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the net income of Acme (ACME) in fiscal year 2023 in US dollars?", 1.6e8),
        ("What was Acme's revenue in 2022?", 8e8),
        ("How much income tax did ACME report for fiscal 2024?", 5e7),
        ("What is the net income of Acme?", 2e8),
    ],
)
def test_values_of_a_statement(question: str, value: float) -> None:
    assert ask(question, INCOME).value == value


def test_what_is_not_printed_is_worked_out() -> None:
    found = ask("What is the gross profit of Acme in 2024?", INCOME)
    assert found.value == 4e8
    assert "worked out" in found.why
    assert "Net sales" in found.quote
    assert "Cost of sales" in found.quote
    printed = ask("What is the revenue of Acme in 2024?", INCOME)
    assert found.confidence < printed.confidence


def test_ratios_are_fractions() -> None:
    assert ask("What is the net profit margin of Acme in 2024?", INCOME).value == pytest.approx(0.2)


def test_yes_and_no() -> None:
    assert ask("Did Acme pay dividends in 2024?", CASH).value == "Yes"
    assert ask("Did Acme pay dividends in 2023?", CASH).value == "No"


def test_a_statement_without_the_line_means_no() -> None:
    bare = table(
        "(in millions) | 2024\nNet cash provided by operating activities | 5",
        statement=Statement.CASH_FLOW,
    )
    assert ask("Did Acme pay dividends in 2024?", bare).value == "No"
    assert ask("Did Acme pay dividends in 2024?", "Nothing here.").value is None


def test_quarters_and_the_year_to_date() -> None:
    own = metadata(2024, date(2024, 6, 30), "10-Q", "Q2")
    second = "What is the revenue of Acme (ACME) in the second quarter of fiscal year 2024?"
    first_half = "What was Acme's revenue for the six months ended June 30, 2024?"
    assert ask(second, QUARTER, document=own).value == 2.6e8
    assert ask(first_half, QUARTER, document=own).value == 5e8
    assert ask("What is the revenue of Acme?", QUARTER, document=own).value == 2.6e8


def test_a_label_outside_the_catalogue() -> None:
    leases = table("(in millions) | 2024 | 2023\nAircraft rent | 12 | 10")
    question = 'What is the "Aircraft rent" of Acme (ACME) in fiscal year 2024 in US dollars?'
    assert ask(question, leases).value == 1.2e7


@pytest.mark.parametrize(
    ("header", "value"), [("2024 Shares", None), ("2024 Number", None), ("2024 Amount", 2.42e8)]
)
def test_money_does_not_stand_where_things_are_counted(header: str, value: float | None) -> None:
    stock = table(f"(in millions) | {header}\nCommon stock | 242")
    question = "What is the common stock value of Acme (ACME) in fiscal year 2024?"
    assert ask(question, stock).value == value


def test_an_asset_is_not_below_zero() -> None:
    taxes = table("(in millions) | 2024 | 2023\nOperating lease right-of-use assets | (18) | (17)")
    leases = table("(in millions) | 2024 | 2023\nOperating lease assets, net | 72 | 70")
    question = "What is the operating lease right-of-use assets of Acme (ACME) in fiscal year 2024?"
    assert ask(question, taxes, leases).value == 7.2e7


def test_other_companies_pages_are_not_read() -> None:
    other = Metadata(
        document_id="ZEN-10-K-2024",
        company="Zenith Corp.",
        ticker="ZEN",
        cik="0000000002",
        form="10-K",
        fiscal_year=2024,
        fiscal_period="FY",
        period_end=date(2024, 12, 31),
    )
    pages = [(other, page(INCOME))]
    found = ask_pages("What is the net income of Acme (ACME) in 2024?", pages)
    assert found.value is None
    assert "Acme" in found.why


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("What is the net income of Acme in 2019?", "net income"),
        ("Hello?", "names nothing"),
        ("?", "names nothing"),
    ],
)
def test_nothing_found_says_why(question: str, why: str) -> None:
    found = ask(question, INCOME)
    assert found.value is None
    assert why in found.why


def test_no_pages() -> None:
    found = ask_pages("What is the net income of Acme in 2024?", [])
    assert found.why == "no pages were given"


@pytest.mark.parametrize(
    ("label", "printed", "value"),
    [
        ("Effect of exchange rate changes on cash", "(53)", -53e6),
        ("Share buyback/cancellations", "(432)", -432e6),
        ("Discount rate", "4.5", 0.045),
    ],
)
def test_words_of_a_quoted_line_tell_no_unit(label: str, printed: str, value: float) -> None:
    lines = table(f"(in millions) | 2024\n{label} | {printed}")
    assert ask(f'What is the "{label}" of Acme in fiscal year 2024?', lines).value == value


def test_one_line_for_both_parts_counts_once() -> None:
    sheet = table(
        "(in millions) | 2024\nTotal assets | 90\nOperating lease liabilities | 8",
        statement=Statement.BALANCE_SHEET,
    )
    found = ask("What are the operating lease liabilities of Acme in 2024?", sheet)
    assert found.value == 8e6


SEPARATE = table(
    """
    (in millions) | 2024 | 2023
    Net income | $200 | $160
    Amortization of intangible and right-of-use assets | 800 | 700
    Depreciation | 57 | 59
    Amortization of debt issuance costs | 3 | 2
    Net cash provided by operating activities | 310 | 290
    """,
    statement=Statement.CASH_FLOW,
)
ONLY_DEPRECIATION = "Depreciation expense was $57 million and $59 million for 2024 and 2023."


@pytest.mark.parametrize("prose", [[], [ONLY_DEPRECIATION]])
def test_depreciation_and_amortization_of_two_rows_are_added(prose: list[str]) -> None:
    found = ask("What was Acme's depreciation and amortization in 2024?", SEPARATE, *prose)
    assert found.value == 8.57e8


def test_a_sentence_about_depreciation_alone_is_no_sure_answer_for_both() -> None:
    found = ask("What was Acme's depreciation and amortization in 2024?", INCOME, ONLY_DEPRECIATION)
    assert found.value is None or found.confidence < 0.8
