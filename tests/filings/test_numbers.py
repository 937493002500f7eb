"""Printed figures and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.filings.layout.printed_lines import is_year
from secqa.filings.numbers import PrintedNumber, parse_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234", 1234.0),
        ("(1,234)", -1234.0),
        ("$ (1,234)", -1234.0),
        ("$(1,234", -1234.0),
        ("($1,234)", -1234.0),
        ("$ 1.10", 1.1),
        (".25", 0.25),
        ("-5", -5.0),
        ("−5", -5.0),
        ("US$ 7", 7.0),
        ("1,234 (a)", 1234.0),
        ("1,234 (1)", 1234.0),
        ("1,234*", 1234.0),
        ("\xa01,234\xa0", 1234.0),
    ],
)
def test_figures(text: str, value: float) -> None:
    assert parse_number(text) == PrintedNumber(value, percent=False, dash=False)


@pytest.mark.parametrize(("text", "value"), [("12.5%", 12.5), ("(12.5)%", -12.5), ("(5 %)", -5.0)])
def test_percentages_are_not_divided(text: str, value: float) -> None:
    assert parse_number(text) == PrintedNumber(value, percent=True, dash=False)


@pytest.mark.parametrize("text", ["—", "–", "-", "$ —", "$—", "--"])
def test_a_dash_is_nothing(text: str) -> None:
    assert parse_number(text) == PrintedNumber(0.0, percent=False, dash=True)


@pytest.mark.parametrize(
    "text",
    ["", " ", "N/A", "abc", "1 to 5", "12/31/2024", "1,23", "2023 - 2034", "()", "10-K", "5 years"],
)
def test_no_figures(text: str) -> None:
    assert parse_number(text) is None


@given(st.integers(-(10**12), 10**12), st.booleans(), st.sampled_from(["", "$", "$ ", "€"]))
def test_what_is_printed_is_read(number: int, parentheses: bool, currency: str) -> None:
    printed = f"{abs(number):,}"
    if number < 0:
        printed = f"({printed})" if parentheses else f"-{printed}"
    read = parse_number(currency + printed)
    assert read is not None
    assert read.value == number


@given(st.text(max_size=80))
def test_any_text_is_survived(text: str) -> None:
    parse_number(text)


@pytest.mark.parametrize("text", ["0" + "^" * 50 + "00", "1" + " (a)" * 14 + " x"])
def test_marks_that_lead_nowhere_are_read_once(text: str) -> None:
    assert parse_number(text) is None


def test_marks_of_a_year_that_lead_nowhere_are_read_once() -> None:
    assert not is_year("2018" + "*" * 60 + "x")
    assert is_year("2018 (a) ***")
