"""Values from sentences."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.support.reading_tables import metadata, metric, page

from secqa.filings.document import Metadata
from secqa.metrics.catalogue import load_catalogue
from secqa.reading.reader import read_by_rule
from secqa.reading.reading import Reading
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import label_target, metric_target

EMPLOYEES = load_catalogue()["employees"]
ADVERTISING = metric("advertising costs", statement="", sections=("advertising",))


def read(asked: object, *paragraphs: str, year: int = 2024) -> Reading:
    own: Metadata = metadata(2024, date(2024, 12, 31))
    target = metric_target(asked, ReadPeriod(year))  # type: ignore[arg-type]
    return read_by_rule("?", target, [(own, page(*paragraphs, title="Human capital"))])


PEOPLE = [
    line.split(" | ")
    for line in Path(__file__).with_name("people.txt").read_text(encoding="utf-8").splitlines()[1:]
]


@pytest.mark.parametrize(("count", "text"), PEOPLE)
def test_people(count: str, text: str) -> None:
    assert read(EMPLOYEES, text).value == (None if count == "-" else float(count))


def test_all_people_go_before_some() -> None:
    whole = "At December 31, 2024 we employed about 40,000 people, our employees, worldwide."
    some = "About 9,000 employees are represented by unions. We hired 2,000 employees."
    assert read(EMPLOYEES, some, whole).value == 40000


def test_what_is_not_current_is_not_read_for_what_is() -> None:
    owed = metric("current lease liabilities", period="instant", statement="")
    text = "At December 31, 2024, non-current lease liabilities were $907 million."
    assert read(owed, text).value is None


def test_a_name_that_describes_another_noun_is_not_read() -> None:
    text = "As of December 31, 2024, for state taxes, we had net operating loss{} of $225 million."
    income = load_catalogue()["operating_income"]
    assert read(income, text.format("")).value is not None
    assert read(income, text.format(" carryforwards")).value is None


def test_amounts_by_year() -> None:
    text = (
        "Advertising costs were $5.5 million, $4.4 million and $3 million in 2024, 2023 and 2022."
    )
    assert read(ADVERTISING, text).value == 5.5e6
    assert read(ADVERTISING, text, year=2023).value == 4.4e6
    assert read(ADVERTISING, text, year=2019).value is None


def test_days_between_a_name_and_its_value_do_not_part_them() -> None:
    said = (
        "Advertising costs for the years ended December 31, 2024 and 2023 were $5 and $4 million."
    )
    short = "Advertising costs for the years were $5 million."
    assert read(ADVERTISING, said).confidence >= read(ADVERTISING, short).confidence


def test_shares_on_the_cover() -> None:
    shares = metric("shares outstanding", unit="shares", period="instant", statement="")
    cover = "There were 15,100,000 shares of common stock outstanding; shares outstanding vary."
    assert read(shares, cover).value == 1.51e7
    assert read(shares, "2,000,000 restricted stock units are shares outstanding.").value is None


def test_shares_outstanding_are_counted_before_the_word() -> None:
    shares = metric("shares outstanding", unit="shares", period="instant")
    said = (
        "On December 31, 2024, we had 481,880,634 shares of common stock issued and 273,599,948 "
        "shares of common stock outstanding, including unvested restricted stock of 441,075 shares."
    )
    assert read(shares, said).value == 273_599_948


def test_another_kind_of_number_is_no_answer() -> None:
    assert read(ADVERTISING, "Advertising costs grew by 12% in 2024.").value is None
    assert read(EMPLOYEES, "We paid $12,000 for our employees in 2024.").value is None


def test_an_investment_that_is_only_assumed_is_no_amount() -> None:
    dividends = metric("common dividends paid", "dividends", statement="cash_flow", outflow=True)
    text = (
        "It is assumed that $100 million (and all dividends) were put into our stock at the "
        "end of 2019; what became of it is followed until December 31, 2024."
    )
    assert read(dividends, text).value is None
    assert read(dividends, "We paid dividends of $12 million in 2024.").value == 12e6


def test_quarters_and_half_years_in_one_sentence() -> None:
    text = (
        "Advertising costs were $5 million and $9 million for the three and six months ended "
        "June 30, 2025, and $4 million and $8 million for the same periods of 2024."
    )
    own = Metadata(
        document_id="ACME-10-Q-2025-Q2",
        company="Acme",
        ticker="ACME",
        cik="",
        form="10-Q",
        fiscal_year=2025,
        fiscal_period="Q2",
        period_end=date(2025, 6, 30),
    )
    pages = [(own, page(text))]
    values = [
        read_by_rule("?", metric_target(ADVERTISING, period), pages).value
        for period in (ReadPeriod(2025, "Q2"), ReadPeriod(2025, "Q2", 6), ReadPeriod(2025))
    ]
    assert values == [5e6, 9e6, None]


def test_a_name_in_other_words_and_a_line_of_no_catalogue() -> None:
    freight = metric("costs of freight", statement="")
    text = "Costs for freight were $5 million and costs for fuel were higher."
    pages = [(metadata(2024, date(2024, 12, 31)), page(text))]
    asked = metric_target(freight, ReadPeriod(2024))
    assert read_by_rule("?", asked, pages).value == 5e6
    label = label_target("costs for freight", "USD", ReadPeriod(2024))
    assert read_by_rule("?", label, pages).value == 5e6
    other = label_target("wages", "USD", ReadPeriod(2024))
    assert read_by_rule("?", other, pages).value is None


def test_the_cover_says_how_many_shares_there_are() -> None:
    shares = metric(
        "shares outstanding", unit="shares", period="instant", statement="balance_sheet"
    )
    cover = "There were 131,000,000 shares of stock, par $0.01, outstanding at July 24, 2025."
    note = "We owned 20.0 million shares of common stock of Other Co. that were outstanding."
    own = metadata(2024, date(2024, 12, 31))
    pages = [(own, page(cover)), (own, page(note, number=60))]
    asked = metric_target(shares, ReadPeriod(2024))
    assert read_by_rule("?", asked, pages).value == 131e6


def test_what_something_rose_by_and_the_year_to_date_are_no_values_of_a_quarter() -> None:
    cash = metric("net cash from operating activities", statement="")
    own = replace(metadata(2024, date(2024, 6, 30)), form="10-Q", fiscal_period="Q2")
    to_date = (
        "Net cash from operating activities fell by $2 million to $4 million in the six months."
    )
    quarter = (
        "Net cash from operating activities increased $2 million to $7 million in the quarter."
    )

    def read_quarter(text: str) -> object:
        target = metric_target(cash, ReadPeriod(2024, "Q2"))
        return read_by_rule("?", target, [(own, page(text, title="Liquidity"))]).value

    assert read_quarter(to_date) is None
    assert read_quarter(quarter) == 7e6
