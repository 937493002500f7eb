"""Days as covers print them."""

from datetime import date

import pytest

from secqa.filings.dates import printed_date


@pytest.mark.parametrize(
    "text",
    [
        "September 28, 2024", "SEPT. 28TH 2024", "Sep 28 2024", "28 September 2024",
        "the 28th of sept., 2024", "9/28/24", "2024-09-28",
    ],
)  # fmt: skip
def test_one_day_in_many_ways(text: str) -> None:
    assert printed_date(text) == date(2024, 9, 28)


@pytest.mark.parametrize(
    "text", ["Marketing 12, 2020", "decree 5, 2019", "janitor 3 2001", "5 mayors, 2020"]
)
def test_words_that_begin_like_a_month_are_none(text: str) -> None:
    assert printed_date(text) is None
