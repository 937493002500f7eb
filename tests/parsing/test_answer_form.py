"""How answers are wanted: a line is a question's words, and the form that they ask for."""

import pytest

from secqa.parsing.grammar.answer_kind import answer_form_of
from secqa.query.leaves import AnswerForm


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("net debt, in millions of dollars", AnswerForm(scale="millions")),
        ("inventory fy22 in bn", AnswerForm(scale="billions")),
        ("how many billions did it sell", AnswerForm(scale="billions")),
        ("in $ thousands", AnswerForm(scale="thousands")),
        ("with one digit after the decimal point", AnswerForm(decimals=1)),
        ("to two decimals, in percent", AnswerForm(unit="percent", decimals=2)),
        ("in percentage points", AnswerForm()),
        ("capex as a percentage of sales", AnswerForm()),
        ("revenue above 3 million in 2023", AnswerForm()),
    ],
)
def test_read(words: str, form: AnswerForm) -> None:
    assert answer_form_of(words) == form
