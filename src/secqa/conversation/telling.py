"""A program -> what a person reads: the operands with their places, the steps in words."""

import re
from collections.abc import Mapping, Sequence

from secqa.conversation.generator import Operand
from secqa.conversation.language import (
    Argument,
    Number,
    Program,
    Reference,
    RowName,
    Step,
    parse,
)
from secqa.conversation.mentions import mentions_of, spots_of
from secqa.conversation.record import Grid, Record, Spot

_WORDS = {
    "add": "{} plus {}",
    "subtract": "{} minus {}",
    "multiply": "{} times {}",
    "divide": "{} divided by {}",
    "exp": "{} to the power of {}",
    "greater": "whether {} is greater than {}",
    "table_max": "the largest number of the row {}",
    "table_min": "the smallest number of the row {}",
    "table_sum": "the sum of the row {}",
    "table_average": "the average of the row {}",
}


def operands_of(
    program: Program, record: Record, chosen: Mapping[str, Spot] | None = None
) -> tuple[Operand, ...]:
    """The record's numbers that a program takes, each once, in order.

    `chosen` says which of several places of a number is meant; else the first counts.
    """
    arguments: list[Argument] = [a for step in program.steps for a in step.arguments]
    if program.picked is not None:
        arguments = [program.picked]
    numbers = [a.text for a in arguments if isinstance(a, Number) and not a.constant]
    mentions = mentions_of(record)
    found = []
    for text in dict.fromkeys(numbers):
        spot = (chosen or {}).get(text) or next(iter(spots_of(record, text, mentions)), None)
        where = spot.words(record) if spot else "not on the page"
        found.append(Operand(text, spot, where))
    return tuple(found)


def in_words(program: Program, operands: tuple[Operand, ...] = ()) -> str:
    """The last step of a program in words, earlier steps in brackets where it needs them."""
    places = {operand.text: operand.where for operand in operands}
    if program.picked is not None:
        return _number(program.picked, places)
    return _step(program, program.steps[-1], places)


def _step(program: Program, step: Step, places: Mapping[str, str]) -> str:
    return _WORDS[step.operation].format(
        *(_argument(program, argument, places) for argument in step.arguments)
    )


def _argument(program: Program, argument: Argument, places: Mapping[str, str]) -> str:
    match argument:
        case Reference(step):
            return f"({_step(program, program.steps[step], places)})"
        case RowName(text):
            return f'"{text}"'
        case Number():
            return _number(argument, places)


def is_ratio(program: str) -> bool:
    """Whether a program ends by dividing one amount by another."""
    steps = parse(program).steps
    if not steps or steps[-1].operation != "divide":
        return False
    divisor = steps[-1].arguments[1]
    return not (isinstance(divisor, Number) and divisor.constant)


def unit_of(program: str, operands: Sequence[Operand], record: Record) -> str:
    """ "in millions" where all operands are cells of tables that say so, without exceptions, and
    are only added or subtracted; else "".
    """
    parsed = parse(program)
    plain = all(step.operation in ("add", "subtract") for step in parsed.steps)
    spots = [operand.spot for operand in operands]
    if not plain or not all(spot and spot.sentence < 0 for spot in spots):
        return ""
    units = {_unit(record.tables[spot.table]) for spot in spots if spot}
    return units.pop() if len(units) == 1 else ""


def _unit(grid: Grid) -> str:
    said = " ".join((grid.caption, *grid.header)).lower()
    match = re.search(r"\bin (?:thousands|millions|billions)\b", said)
    return match[0] if match and "except" not in said else ""


def _number(number: Number, places: Mapping[str, str]) -> str:
    if number.constant:
        return f"{number.value:.12g}"
    where = places.get(number.text)
    return f"{number.text} [{where}]" if where else number.text
