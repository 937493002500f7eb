"""What a sentence tells the amount of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.reading.structure.sentences import subject_of


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("Freight expenses were $5 million in 2024.", "freight expenses"),
        ("For the years ended June 30, 2024 and 2023, rent was $5 and $4.", "rent"),
        (
            "Our total cost of freight to stores totaled $5 million.",
            "total cost of freight to stores",
        ),
        ("In 2024, we recognized impairment charges of $3 million.", "impairment charges"),
        ("The Company paid dividends on stock totaling $3.", "dividends on stock"),
    ],
)
def test_the_name_before_the_amount(sentence: str, label: str) -> None:
    found = subject_of(sentence.lower())
    assert found is not None
    assert found.label == label
    assert sentence.lower()[found.start : found.end] == label


@pytest.mark.parametrize(
    "sentence",
    [
        "Sales were higher than last year.",
        "We sold 12 stores for $5 million.",
        "Of 300 stores 20 were new and rent was $5 million.",
    ],
)
def test_no_plain_name(sentence: str) -> None:
    assert subject_of(sentence.lower()) is None


@given(st.text(max_size=200))
def test_any_text_is_read_without_error(text: str) -> None:
    subject_of(text.lower())
