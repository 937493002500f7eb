"""A probability from named numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.learning.linear import Logistic, Odds

NUMBERS = st.floats(-1e6, 1e6)


def test_nothing_said_is_the_start() -> None:
    assert Odds({"far": -2.0}, 0.0).probability({}) == 0.5
    assert Odds({}, 2.0).probability({"far": 9.0}) == pytest.approx(0.8808, abs=1e-4)


def test_numbers_that_were_not_fitted_count_for_nothing() -> None:
    odds = Odds({"far": -2.0}, 1.0)
    assert odds.probability({"far": 1.0, "near": 5.0}) == odds.probability({"far": 1.0})


@given(NUMBERS, NUMBERS, st.floats(-50, 50))
def test_more_against_it_is_never_likelier(one: float, other: float, start: float) -> None:
    odds = Odds({"against": -1.0}, start)
    low, high = sorted((one, other))
    assert 0 < odds.probability({"against": high}) <= odds.probability({"against": low}) < 1


def test_a_logistic_model_gives_a_probability() -> None:
    model = Logistic((1.0, -2.0), 0.5)
    assert model.likely((1.5, 1.0)) == pytest.approx(0.5)
    assert model.likely((100.0, 0.0)) > 0.999
