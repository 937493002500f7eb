"""The formats that filings name, and printed texts that break them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.facts.tags.iso_times import number_in_words
from secqa.facts.tags.transforms import number_of, text_of

NUMBERS = [
    ("1,234", "ixt:num-dot-decimal", "1234"),
    ("1,234.50", "ixt:numdotdecimal", "1234.50"),
    (" 1 234.5 ", "ixt:num-dot-decimal", "1234.5"),
    ("1.234,5", "ixt:num-comma-decimal", "1234.5"),
    ("1 234,5", "ixt:numspacecomma", "1234.5"),
    ("1,234.5", "ixt:numcommadot", "1234.5"),
    ("—", "ixt:fixed-zero", "0"),
    ("-", "ixt:zerodash", "0"),
    ("—", "", "0"),
    ("no", "ixt-sec:numwordsen", "0"),
    ("None", "ixt-sec:numwordsen", "0"),
    ("Forty-two", "ixt:numwordsen", "42"),
    ("3 dollars 45 cents", "ixt:num-unit-decimal", "3.45"),
    ("1.234 euros 5 cents", "ixt:num-unit-decimal", "1234.05"),
    ("1`234,5", "ixt:num-comma-decimal-apos", "1234.5"),
    ("12,34,567.8", "ixt:numdotdecimalin", "1234567.8"),
    ("1’234.5", "ixt:num-dot-decimal-apos", "1234.5"),
    (".5", "", "0.5"),
    ("24.1", "", "24.1"),
]


def test_numbers() -> None:
    found = {(text, transform): number_of(text, transform) for text, transform, _ in NUMBERS}
    assert found == {(text, transform): Decimal(number) for text, transform, number in NUMBERS}


@pytest.mark.parametrize("text", ["", "abc", "1.2.3", "12%", "(5)", "1e5", "NaN", "Infinity", "."])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no number"):
        number_of(text, "ixt:num-dot-decimal")


@given(st.integers(min_value=0, max_value=10**15))
def test_grouped_digits_mean_what_they_print(number: int) -> None:
    assert number_of(f"{number:,}", "ixt:num-dot-decimal") == number
    assert number_of(f"{number:,}".replace(",", "."), "ixt:num-comma-decimal") == number


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("zero", 0),
        ("nineteen", 19),
        ("twenty five", 25),
        ("one hundred and five", 105),
        ("two thousand three hundred", 2300),
        ("one hundred twenty-five million", 125_000_000),
        ("a million", 1_000_000),
        ("2 million", 2_000_000),
    ],
)
def test_words(words: str, number: int) -> None:
    assert number_in_words(words) == number


def test_words_that_are_no_number_are_refused() -> None:
    for text in ("", "several", "one or two"):
        with pytest.raises(ValueError, match="number"):
            number_in_words(text)


TEXTS = [
    ("September 28, 2024", "ixt:date-monthname-day-year-en", "2024-09-28"),
    ("Sept. 28, 2024", "ixt:datemonthdayyearen", "2024-09-28"),
    ("28 September 2024", "ixt:date-day-monthname-year-en", "2024-09-28"),
    ("12/31/24", "ixt:date-month-day-year", "2024-12-31"),
    ("December 31", "ixt:date-monthname-day-en", "--12-31"),
    ("--09-28", "ixt:date-month-day", "--09-28"),
    ("June 2025", "ixt:date-monthname-year-en", "2025-06"),
    ("☒", "ixt-sec:boolballotbox", "true"),
    ("☐", "ixt-sec:boolballotbox", "false"),
    ("No", "ixt:fixed-false", "false"),
    ("The Nasdaq\n Stock  Market LLC", "ixt-sec:exchnameen", "NASDAQ"),
    ("New York Stock Exchange", "ixt-sec:exchnameen", "NYSE"),
    ("NYSE Chicago", "ixt-sec:exchnameen", "CHX"),
    ("Market  of Mars", "ixt-sec:exchnameen", "Market of Mars"),
    ("Delaware", "ixt-sec:stateprovnameen", "DE"),
    ("New  Jersey", "ixt-sec:stateprovnameen", "NJ"),
    ("Atlantis", "ixt-sec:stateprovnameen", "Atlantis"),
    ("U.S. Virgin Islands", "ixt-sec:edgarprovcountryen", "VI"),
    ("the United  Kingdom", "ixt-sec:countrynameen", "GB"),
    ("People’s Republic of China", "ixt-sec:countrynameen", "CN"),
    ("Canada", "ixt-sec:countrynameen", "CA"),
    ("Canada", "ixt-sec:edgarprovcountryen", "Z4"),
    ("Ontario, Canada", "ixt-sec:edgarprovcountryen", "A6"),
    ("Cayman Islands", "ixt-sec:edgarprovcountryen", "E9"),
    ("South Sudan", "ixt-sec:edgarprovcountryen", "South Sudan"),
    ("Investors Exchange LLC", "ixt-sec:exchnameen", "IEX"),
    ("Large accelerated filer", "ixt-sec:entityfilercategoryen", "Large Accelerated Filer"),
    ("Non-accelerated Filer", "ixt-sec:entityfilercategoryen", "Non-accelerated Filer"),
    ("five years", "ixt-sec:durwordsen", "P5Y"),
    ("three-year", "ixt-sec:durwordsen", "P3Y"),
    ("two years and six months", "ixt-sec:durwordsen", "P2Y6M"),
    ("twenty-one days", "ixt-sec:durwordsen", "P21D"),
    ("thirteen weeks", "ixt-sec:durwordsen", "P91D"),
    ("none", "ixt-sec:durwordsen", "P0D"),
    ("over the years", "ixt-sec:durwordsen", "over the years"),
    ("30", "ixt-sec:duryear", "P30Y"),
    ("2.25", "ixt-sec:duryear", "P2Y3M"),
    ("0.5", "ixt-sec:duryear", "P6M"),
    ("5.04", "ixt-sec:duryear", "P5Y14D"),
    ("1.9", "ixt-sec:durmonth", "P1M27D"),
    ("18", "ixt-sec:durmonth", "P18M"),
    ("2", "ixt-sec:durweek", "P14D"),
    ("90", "ixt-sec:durday", "P90D"),
    ("0", "ixt-sec:durday", "P0D"),
    ("36", "ixt-sec:durhour", "PT36H"),
    ("n/a", "ixt-sec:duryear", "n/a"),
    ("31.12.2024", "ixt:datedoteu", "2024-12-31"),
    ("2024-06-30", "ixt:date-year-month-day", "2024-06-30"),
    ("2 December", "ixt:datelongdaymonthuk", "--12-02"),
    ("June 2, '24", "ixt:date-monthname-day-year-en", "2024-06-02"),
    ("December 2024", "ixt:datelongmonthyear", "2024-12"),
    ("2024 December", "ixt:date-year-monthname-en", "2024-12"),
    ("31/12", "ixt:date-day-month", "--12-31"),
    ("2024年12月31日", "ixt:date-year-month-day", "2024-12-31"),
    ("2024年12月", "ixt:dateyearmonthcjk", "2024-12"),
    ("third quarter of 2024", "ixt-sec:datequarterend", "2024-09-30"),
    ("Q4 2023", "ixt-sec:datequarterend", "2023-12-31"),
    ("31. Dezember 2024", "ixt:date-day-monthname-year-de", "31. Dezember 2024"),
    ("some day", "ixt:date-monthname-day-year-en", "some day"),
    ("February 30, 2024", "ixt:date-monthname-day-year-en", "February 30, 2024"),
]


def test_texts() -> None:
    found = {(text, transform): text_of(text, transform) for text, transform, _ in TEXTS}
    assert found == {(text, transform): canonical for text, transform, canonical in TEXTS}


@given(
    st.text(max_size=40), st.sampled_from(["ixt:date-monthname-day-year-en", "ixt:datemonthday"])
)
def test_no_text_breaks_a_date(text: str, transform: str) -> None:
    text_of(text, transform)
