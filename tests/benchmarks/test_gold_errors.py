"""What speaks against gold answers of other benchmarks."""

import pytest

from gold_errors import Shown, against_text, doubts
from secqa.conversation.records.conversation_record import Grid, Record

PAGE = "Income taxes\n31\n(743)\nLoss before taxes\n(5,022)\n(5,033)\n"
TABLE = Grid(("", "2014", "2013"), (("debt", "28.5", "29.5"), ("sales", "3.2", "2,242")))
RECORD = Record("r", ("It is 2014.",), (TABLE,), ())


@pytest.mark.parametrize(
    ("answer", "sound"),
    [("$5,022", True), ("-774.00", True), ("14.76% in FY2021", True), ("77.78", False)],
)
def test_a_number_is_printed_or_follows_in_one_step(answer: str, sound: bool) -> None:
    assert (against_text(answer, PAGE) == "") is sound


@pytest.mark.parametrize(
    ("turn", "found"),
    [
        (Shown("debt in 2014?", "28.5", "28.5", 28.5), []),
        (Shown("debt in 2014?", "29.5", "29.5", 29.5), ["period"]),
        (Shown("the change?", "1", "subtract(28.5, 29.5)", -1.0), ["sign"]),
        (Shown("the change?", "2", "subtract(28.5, 29.5)", -1.0), ["answer"]),
        (Shown("the change?", "-2238.8", "subtract(3.2, 2242)", -2238.8), ["scale"]),
        (Shown("debt?", "30.5", "30.5", 30.5), ["not printed"]),
        (Shown("the growth rate?", "0.97", "divide(28.5, 29.5)", 0.966), ["operation"]),
        (Shown("debt in 2018?", "0.97", "divide(28.5, 29.5)", 0.966), ["no referent"]),
    ],
)
def test_turns(turn: Shown, found: list[str]) -> None:
    assert [check for check, _ in doubts(turn, RECORD)] == found
