"""A reply in words, in which each figure has the number of its operand.

A page can then show operands by number and colour wherever they stand.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from secqa.conversation.page_chat.question_rows import is_money
from secqa.conversation.programs.generator import (
    WORDS,
    Exchange,
    Operand,
    figure_text,
    is_ratio,
    number_text,
    unit_of,
)
from secqa.conversation.programs.program_language import (
    Argument,
    Program,
    ProgramError,
    ProgramNumber,
    ProgramStep,
    Reference,
    RowName,
    parse,
    run,
)
from secqa.conversation.records.conversation_record import Record

_LOCATED = re.compile(r"(\S+) \[([^\]]*)\]")


ReplyWord = tuple[str, int]
"""A piece of a text, and which operand it is, from 1; 0 for none."""


def reply_text(reply: Exchange, record: Record) -> tuple[str, str]:
    """The answer of a reply as `answer_text` has it; "" without one."""
    if reply.answer is None:
        return "", ""
    return answer_text(reply.program, reply.answer, reply.operands, record)


def answer_text(
    program: str, answer: float | str, operands: Sequence[Operand], record: Record
) -> tuple[str, str]:
    """An answer in words, and its unit where that is certain.

    A change or part of something is given in percent, as is what was printed so.
    """
    plain = number_text(answer)
    if isinstance(answer, str):
        return plain, ""
    if program.endswith("%"):
        return program, ""
    if is_ratio(program):
        is_part = abs(answer) < 1 or _is_change(parse(program))
        return (f"{answer:,.2%}" if is_part else plain), ""
    spots = [one.spot for one in operands if one.spot and one.spot.sentence < 0]
    if spots and len(spots) == len(operands) and all(is_money(record, one) for one in spots):
        plain = f"-${plain[1:]}" if plain.startswith("-") else f"${plain}"
    return plain, unit_of(program, operands, record)


def _is_change(program: Program) -> bool:
    """Whether a ratio divides a difference."""
    divided = program.steps[-1].arguments[0]
    return isinstance(divided, Reference) and program.steps[divided.step].operation == "subtract"


def reply_steps(reply: Exchange, record: Record) -> list[tuple[list[ReplyWord], str]]:
    """The steps of a program in words with their results; none for a single figure."""
    program = parse(reply.program)
    places = _places(reply.operands)
    return [
        (list(_words(step, places)), _result(program.steps[: at + 1], record))
        for at, step in enumerate(program.steps)
    ]


def plain_words(words: str) -> str:
    """A reading with the names of its figures before the figures: "Net income, 2024 (2,963)"."""
    return _LOCATED.sub(r"\2 (\1)", words)


def program_value(program: str, record: Record) -> str:
    """The value of a program in words; "" for a single figure, and for what cannot be run."""
    try:
        parsed = parse(program)
        answer = run(parsed, record.number_rows)
    except ProgramError:
        return ""
    if parsed.picked is not None:
        return ""
    return answer_text(program, answer, (), record)[0]


def _places(operands: Sequence[Operand]) -> Mapping[str, int]:
    return {operand.text: number for number, operand in enumerate(operands, 1)}


def _words(step: ProgramStep, places: Mapping[str, int]) -> Iterator[ReplyWord]:
    pieces = WORDS[step.operation].split("{}")
    for piece, argument in zip(pieces, (*step.arguments, None), strict=False):
        if piece:
            yield piece, 0
        if argument is not None:
            yield _word(argument, places)


def _word(argument: Argument, places: Mapping[str, int]) -> ReplyWord:
    match argument:
        case Reference(step):
            return f"the result of step {step + 1}", 0
        case RowName(text):
            return f"“{text}”", 0
        case ProgramNumber():
            number = places.get(argument.text, 0)
            text = figure_text(argument.text) if number else number_text(argument.value)
            return text, number


def _result(steps: Sequence[ProgramStep], record: Record) -> str:
    try:
        return number_text(run(Program(tuple(steps)), record.number_rows))
    except ProgramError:
        return ""
