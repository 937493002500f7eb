"""Confidence falls with what speaks against an answer."""

import pytest
from tests.support.known_companies import COMPANIES

from secqa.metrics.catalogue import load_catalogue
from secqa.query.period import Period
from secqa.query.query import Lookup, Query
from secqa.reading.reading import Reading
from secqa.systems.confidence import confidence_of, load_fit, signs
from secqa.systems.planning.planner import Plan, plan

PLAIN = "What is Apple's net income in 2024?"
QUERY = Query((Lookup("net_income", "Apple", Period(2024)),))


def reading(confidence: float, value: float | None = 7.0) -> Reading:
    return Reading("?", value, confidence=confidence)


def sure(*readings: Reading, understood: float = 1.0, value: float | None = 7.0) -> float:
    planned = Plan("", QUERY, probability=understood)
    return confidence_of(planned, value, readings)


def test_a_plain_question_read_for_sure_is_given() -> None:
    planned = plan(PLAIN, COMPANIES, load_catalogue())
    assert confidence_of(planned, 7.0, (reading(1.0),)) >= load_fit().threshold


@pytest.mark.parametrize(
    "readings",
    [
        (reading(0.6),),
        (reading(1.0), reading(0.4)),
    ],
)
def test_values_that_are_not_sure_speak_against_an_answer(readings: tuple[Reading, ...]) -> None:
    assert sure(*readings) < sure(reading(1.0))


def test_an_answer_is_no_surer_than_its_question_was_understood() -> None:
    likely = [sure(reading(1.0), understood=one) for one in (0.2, 0.5, 0.9, 1.0)]
    assert likely == sorted(set(likely))
    assert all(found <= one for found, one in zip(likely, (0.2, 0.5, 0.9, 1.0), strict=True))


def test_readings_that_change_nothing_do_not_count() -> None:
    best, other = reading(1.0), reading(0.3, 2.0)
    planned = Plan("", QUERY)
    assert confidence_of(planned, "Apple", (best, other), idle=(other,)) == sure(best)
    assert sure(best, other) < sure(best)


def test_no_answer_is_not_sure_at_all() -> None:
    assert sure(reading(1.0), value=None) == 0.0


def test_the_stored_fit_knows_its_signs() -> None:
    fit = load_fit()
    assert set(fit.weights) == set(signs([reading(1.0)], 1))
    assert fit.weights["unsure"] < 0 > fit.weights["least_sure"]
    assert 0.5 < fit.threshold < 1
