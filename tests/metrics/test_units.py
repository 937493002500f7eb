"""Values as people write them, short and exact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.metrics.number_text import exact, short, short_and_exact


@pytest.mark.parametrize(
    ("value", "unit", "brief", "full"),
    [
        (391_035e6, "USD", "$391.035 billion", "$391,035,000,000"),
        (-11_829e6, "USD", "-$11.829 billion", "-$11,829,000,000"),
        (680e6, "USD", "$680 million", "$680,000,000"),
        (950.5, "USD", "$950.50", "$950.50"),
        (6.1, "USD/shares", "$6.10 per share", "$6.10 per share"),
        (0.235, "USD/shares", "$0.235 per share", "$0.235 per share"),
        (-0.4, "USD/shares", "-$0.40 per share", "-$0.40 per share"),
        (15_115_823e3, "shares", "15.116 billion shares", "15,115,823,000 shares"),
        (164_000.0, "count", "164,000", "164,000"),
        (0.16234, "pure", "16.23%", "16.234%"),
        (-0.025, "pure", "-2.5%", "-2.5%"),
        (45.256, "pure", "45.26", "45.256"),
        (-300.33, "pure", "-30,033%", "-30,033%"),
        (2024.0, "", "2024", "2024"),
        (7.0, "EUR", "7 EUR", "7 EUR"),
    ],
)
def test_short_and_exact(value: float, unit: str, brief: str, full: str) -> None:
    assert (short(value, unit), exact(value, unit)) == (brief, full)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (93_736e6, "USD", "$93.736 billion ($93,736,000,000)"),
        (0.241, "pure", "24.1%"),
        (8_418_300_000.000001, "USD", "$8.418 billion ($8,418,300,000)"),
        (6.08, "USD/shares", "$6.08 per share"),
    ],
)
def test_both(value: float, unit: str, text: str) -> None:
    assert short_and_exact(value, unit) == text


@given(st.integers(-(10**14), 10**14), st.sampled_from(["USD", "shares", "count", "EUR"]))
def test_exact_loses_no_digit_of_whole_numbers(value: int, unit: str) -> None:
    digits = "".join(c for c in exact(value, unit) if c.isdigit() or c == "-")
    assert int(digits) == value


def test_an_average_of_billions_has_cents_at_most() -> None:
    assert exact(7_975_666_666.666667, "USD") == "$7,975,666,666.67"
    assert exact(0.4625, "USD/shares") == "$0.4625 per share"
