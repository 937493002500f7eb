"""Every way to say a time."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from secqa.understanding.periods import Periods
from secqa.understanding.time_phrases import find_periods


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in 2023", Periods(years=(2023,))),
        ("in fiscal 2023", Periods(years=(2023,))),
        ("for fiscal year 2023", Periods(years=(2023,))),
        ("FY23", Periods(years=(2023,))),
        ("FY2018", Periods(years=(2018,))),
        ("FY 2018", Periods(years=(2018,))),
        ("in '23", Periods(years=(2023,))),
        ("in 22, 23 and 24", Periods(years=(2022, 2023, 2024))),
        ("'22 and '23", Periods(years=(2022, 2023))),
        ("fy22, 23 & 24", Periods(years=(2022, 2023, 2024))),
        ("2022, 23 and 24", Periods(years=(2022, 2023, 2024))),
        ("the profit in 23", Periods(years=(2023,))),
        ("more in 24 than in 23", Periods(years=(2023, 2024))),
        ("23 vs 22", Periods(years=(2022, 2023))),
        ("from 22 to 24", Periods(years=(2022, 2023, 2024), is_range=True)),
        ("between 22 and 24", Periods(years=(2022, 2023, 2024), is_range=True)),
        ("in '98", Periods(years=(1998,))),
        ("in 23 countries", Periods()),
        ("from 22 to 24 percent", Periods()),
        ("between 22 and 24 billion", Periods()),
        ("23 and 24 stores", Periods()),
        ("in 2024 and 2022", Periods(years=(2022, 2024))),
        ("fiscal years 2021, 2022 and 2023", Periods(years=(2021, 2022, 2023))),
        ("2018Q1", Periods(years=(2018,), quarter=1)),
        ("Q3 2024", Periods(years=(2024,), quarter=3)),
        ("Q2'23", Periods(years=(2023,), quarter=2)),
        ("Q2 of FY2024", Periods(years=(2024,), quarter=2)),
        ("3Q24", Periods(years=(2024,), quarter=3)),
        ("the third quarter of fiscal 2024", Periods(years=(2024,), quarter=3)),
        ("the fourth fiscal quarter, 2022", Periods(years=(2022,), quarter=4)),
        (
            "the first nine months of fiscal year 2024",
            Periods(years=(2024,), quarter=3, year_to_date=True),
        ),
        ("first half of 2024", Periods(years=(2024,), quarter=2, year_to_date=True)),
        ("three months ended June 30, 2024", Periods(end=date(2024, 6, 30), length=1)),
        ("nine months ended 30 June 2024", Periods(end=date(2024, 6, 30), length=3)),
        ("the year ended December 31, 2023", Periods(end=date(2023, 12, 31), length=4)),
        ("as of September 28, 2024", Periods(end=date(2024, 9, 28))),
        ("at 2024-09-28", Periods(end=date(2024, 9, 28))),
        ("from 2021 to 2024", Periods(years=(2021, 2022, 2023, 2024), is_range=True)),
        ("between FY2021 and FY2023", Periods(years=(2021, 2022, 2023), is_range=True)),
        ("2021-2023", Periods(years=(2021, 2022, 2023), is_range=True)),
        ("2021–23", Periods(years=(2021, 2022, 2023), is_range=True)),
        ("FY2021 through FY2023", Periods(years=(2021, 2022, 2023), is_range=True)),
        ("since 2021", Periods(years=(2021,), is_range=True)),
        ("in the last 3 years", Periods(last=3)),
        ("the past three fiscal years", Periods(last=3)),
        ("over the last 2-year period", Periods(last=2)),
        ("over a five-year period", Periods(last=5)),
        ("3-year average", Periods(last=3)),
        ("year over year", Periods(year_over_year=True)),
        ("compared to the prior year", Periods(year_over_year=True)),
        ("than a year earlier", Periods(year_over_year=True)),
        ("in the previous year", Periods(years_back=1)),
        ("in the latest fiscal year", Periods()),
        ("last year", Periods()),
        ("revenue", Periods()),
        ("a 10-K with 2,023 pages", Periods()),
        ("February 31, 2023", Periods(years=(2023,))),
    ],
)
def test_read(text: str, expected: Periods) -> None:
    assert find_periods(text)[0] == expected


def test_what_is_read_is_blanked_in_place() -> None:
    text = "Revenue in fiscal 2023 of the company"
    periods, rest = find_periods(text)
    assert len(rest) == len(text)
    assert rest.split() == ["revenue", "in", "of", "the", "company"]
    assert periods.named


@given(st.text(alphabet="fy q1234'0 -20199abcdefquarterlstn,.", max_size=60))
def test_any_text_keeps_its_length_and_ends(text: str) -> None:
    periods, rest = find_periods(text)
    assert len(rest) == len(text)
    assert list(periods.years) == sorted(set(periods.years))
