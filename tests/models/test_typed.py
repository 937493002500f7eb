"""Typed answers: wrong ones are told to the model once."""

from dataclasses import dataclass

import pytest
from tests.support.model_replies import Scripted, prompts

from secqa.errors import SecqaError
from secqa.models.typed import ask_typed


@dataclass(frozen=True)
class Size:
    """How large it is."""

    number: float
    unit: str = ""


def test_a_right_answer_is_taken_at_once() -> None:
    model = Scripted('{"number": 3, "unit": "m"}')
    assert ask_typed(model, "i", "p", Size) == Size(3.0, "m")
    form = model.asked[0].form
    assert form is not None
    assert form.description == "How large it is."
    assert form.schema["required"] == ["number"]


def test_words_around_the_object_do_not_matter() -> None:
    assert ask_typed(Scripted('Sure:\n```json\n{"number": 3}\n```'), "i", "p", Size) == Size(3.0)


def test_what_is_wrong_is_told_once() -> None:
    model = Scripted('{"unit": "m"}', '{"number": 4}')
    assert ask_typed(model, "i", "p", Size) == Size(4.0)
    first, second = prompts(model.asked)
    assert second.startswith(first)
    assert "number: Field required" in second


def test_the_callers_own_check_counts_too() -> None:
    def complaint(size: Size) -> str:
        return "" if size.number < 10 else "too large"

    model = Scripted('{"number": 40}', '{"number": 50}')
    with pytest.raises(SecqaError, match="refused: too large"):
        ask_typed(model, "i", "p", Size, complaint)
    assert "too large" in model.asked[1].prompt
