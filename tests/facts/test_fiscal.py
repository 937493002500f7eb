"""Years and quarters as companies call them."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.fact_filings import METADATA

from secqa.facts.fiscal import FiscalPeriod, fiscal_period_of

RETAILER = replace(METADATA, fiscal_year=2024, period_end=date(2025, 2, 2))
CHIPS = replace(METADATA, fiscal_year=2025, period_end=date(2025, 1, 26))
QUARTERLY = replace(
    METADATA, form="10-Q", fiscal_year=2024, fiscal_period="Q3", period_end=date(2024, 6, 29)
)
TWELVE_WEEKS = replace(
    METADATA, form="10-Q", fiscal_year=2024, fiscal_period="Q3", period_end=date(2024, 9, 7)
)


@pytest.mark.parametrize(
    ("document", "start", "end", "year", "period"),
    [
        (METADATA, date(2024, 1, 1), date(2024, 12, 31), 2024, "FY"),
        (METADATA, date(2022, 1, 1), date(2022, 12, 31), 2022, "FY"),
        (METADATA, None, date(2023, 12, 31), 2023, "FY"),
        (METADATA, date(2024, 10, 1), date(2024, 12, 31), 2024, "Q4"),
        (METADATA, date(2024, 1, 1), date(2024, 3, 31), 2024, "Q1"),
        (RETAILER, date(2024, 1, 29), date(2025, 2, 2), 2024, "FY"),  # 53 weeks
        (RETAILER, date(2022, 1, 31), date(2023, 1, 29), 2022, "FY"),
        (CHIPS, date(2023, 1, 30), date(2024, 1, 28), 2024, "FY"),
        (QUARTERLY, date(2024, 3, 31), date(2024, 6, 29), 2024, "Q3"),
        (QUARTERLY, date(2023, 10, 1), date(2024, 6, 29), 2024, "Q3 YTD"),
        (QUARTERLY, date(2022, 9, 25), date(2023, 7, 1), 2023, "Q3 YTD"),
        (QUARTERLY, None, date(2023, 9, 30), 2023, "FY"),
        (QUARTERLY, None, date(2024, 6, 29), 2024, "Q3"),
        (QUARTERLY, date(2023, 10, 1), date(2023, 12, 30), 2024, "Q1"),
        (TWELVE_WEEKS, date(2024, 6, 16), date(2024, 9, 7), 2024, "Q3"),
        (TWELVE_WEEKS, date(2023, 12, 31), date(2024, 9, 7), 2024, "Q3 YTD"),
        (TWELVE_WEEKS, None, date(2023, 12, 30), 2023, "FY"),
    ],
)
def test_named_as_the_company_does(
    document: object, start: date | None, end: date, year: int, period: str
) -> None:
    assert fiscal_period_of(start, end, document) == FiscalPeriod(year, period)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (date(2023, 7, 1), date(2024, 6, 30)),  # a year that is not the company's
        (date(2024, 1, 1), date(2024, 1, 31)),  # a month
        (date(2022, 1, 1), date(2024, 12, 31)),  # three years
        (None, date(2024, 11, 11)),  # a balance inside a quarter
    ],
)
def test_other_periods_have_no_name(start: date | None, end: date) -> None:
    assert fiscal_period_of(start, end, METADATA) is None


def test_a_document_that_says_nothing_names_nothing() -> None:
    for silent in (
        replace(METADATA, fiscal_year=None),
        replace(METADATA, fiscal_period=""),
        replace(METADATA, period_end=None),
    ):
        assert fiscal_period_of(None, date(2024, 12, 31), silent) is None


@given(st.integers(0, 9), st.integers(-4, 4))
def test_whole_years_back_are_years_back(years: int, shift: int) -> None:
    end = date(2024 - years, 12, 31) + timedelta(days=shift)
    start = end - timedelta(days=363)
    assert fiscal_period_of(start, end, METADATA) == FiscalPeriod(2024 - years, "FY")


TRANSITION = replace(
    METADATA, form="10-KT", fiscal_year=2024, fiscal_period="FY", period_end=date(2024, 12, 31)
)


@pytest.mark.parametrize(
    ("start", "end", "named"),
    [
        (date(2024, 7, 1), date(2024, 12, 31), FiscalPeriod(2024, "TP")),
        (date(2024, 10, 1), date(2024, 12, 31), FiscalPeriod(2024, "TP")),
        (None, date(2024, 12, 31), FiscalPeriod(2024, "TP")),
        (date(2023, 7, 1), date(2024, 6, 30), FiscalPeriod(2024, "FY")),
        (date(2022, 7, 1), date(2023, 6, 30), FiscalPeriod(2023, "FY")),
        (None, date(2024, 6, 30), FiscalPeriod(2024, "FY")),
        # The unaudited half of the year before, given to compare.
        (date(2023, 7, 1), date(2023, 12, 31), None),
    ],
)
@pytest.mark.parametrize("form", ["10-KT", "10-KT/A"])
def test_a_transition_report_has_a_period_of_its_own_and_years_before_it(
    start: date | None, end: date, named: FiscalPeriod | None, form: str
) -> None:
    assert fiscal_period_of(start, end, replace(TRANSITION, form=form)) == named
