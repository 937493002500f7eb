"""Confidence falls with every sign against an answer."""

import pytest
from tests.language.made import COMPANIES

from secqa.metrics.catalogue import load_catalogue
from secqa.planning.planner import Plan, plan
from secqa.reading.reading import Reading
from secqa.systems.answer import Answer
from secqa.systems.confidence import confidence_of, load_fit, signs

PLAIN = "What is Apple's net income in 2024?"


def reading(confidence: float, value: float | None = 7.0) -> Reading:
    return Reading("?", value, confidence=confidence, echoes=1)


def planned(question: str) -> Plan:
    return plan(question, COMPANIES, load_catalogue())


def sure(question: str, *readings: Reading, value: float | None = 7.0) -> float:
    return confidence_of(planned(question), Answer(question, value, readings=readings))


def test_a_plain_question_read_for_sure_is_given() -> None:
    assert sure(PLAIN, reading(1.0)) >= load_fit().threshold


@pytest.mark.parametrize(
    ("question", "readings"),
    [
        (PLAIN, (reading(0.6),)),
        (PLAIN, (reading(1.0), reading(0.4))),
        ("What is Apple's net income by eager zebras in 2024?", (reading(1.0),)),
    ],
)
def test_what_speaks_against_an_answer(question: str, readings: tuple[Reading, ...]) -> None:
    assert sure(question, *readings) < sure(PLAIN, reading(1.0))


def test_no_answer_is_not_sure_at_all() -> None:
    assert sure(PLAIN, reading(1.0), value=None) == 0.0


def test_the_stored_fit_knows_its_signs() -> None:
    fit = load_fit()
    assert set(fit.weights) == set(signs(planned(PLAIN).query, [reading(1.0)], 1))
    assert 0.5 < fit.threshold < 1
