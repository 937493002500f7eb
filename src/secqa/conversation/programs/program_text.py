"""A program -> what a person reads: the operands with their places, the steps in words."""

import re
from collections.abc import Mapping, Sequence

from secqa.conversation.programs.generator import Operand
from secqa.conversation.programs.program_language import (
    Argument,
    Program,
    ProgramNumber,
    ProgramStep,
    Reference,
    RowName,
    parse,
)
from secqa.conversation.records.conversation_record import Grid, Record, RecordSpot
from secqa.conversation.records.number_mentions import cell_number, mentions_of, spots_of

WORDS = {
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
    program: Program, record: Record, chosen: Mapping[str, RecordSpot] | None = None
) -> tuple[Operand, ...]:
    """The record's numbers that a program takes, each once, in order.

    `chosen` says which of several places of a number is meant; else the first counts.
    """
    arguments: list[Argument] = [a for step in program.steps for a in step.arguments]
    if program.picked is not None:
        arguments = [program.picked]
    numbers = [a.text for a in arguments if isinstance(a, ProgramNumber) and not a.constant]
    mentions = mentions_of(record)
    found = []
    for text in dict.fromkeys(numbers):
        spot = (chosen or {}).get(text) or next(iter(spots_of(record, text, mentions)), None)
        where = _where(text, spot, record) if spot else "not on the page"
        found.append(Operand(text, spot, where))
    return tuple(found)


def _where(text: str, spot: RecordSpot, record: Record) -> str:
    """The place of a number; also what stands there, where the program takes it without minus."""
    where = spot.words(record)
    if spot.sentence >= 0 or text.startswith("-"):
        return where
    cell = record.tables[spot.table].rows[spot.row][spot.column]
    number = cell_number(cell)
    return f"{where}; printed {cell}" if number and number.value < 0 else where


def in_words(program: Program, operands: tuple[Operand, ...] = ()) -> str:
    """The last step of a program in words, earlier steps in brackets where it needs them."""
    places = {operand.text: operand.where for operand in operands}
    if program.picked is not None:
        return _number(program.picked, places)
    return _step(program, program.steps[-1], places)


def _step(program: Program, step: ProgramStep, places: Mapping[str, str]) -> str:
    return WORDS[step.operation].format(
        *(_argument(program, argument, places) for argument in step.arguments)
    )


def _argument(program: Program, argument: Argument, places: Mapping[str, str]) -> str:
    match argument:
        case Reference(step):
            return f"({_step(program, program.steps[step], places)})"
        case RowName(text):
            return f'"{text}"'
        case ProgramNumber():
            return _number(argument, places)


def is_ratio(program: str) -> bool:
    """Whether a program ends by dividing one amount by another."""
    steps = parse(program).steps
    if not steps or steps[-1].operation != "divide":
        return False
    divisor = steps[-1].arguments[1]
    return not (isinstance(divisor, ProgramNumber) and divisor.constant)


def number_text(value: float | str) -> str:
    """An answer or an operand as a person writes it; yes and no as they are."""
    if isinstance(value, str):
        return value
    return f"{value:,.5f}".rstrip("0").rstrip(".")


def unit_of(program: str, operands: Sequence[Operand], record: Record) -> str:
    """ "in millions" where all operands are cells of tables that say so, in rows that are not
    excepted, and are only added or subtracted; else "".
    """
    parsed = parse(program)
    plain = all(step.operation in ("add", "subtract") for step in parsed.steps)
    spots = [operand.spot for operand in operands]
    amounts = not any(operand.text.endswith("%") for operand in operands)
    if not (plain and amounts and all(spot and spot.sentence < 0 for spot in spots)):
        return ""
    units = {_unit(record.tables[spot.table], spot.row) for spot in spots if spot}
    return units.pop() if len(units) == 1 else ""


def _unit(grid: Grid, row: int) -> str:
    """The unit of a row's amounts, as the table's caption says it."""
    said = " ".join((grid.caption, *grid.header)).lower()
    match = re.search(r"\b(?:thousands|millions|billions)\b", said)
    label = f"{grid.heading(row)} {grid.rows[row][0]}".lower()
    other = "except" in said and _NO_AMOUNT.search(label)
    return f"in {match[0]}" if match and not other else ""


_NO_AMOUNT = re.compile(r"\b(?:shares?|per|ratios?|rates?|percent\w*|margins?|number|count)\b|%")


def _number(number: ProgramNumber, places: Mapping[str, str]) -> str:
    if number.constant:
        return f"{number.value:.12g}"
    where = places.get(number.text)
    shown = figure_text(number.text)
    return f"{shown} [{where}]" if where else shown


def figure_text(text: str) -> str:
    """A number of a program as a person writes it, with commas."""
    return _LONG.sub(lambda match: f"{int(match[0]):,}", text)


_LONG = re.compile(r"(?<![\d.])(?!(?:19|20)\d\d(?!\d))[1-9]\d{3,}")
"""Whole parts that are written with commas: all of four digits and more but years."""
