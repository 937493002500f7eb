"""Formulas: what parses, what they are worth, and what a gap in the parts does to them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.errors import SecqaError
from secqa.metrics.formula import Gap, MetricPart, evaluate, parse, parts, render, without

VALUES: dict[tuple[str, int], float | Gap] = {
    ("a", 0): 6.0,
    ("b", 0): 3.0,
    ("a", 1): 2.0,
    ("gone", 0): Gap.NOT_APPLICABLE,
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b", 9),
        ("a - b - b", 0),
        ("a - (b - b)", 6),
        ("a / b * b", 6),
        ("a + b * 2", 12),
        ("(a + b) * 2", 18),
        ("avg(a)", 4),
        ("prior(a)", 2),
        ("a / prior(a) - 1", 2),
        ("avg(a + 1)", 5),
        ("365 * avg(a) / b", 365 * 4 / 3),
        ("a + gone?", 6),
    ],
)
def test_value(text: str, expected: float) -> None:
    value = evaluate(parse(text), VALUES)
    assert isinstance(value, float)
    assert math.isclose(value, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + unknown", Gap.MISSING),
        ("a + unknown?", Gap.MISSING),
        ("a + gone", Gap.NOT_APPLICABLE),
        ("gone + unknown", Gap.MISSING),
        ("a / gone?", Gap.NOT_APPLICABLE),
        ("a / (b - b)", Gap.NOT_APPLICABLE),
    ],
)
def test_missing_is_not_the_same_as_not_applicable(text: str, expected: Gap) -> None:
    assert evaluate(parse(text), VALUES) is expected


def test_parts_come_once_in_order_with_their_year() -> None:
    assert parts(parse("a / avg(b) + a - c?")) == (
        MetricPart("a"),
        MetricPart("b"),
        MetricPart("b", 1),
        MetricPart("c", 0, optional=True),
    )


@pytest.mark.parametrize(
    "text", ["", "a +", "(a", "a)", "a b", "sum(a)", "a ** b", "-a", "a; b", "__import__", "a?b"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(SecqaError):
        parse(text)


def _expressions() -> st.SearchStrategy[str]:
    leaves = st.sampled_from(["a", "b", "gone?", "avg(a)", "prior(a)", "2", "0.5"])
    return st.recursive(
        leaves,
        lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(
            lambda t: f"({t[0]}) {t[1]} ({t[2]})"
        ),
        max_leaves=12,
    )


@given(_expressions())
def test_rendering_keeps_the_value(text: str) -> None:
    formula = parse(text)

    def name(part: MetricPart) -> str:
        plain = f"{part.metric}{'?' if part.optional else ''}"
        return f"prior({plain})" if part.back else plain

    first, second = evaluate(formula, VALUES), evaluate(parse(render(formula, name)), VALUES)
    if isinstance(first, Gap) or isinstance(second, Gap):
        assert first is second
    else:
        assert math.isclose(first, second)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        formula = parse(text)
    except SecqaError:
        return
    assert isinstance(evaluate(formula, {}), float | Gap)


def test_parts_that_are_dropped_leave_the_rest() -> None:
    def dropped(part: MetricPart) -> bool:
        return part.metric in ("b", "d")

    assert render(without(parse("a + b? + c?"), dropped), lambda part: part.metric) == "a + c"
    assert render(without(parse("(a - b?) / d"), dropped), lambda part: part.metric) == "a / d"
