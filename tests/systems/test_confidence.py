"""Confidence falls with every sign against an answer."""

import pytest
from secqa.understanding.question import understand
from tests.understanding.made import COMPANIES

from secqa.metrics.catalogue import load_catalogue
from secqa.reading.reading import Reading
from secqa.systems.answer import Answer
from secqa.systems.confidence import confidence_of, load_fit, signs

PLAIN = "What is Apple's net income in 2024?"


def reading(confidence: float, value: float | None = 7.0) -> Reading:
    return Reading("?", value, confidence=confidence)


def sure(question: str, *readings: Reading, value: float | None = 7.0) -> float:
    ask = understand(question, COMPANIES, load_catalogue())
    return confidence_of(ask, Answer(question, value, readings=readings))


def test_a_plain_question_read_for_sure_is_given() -> None:
    assert sure(PLAIN, reading(1.0)) >= load_fit().threshold


@pytest.mark.parametrize(
    ("question", "readings"),
    [
        (PLAIN, (reading(0.6),)),
        (PLAIN, (reading(1.0), reading(0.4))),
        (PLAIN, (reading(1.0), reading(0.0, None))),
        ("What is Apple's net income by eager zebras in 2024?", (reading(1.0),)),
    ],
)
def test_what_speaks_against_an_answer(question: str, readings: tuple[Reading, ...]) -> None:
    assert sure(question, *readings) < sure(PLAIN, reading(1.0))


def test_no_answer_is_not_sure_at_all() -> None:
    assert sure(PLAIN, reading(1.0), value=None) == 0.0


def test_the_stored_fit_knows_its_signs() -> None:
    fit = load_fit()
    known = signs(understand(PLAIN, COMPANIES, load_catalogue()), [reading(1.0)], 1)
    assert set(fit.weights) <= set(known)
    assert all(weight < 0 for weight in fit.weights.values())
    assert 0.5 < fit.threshold < 1
