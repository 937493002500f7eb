import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.evaluation.verdict import Value, Verdict, is_within_margin, judge


@pytest.mark.parametrize(
    ("answer", "gold", "verdict"),
    [
        (100.9e6, 100e6, Verdict.RIGHT),
        (99e6, 100e6, Verdict.RIGHT),
        (101.2e6, 100e6, Verdict.OTHER),
        (-100e6, 100e6, Verdict.SIGN),
        (100.0, 100e6, Verdict.SCALE),
        (12.5, 0.125, Verdict.SCALE),
        (0.0, 0.0, Verdict.RIGHT),
        (0.001, 0.0, Verdict.OTHER),
        (None, 5.0, Verdict.NONE),
        ("", 5.0, Verdict.NONE),
        ("yes", "Yes", Verdict.RIGHT),
        ("No.", "Yes", Verdict.OTHER),
        ("Apple", 5.0, Verdict.OTHER),
        ((1.0, 2.0), (1.005, 2.0), Verdict.RIGHT),
        ((1.0, 3.0), (1.0, 2.0), Verdict.OTHER),
        ((1.0,), (1.0, 2.0), Verdict.COUNT),
        ((5.0,), 5.0, Verdict.RIGHT),
        ((5.0, 5.0), 5.0, Verdict.COUNT),
        (None, (1.0, 2.0), Verdict.NONE),
    ],
)
def test_verdicts(answer: Value, gold: Value, verdict: Verdict) -> None:
    assert judge(answer, gold) == verdict


finite = st.floats(-1e15, 1e15).filter(lambda value: abs(value) > 1e-6)


@given(finite)
def test_a_value_is_right_about_itself_and_its_negative_is_not(value: float) -> None:
    assert judge(value, value) == Verdict.RIGHT
    assert judge(-value, value) == Verdict.SIGN


@given(finite, st.floats(-0.009, 0.009))
def test_the_margin_is_one_percent_of_the_gold_value(gold: float, error: float) -> None:
    assert is_within_margin(gold * (1 + error), gold)
    assert not is_within_margin(gold * 1.0101, gold)
