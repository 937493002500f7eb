"""A wrong turn -> the class of its error, by rule: data faults first, then what was confused.

The classes are those of the ConvFinQA report's error analysis. A rule sees only the record, the
gold program and the predicted one, so a class is the likeliest reading, not a verdict.
"""

from collections.abc import Sequence

from secqa.conversation.programs.program_language import (
    Program,
    ProgramError,
    ProgramNumber,
    Reference,
    parse,
    run,
)
from secqa.conversation.records.conversation_record import Record, Turn
from secqa.conversation.records.number_mentions import RecordNumber, mentions_of

_SCALES = (10.0, 100.0, 1000.0, 1e6, 1e9)


def error_class(
    record: Record,
    turn: Turn,
    predicted: str,
    answer: float | str | None,
    wrong_before: Sequence[float | str | None] = (),
) -> str:
    """The class of a turn that was answered wrongly.

    "no program", "missing in document", "wrong label", "sign", "unit", "lost reference",
    "wrong operation" or "wrong cell".
    """
    try:
        program = parse(predicted)
    except ProgramError:
        return "no program"
    gold = parse(turn.program)
    mentions = mentions_of(record)
    if any(not _printed(number, mentions) for number in _numbers(gold)):
        return "missing in document"
    if not _gold_holds(gold, turn, record):
        return "wrong label"
    if isinstance(answer, float) and isinstance(turn.answer, float | int):
        if round(answer, 5) == round(-turn.answer, 5):
            return "sign"
        if any(_close(answer, turn.answer * scale) or _close(answer * scale, turn.answer)
               for scale in _SCALES):  # fmt: skip
            return "unit"
    if _lost_reference(gold, program, wrong_before):
        return "lost reference"
    return "wrong cell" if _shape(gold) == _shape(program) else "wrong operation"


def _numbers(program: Program) -> list[ProgramNumber]:
    if program.picked is not None:
        return [program.picked]
    arguments = (a for step in program.steps for a in step.arguments)
    return [a for a in arguments if isinstance(a, ProgramNumber) and not a.constant]


def _printed(number: ProgramNumber, mentions: Sequence[RecordNumber]) -> bool:
    values = (abs(number.value), abs(number.value) * 100)
    return any(_close(abs(m.value), value) for m in mentions for value in values)


def _gold_holds(gold: Program, turn: Turn, record: Record) -> bool:
    """Whether the gold program comes to the gold answer."""
    try:
        value = run(gold, record.number_rows)
    except ProgramError:
        return False
    if isinstance(value, str) or isinstance(turn.answer, str) or turn.answer is None:
        return value == turn.answer
    return abs(value - turn.answer) < 1e-4 * max(1.0, abs(turn.answer))


def _lost_reference(
    gold: Program, program: Program, wrong_before: Sequence[float | str | None]
) -> bool:
    """It needed an earlier result and took another or none, or took a wrong one."""
    needs = len(gold.steps) > 1 and any(isinstance(a, Reference) for a in gold.steps[-1].arguments)
    takes = bool(program.steps) and any(
        isinstance(a, Reference) for a in program.steps[-1].arguments
    )
    if needs and (not takes or _shape(gold) == _shape(program)):
        return True
    return any(n.value in wrong_before for n in _numbers(program))


def _shape(program: Program) -> tuple[str, ...]:
    return (program.steps[-1].operation,) if program.steps else ()


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-6 * max(abs(one), abs(other), 1e-3)
