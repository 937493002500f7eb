"""Figures of texts, and which of them say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.evaluation.judging.text_overlap import figures_agree, missing_figures
from secqa.evaluation.prose.expectation import scale_in
from secqa.reading.structure.text_figures import figures_in


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("$1,577 million", "$1.577 billion"),
        ("about $1.6bn", "$1,577 million"),
        ("$2,018mn", "$2.018 billion"),
        ("5.1 percent", "5.12%"),
        ("170 basis points", "1.7%"),
        ("0.054", "5.4%"),
        ("a decline of $2.5 billion", "-$2.5 billion"),
        ("24.6% in FY2021", "24.6% in 2021"),
        ("4,100 tons", "4,100 tons in 2024"),
    ],
)
def test_the_same_figure_in_other_words(answer: str, gold: str) -> None:
    assert missing_figures(figures_in(gold)[:1], figures_in(answer)) == ()


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("$2 billion", "$1,577 million"),
        ("$1,577 thousand", "$1,577 million"),
        ("$5.1 million", "5.1%"),
        ("5.4%", "5.1%"),
        ("3.7", "-3.7"),
        ("24.6% in FY2022", "24.6% in FY2021"),
        ("no figure at all", "5.1%"),
    ],
)
def test_another_figure(answer: str, gold: str) -> None:
    assert missing_figures(figures_in(gold)[:1], figures_in(answer)) == figures_in(gold)[:1]


def test_years_are_figures_of_their_own() -> None:
    assert [(one.value, one.unit) for one in figures_in("In 2024 we sold $5 billion.")] == [
        (5e9, "money"),
        (2024, "year"),
    ]
    assert missing_figures(figures_in("as of 2024"), figures_in("as of 2023"))


def test_values_of_two_years_must_not_change_places() -> None:
    golds = figures_in("It fell from 24.6% in 2021 to 21.6% in 2022.")
    swapped = figures_in("It fell from 21.6% in 2021 to 24.6% in 2022.")
    assert [one.text for one in missing_figures(golds, swapped)] == ["24.6%", "21.6%"]


def test_a_figure_without_a_scale_may_be_in_that_of_the_question() -> None:
    scale = scale_in("What was capex (in USD millions)?")
    (gold,), (answer,) = figures_in("$1577.00"), figures_in("$1.577 billion")
    assert scale == 1e6
    assert figures_agree(answer, gold, scale)
    assert not figures_agree(answer, gold, scale_in("What was capex?"))


@given(st.integers(11, 10**9), st.sampled_from(["", "$", "%"]))
def test_a_figure_agrees_with_itself_and_not_with_twice_as_much(value: int, unit: str) -> None:
    def stated(number: int) -> str:
        return f"It was {number:,}% then." if unit == "%" else f"It was {unit}{number:,}.0 then."

    (gold,), (twice,) = figures_in(stated(value)), figures_in(stated(2 * value))
    assert figures_agree(gold, gold)
    assert not figures_agree(twice, gold)
