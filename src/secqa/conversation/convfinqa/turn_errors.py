"""Classify a wrong turn by rules: faults of the data first, then the generator's mistake.

The classes are those of the error analysis in the ConvFinQA report. A rule sees only the record,
the gold program and the predicted one, so a class is the likeliest explanation, not a certain one.
"""

from collections.abc import Sequence
from math import isclose

from secqa.conversation.programs.program_language import Program, ProgramError, parse, run
from secqa.conversation.records.conversation_record import Record, Turn
from secqa.conversation.records.number_mentions import mentions_of

_SCALES = (10.0, 100.0, 1000.0, 1e6, 1e9)
_TOLERANCE = 1e-6
"""Relative difference of equal numbers."""
_LABEL_TOLERANCE = 1e-4
"""Relative difference between a gold program and its answer, which the data rounds."""


def error_class(
    record: Record,
    turn: Turn,
    predicted: str,
    answer: float | str | None,
    wrong_answers: Sequence[float | str | None] = (),
) -> str:
    """The class of a wrong answer.

    "no program", "missing in document", "wrong label", "sign", "unit", "lost reference",
    "wrong operation" or "wrong cell". `wrong_answers` are those of earlier turns.
    """
    try:
        program = parse(predicted)
    except ProgramError:
        return "no program"
    gold = parse(turn.program)
    printed = [abs(mention.value) for mention in mentions_of(record)]
    for number in gold.numbers:
        value = abs(number.value)
        if not any(_close(figure, value) or _close(figure, value * 100) for figure in printed):
            return "missing in document"
    if not _gold_is_right(gold, turn, record):
        return "wrong label"
    if isinstance(answer, float) and isinstance(turn.answer, float | int):
        expected = turn.answer
        if round(answer, 5) == round(-expected, 5):
            return "sign"
        if any(_close(answer, expected * s) or _close(answer * s, expected) for s in _SCALES):
            return "unit"
    same_operation = gold.operation == program.operation
    needs = len(gold.steps) > 1 and gold.steps[-1].references
    if needs and (same_operation or not (program.steps and program.steps[-1].references)):
        return "lost reference"
    if any(number.value in wrong_answers for number in program.numbers):
        return "lost reference"
    return "wrong cell" if same_operation else "wrong operation"


def _gold_is_right(gold: Program, turn: Turn, record: Record) -> bool:
    """Whether the gold program computes the gold answer."""
    try:
        value = run(gold, record.number_rows)
    except ProgramError:
        return False
    if isinstance(value, str) or isinstance(turn.answer, str) or turn.answer is None:
        return value == turn.answer
    return abs(value - turn.answer) < _LABEL_TOLERANCE * max(1.0, abs(turn.answer))


def _close(first: float, second: float) -> bool:
    return isclose(first, second, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE / 1000)
