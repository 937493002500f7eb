"""Numbers in sentences and the years they go with."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.filings.document import Metadata
from secqa.reading.structure.text_figures import numbers_in, with_years, years_in_text

OWN = Metadata(
    document_id="X",
    company="X",
    ticker="X",
    cik="",
    form="10-K",
    fiscal_year=2024,
    fiscal_period="FY",
    period_end=date(2024, 12, 31),
)


def pairs(text: str) -> list[tuple[float, int | None]]:
    folded = text.lower()
    found = with_years(numbers_in(folded), years_in_text(folded, OWN), folded)
    return [(value.value, year) for value, year in found]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("costs were $5.3 billion", [5.3e9]),
        ("we employed 12,345 people as of December 31, 2024", [12345]),
        ("see Note 12 and Item 7", []),
        ("in fiscal 2023 and 2022", []),
        ("a rate of 21.5%", [21.5]),
        ("24 cents a share", [0.24]),
        ("$1,999.50", [1999.5]),
        ("rates of (9.1)%, (15%) and 5.0%", [-9.1, -15, 5]),
        ("payments were $204 and ($1,317), see above (10); $5 (20%)", [204, -1317, 10, 5, 20]),
        ("rates of 23.0 and 22.2 percent", [23.0, 22.2]),
        ("$2.6 and $2.1 billion of 4,000 and 5 million", [2.6e9, 2.1e9, 4000, 5e6]),
    ],
)
def test_numbers_that_can_be_values(text: str, values: list[float]) -> None:
    assert [found.value for found in numbers_in(text.lower())] == values


def test_what_a_unit_is_shared_by() -> None:
    assert [found.percent for found in numbers_in("23.0 and 22.2 percent of $3")] == [
        True,
        True,
        False,
    ]


def test_respectively() -> None:
    text = "Costs were $5 million, $4 million and $3 million in 2024, 2023 and 2022, respectively"
    assert pairs(text) == [(5e6, 2024), (4e6, 2023), (3e6, 2022)]


def test_each_list_has_a_value_a_year() -> None:
    text = "At the end of 2023 and 2022, assets were $9 million and $8 million, debts $7 and $6"
    assert pairs(text) == [(9e6, 2023), (8e6, 2022), (7, 2023), (6, 2022)]


def test_each_followed_by_its_year() -> None:
    assert pairs("$20 million in 2024 and $18 million in 2023") == [(2e7, 2024), (1.8e7, 2023)]


def test_years_before_their_numbers() -> None:
    assert pairs("In 2024 it was $2 million; in 2023 it was $1 million") == [
        (2e6, 2024),
        (1e6, 2023),
    ]


def test_one_year_for_all() -> None:
    assert pairs("At December 31, 2024 we had 90 ships and 100 crews") == [(90, 2024), (100, 2024)]


def test_no_year() -> None:
    assert pairs("we have 90 people") == [(90, None)]


@given(st.text(max_size=200))
def test_any_text_is_read_without_error(text: str) -> None:
    pairs(text)


@given(st.integers(1, 10**12))
def test_grouped_integers_are_read_whole(number: int) -> None:
    assert [found.value for found in numbers_in(f"it was ${number:,} then")] == [number]
