"""Which period a sentence gives each of its values."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.filings.document import Metadata
from secqa.reading.structure.sentences import with_times
from secqa.reading.structure.text_figures import numbers_in

OWN = Metadata(
    document_id="X",
    company="X",
    ticker="X",
    cik="",
    form="10-Q",
    fiscal_year=2025,
    fiscal_period="Q2",
    period_end=date(2025, 6, 30),
)


def times(text: str) -> list[tuple[float, int | None, int | None]]:
    folded = text.lower()
    found = with_times(numbers_in(folded), folded, OWN)
    return [(one.value.value, one.time.year, one.time.months) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Rent was $5 and $4 for the three months ended June 30, 2025 and 2024, respectively, "
            "and $9 and $8 for the six months ended June 30, 2025 and 2024.",
            [(5, 2025, 3), (4, 2024, 3), (9, 2025, 6), (8, 2024, 6)],
        ),
        (
            "During the six and three months ended June 30, 2025, our share was $30 and $34, "
            "compared to $90 and $18 during the same periods in 2024.",
            [(30, 2025, 6), (34, 2025, 3), (90, 2024, 6), (18, 2024, 3)],
        ),
        (
            "The rate was 22% for the three months and 26% for the six months ended "
            "June 30, 2025 compared to 21% for the three months and 11% for the six months "
            "ended June 30, 2024.",
            [(22, 2025, 3), (26, 2025, 6), (21, 2024, 3), (11, 2024, 6)],
        ),
        (
            "Costs were $7 and $6 and transfers were $2 and $1 in 2025 and 2024.",
            [(7, 2025, None), (6, 2024, None), (2, 2025, None), (1, 2024, None)],
        ),
        (
            "We paid $8 and $7 in 2025 and 2024, which included $2 and $1 of interest",
            [(8, 2025, None), (7, 2024, None), (2, 2025, None), (1, 2024, None)],
        ),
        ("It was $5 at the end of 2025 and 2024.", [(5, 2025, None), (5, 2024, None)]),
        ("It was $5.", [(5, None, None)]),
        ("nothing", []),
    ],
)
def test_periods_of_values(text: str, expected: list[tuple[float, int | None, int | None]]) -> None:
    assert times(text) == expected


def test_values_apart_take_the_years_in_order() -> None:
    folded = "taxes of $3 (12.5% of income) and $4 (16.8%) in the first quarters of 2025 and 2024"
    rates = tuple(mention for mention in numbers_in(folded) if mention.percent)
    found = [(one.value.value, one.time.year) for one in with_times(rates, folded, OWN)]
    assert found == [(12.5, 2025), (16.8, 2024)]


def test_a_named_quarter() -> None:
    folded = "it was $3 in the second quarter of 2025"
    time = with_times(numbers_in(folded), folded, OWN)[0].time
    assert (time.year, time.quarter, time.months) == (2025, "Q2", 3)


@given(st.text(alphabet="$0123456789 ,().%and threemonths2025", max_size=120))
def test_any_text_is_read_without_error(text: str) -> None:
    times(text)
