"""What systems from outside say becomes an answer, or one line that says what is wrong."""

import json
from typing import Any

import pytest

from secqa.errors import SecqaError
from secqa.systems.answer import Answer
from secqa.systems.outside.answer_record import answer_of, record_of

PAGE = {"document": "ACME-10-K-2024", "page": 5}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (3.2e9, 3.2e9),
        (7, 7.0),
        ("about $3.2 billion", "about $3.2 billion"),
        (True, "Yes"),
        (None, None),
        (["Acme", "Bolt"], ("Acme", "Bolt")),
        ({"answer": [1, 2]}, (1.0, 2.0)),
        ({"answer": 12.5, "unit": "percent"}, 0.125),
        ({"answer": "12.5%", "unit": "percent"}, "12.5%"),
    ],
)
def test_values_alone_and_in_records(said: object, value: object) -> None:
    assert answer_of(said, "What?").value == value


def test_a_record_tells_where_from_and_what_it_took() -> None:
    said = {"answer": 5, "pages": [PAGE, PAGE], "confidence": 0.5, "tokens": 9, "cost": 0.01}
    answer = answer_of(said, "What?")
    assert answer.pages == (("ACME-10-K-2024", 5),)
    assert answer.documents == ("ACME-10-K-2024",)
    assert (answer.confidence, answer.tokens, answer.cost) == (0.5, 9, 0.01)


def test_an_answer_goes_over_the_line_and_comes_back() -> None:
    answer = Answer("What?", (1.5, 2.0), "USD", pages=(("A", 1), ("B", 2)), documents=("A", "B"))
    assert answer_of(json.loads(json.dumps(record_of(answer))), "What?") == answer
    assert answer_of(answer, "What?") is answer


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"text": "5"}, 'no "answer"'),
        ({}, 'no "answer"'),
        (float("nan"), "a number that is none"),
        (float("-inf"), "a number that is none"),
        (10**400, "a number that is none"),
        (object(), "object"),
        ([["a"]], "list"),
        ("x" * 100_001, "100,001 characters"),
        ({"answer": 1, "pages": "p. 5"}, '"pages"'),
        ({"answer": 1, "pages": [5]}, '"pages"'),
        ({"answer": 1, "pages": [{"document": "A", "page": 0}]}, '"pages"'),
        ({"answer": 1, "pages": [{"document": "A B", "page": 1}]}, '"pages"'),
        ({"answer": 1, "pages": [{"document": "A", "page": "1"}]}, '"pages"'),
        ({"answer": 1, "confidence": 7}, '"confidence"'),
        ({"answer": 1, "cost": -1}, '"cost"'),
        ({"answer": 1, "tokens": "many"}, '"tokens"'),
        ({"answer": 1, "unit": 5}, '"unit"'),
    ],
)
def test_what_is_no_answer_is_named(said: Any, problem: str) -> None:
    with pytest.raises(SecqaError, match=problem) as raised:
        answer_of(said, "What?")
    assert "\n" not in str(raised.value)
