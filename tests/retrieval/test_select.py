"""Document selection, as figure 7 of the SEC-QA paper describes it."""

from datetime import date
from typing import Any

import pytest
from tests.support.page_builders import metadata

from secqa.errors import SecqaError
from secqa.filings.document import Metadata
from secqa.retrieval.select import DocumentFilter, documents_for, select_documents


def filing(ticker: str, form: str, year: int, period: str = "FY") -> Metadata:
    month = {"FY": 12, "Q1": 3, "Q2": 6, "Q3": 9}[period]
    names = {"ACME": ("Acme Tools Inc.", "0000000001"), "BOLT": ("Bolt Works Corp", "0000000002")}
    company, cik = names[ticker]
    suffix = "" if period == "FY" else f"-{period}"
    return metadata(
        f"{ticker}-{form}-{year}{suffix}",
        company,
        ticker,
        cik,
        form,
        year,
        period,
        date(year, month, 28),
    )


CORPUS = (
    filing("ACME", "10-K", 2022),
    filing("ACME", "10-K", 2024),
    filing("ACME", "10-Q", 2025, "Q1"),
    filing("BOLT", "10-K", 2023),
    filing("BOLT", "10-K", 2024),
)


def select(*conditions: Any, **others: Any) -> tuple[str, ...]:
    return select_documents(CORPUS, DocumentFilter(*conditions, **others))


def nearest(*conditions: Any, **others: Any) -> tuple[str, ...]:
    return documents_for(CORPUS, DocumentFilter(*conditions, **others))


def test_every_condition_given_must_hold() -> None:
    assert select(stock_symbols=["ACME"], form_types=["10-K"]) == (
        "ACME-10-K-2024",
        "ACME-10-K-2022",
    )
    assert select(["Acme"], None, ["10-q"], ["2025"]) == ("ACME-10-Q-2025-Q1",)


def test_names_and_symbols_add_up() -> None:
    both = select(["Bolt Works"], ["acme"], ["10-K"], [2024])
    assert both == ("ACME-10-K-2024", "BOLT-10-K-2024")


def test_no_condition_is_every_document() -> None:
    assert len(select()) == len(CORPUS)


def test_the_period_end_range_includes_its_ends() -> None:
    found = select(
        stock_symbols=["ACME"],
        financial_period_end_date_range_start="2024-12-28",
        financial_period_end_date_range_end="2025-03-28",
    )
    assert found == ("ACME-10-Q-2025-Q1", "ACME-10-K-2024")


def test_nothing_matched_is_nothing() -> None:
    assert select(companies=["Nobody Ltd"]) == ()
    assert select(stock_symbols=["ZZZZ"]) == ()
    assert select(stock_symbols=["ACME"], fiscal_years=[2023]) == ()
    assert select(form_types=["8-K"]) == ()


def test_a_date_that_is_none_is_refused() -> None:
    with pytest.raises(SecqaError, match="yesterday: not a date"):
        select(financial_period_end_date_range_start="yesterday")


@pytest.mark.parametrize(
    ("symbol", "years", "found"),
    [
        ("ACME", [2024], ("ACME-10-K-2024",)),
        ("ACME", [2023], ("ACME-10-K-2024",)),
        ("ACME", [2021], ("ACME-10-K-2022",)),
        ("BOLT", [2021], ("BOLT-10-K-2023",)),
        ("BOLT", [2020], ()),
        ("ACME", [2025], ()),
        ("ACME", [2023, 2024], ("ACME-10-K-2024",)),
    ],
)
def test_a_later_report_stands_in_for_a_year_without_one(
    symbol: str, years: list[int], found: tuple[str, ...]
) -> None:
    chosen = nearest(None, [symbol], ["10-K"], years)
    assert chosen == found


def test_each_company_falls_back_by_itself() -> None:
    assert nearest(["Acme", "Bolt"], None, ["10-K"], [2023]) == (
        "BOLT-10-K-2023",
        "ACME-10-K-2024",
    )


def test_a_quarter_is_looked_for_in_its_own_report_or_that_of_a_year_later() -> None:
    def of_quarter(year: int, period: str) -> tuple[str, ...]:
        return nearest(["Acme"], None, ["10-Q"], [year], fiscal_periods=[period])

    assert of_quarter(2025, "Q1") == of_quarter(2024, "Q1") == ("ACME-10-Q-2025-Q1",)
    assert of_quarter(2025, "Q2") == of_quarter(2023, "Q1") == ()
