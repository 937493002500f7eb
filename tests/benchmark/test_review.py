"""Decisions on questions: kept, taken back, and what they leave."""

from pathlib import Path

import pytest
from tests.support.app_corpora import questions

from secqa.benchmark.review import decide, decisions_of, single_line, undo
from secqa.errors import SecqaError


def test_a_decision_that_is_taken_back_leaves_the_one_before(tmp_path: Path) -> None:
    one = questions()[0]
    decide(tmp_path, one, "accept", "", "Ada")
    decide(tmp_path, one, "edit", "Other  words?", "Bob")
    assert decisions_of(tmp_path)[one.question_id].text == "Other words?"
    undo(tmp_path, one.question_id, "Ada")
    kept = decisions_of(tmp_path)[one.question_id]
    assert (kept.decision, kept.text, kept.who) == ("accept", one.text, "Ada")
    undo(tmp_path, one.question_id, "Ada")
    assert decisions_of(tmp_path) == {}
    with pytest.raises(SecqaError, match="no decision to undo"):
        undo(tmp_path, one.question_id, "Ada")


@pytest.mark.parametrize("text", ["", " \n ", "a \x00 b", "a \u202e b"])
def test_a_question_is_a_line_of_words(text: str) -> None:
    with pytest.raises(SecqaError, match="one line of words"):
        single_line(text)
