"""How answers are wanted: a line is a question's words, and the form that they ask for."""

import pytest

from secqa.parsing.grammar.answer_form import answer_form_of
from secqa.query.query import Form


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("net debt, in millions of dollars", Form(scale="millions")),
        ("inventory fy22 in bn", Form(scale="billions")),
        ("how many billions did it sell", Form(scale="billions")),
        ("in $ thousands", Form(scale="thousands")),
        ("with one digit after the decimal point", Form(decimals=1)),
        ("to two decimals, in percent", Form(unit="percent", decimals=2)),
        ("in percentage points", Form()),
        ("capex as a percentage of sales", Form()),
        ("revenue above 3 million in 2023", Form()),
    ],
)
def test_read(words: str, form: Form) -> None:
    assert answer_form_of(words) == form
