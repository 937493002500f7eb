"""Define the interface of all generators of programs, and write programs for readers.

A generator gets a record, earlier turns and a question. Readers see a program's operands with their
locations, and its steps in words.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from secqa.conversation.programs.program_language import (
    Argument,
    Program,
    ProgramNumber,
    ProgramStep,
    Reference,
    RowName,
    parse,
)
from secqa.conversation.records.conversation_record import (
    Grid,
    Record,
    RecordSpot,
    cell_number,
    mentions_of,
    spots_of,
)
from secqa.word_lists import any_of


@dataclass(frozen=True, slots=True)
class Operand:
    """A number that a program takes from the record."""

    text: str
    spot: RecordSpot | None
    """None if the record does not print the number."""
    where: str
    """The location in words."""


@dataclass(frozen=True, slots=True)
class AlternativeProgram:
    """Another reading of the question."""

    program: str
    words: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Exchange:
    """A turn: a question with its answer, or with the choices that it leaves."""

    question: str
    program: str
    """Complete: it repeats the steps of earlier turns. "" for a turn without an answer."""
    answer: float | str | None
    confidence: float = 1.0
    """Probability that the answer is right. Positive without a program: the reply was a choice."""
    operands: tuple[Operand, ...] = field(default=(), compare=False)
    """The numbers that the program takes from the record, if known."""
    words: str = field(default="", compare=False)
    """The program in words with the locations of its operands, or why there is no answer."""
    choices: tuple[AlternativeProgram, ...] = field(default=(), compare=False)
    """The readings to choose from; with an answer, the next best ones."""

    @property
    def answered(self) -> bool:
        """False for choices."""
        return bool(self.program)


@dataclass(frozen=True, slots=True)
class Generated:
    """The program for a question."""

    program: str
    """"" if the question has no answer, or no clear one."""
    confidence: float
    """Probability that the answer is right."""
    operands: tuple[Operand, ...] = ()
    words: str = ""
    """The program in words, or why there is none."""
    alternatives: tuple[AlternativeProgram, ...] = ()
    """The next readings, the likeliest first."""


def operand_places(history: Sequence[Exchange]) -> Mapping[str, RecordSpot]:
    """The location of each number at the latest turn that uses it."""
    operands = (operand for exchange in history for operand in exchange.operands)
    return {operand.text: operand.spot for operand in operands if operand.spot}


class Generator(Protocol):
    """Turns a question into a program."""

    @property
    def name(self) -> str:
        """The name on the command line."""

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        """A program for `question` about `record` after the turns of `history`."""


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
NO_AMOUNT = re.compile(r"\b(?:shares?|per|ratios?|rates?|percent\w*|margins?|number|count)\b|%")
_LONG = re.compile(r"(?<![\d.])(?!(?:19|20)\d\d(?!\d))[1-9]\d{3,}")
"""Whole parts that take commas: four digits or more, except years."""


def operands_of(
    program: Program, record: Record, chosen: Mapping[str, RecordSpot] | None = None
) -> tuple[Operand, ...]:
    """The record's numbers that a program uses, each once, in order.

    If the record prints a number several times, `chosen` gives its location, else the first counts.
    """
    mentions = mentions_of(record)
    operands = []
    for text in dict.fromkeys(number.text for number in program.numbers if not number.constant):
        spot = (chosen or {}).get(text) or next(iter(spots_of(record, text, mentions)), None)
        where = _where(text, spot, record) if spot else "not on the page"
        operands.append(Operand(text, spot, where))
    return tuple(operands)


def _where(text: str, spot: RecordSpot, record: Record) -> str:
    """The location of a number, with the printed cell if the program drops its minus sign."""
    where = spot.words(record)
    if spot.sentence >= 0 or text.startswith("-"):
        return where
    cell = record.tables[spot.table].rows[spot.row][spot.column]
    number = cell_number(cell)
    return f"{where}; printed {cell}" if number and number.value < 0 else where


def in_words(program: Program, operands: tuple[Operand, ...] = ()) -> str:
    """The last step of a program in words, with the earlier steps it uses in brackets."""
    places = {operand.text: operand.where for operand in operands}
    if program.picked is not None:
        return _argument(program, program.picked, places)
    return _step(program, program.steps[-1], places)


def _step(program: Program, step: ProgramStep, places: Mapping[str, str]) -> str:
    arguments = (_argument(program, argument, places) for argument in step.arguments)
    return WORDS[step.operation].format(*arguments)


def _argument(program: Program, argument: Argument, places: Mapping[str, str]) -> str:
    match argument:
        case Reference(step):
            return f"({_step(program, program.steps[step], places)})"
        case RowName(text):
            return f'"{text}"'
    if argument.constant:
        return f"{argument.value:.12g}"
    where = places.get(argument.text)
    return figure_text(argument.text) + (f" [{where}]" if where else "")


def is_ratio(program: str) -> bool:
    """Whether a program ends by dividing one amount by another."""
    steps = parse(program).steps
    if not steps or steps[-1].operation != "divide":
        return False
    divisor = steps[-1].arguments[1]
    return not (isinstance(divisor, ProgramNumber) and divisor.constant)


def number_text(value: float | str) -> str:
    """An answer or an operand with commas and at most five decimals; "yes" and "no" as they are."""
    if isinstance(value, str):
        return value
    return f"{value:,.5f}".rstrip("0").rstrip(".")


def figure_text(text: str) -> str:
    """A number of a program with commas."""
    return _LONG.sub(lambda match: f"{int(match[0]):,}", text)


def unit_of(program: str, operands: Sequence[Operand], record: Record) -> str:
    """The unit of an answer, such as "in millions"; "" if it is not certain.

    It is certain for sums and differences of cells whose tables print one unit for the row.
    """
    plain = all(step.operation in ("add", "subtract") for step in parse(program).steps)
    spots = [operand.spot for operand in operands]
    amounts = not any(operand.text.endswith("%") for operand in operands)
    if not (plain and amounts and all(spot and spot.sentence < 0 for spot in spots)):
        return ""
    units = {_unit(record.tables[spot.table], spot.row) for spot in spots if spot}
    return units.pop() if len(units) == 1 else ""


def _unit(grid: Grid, row: int) -> str:
    """The unit that the caption or the header prints for a row's amounts."""
    heading = " ".join((grid.caption, *grid.header)).lower()
    match = any_of("thousands, millions, billions").search(heading)
    label = f"{grid.heading(row)} {grid.rows[row][0]}".lower()
    excepted = "except" in heading and NO_AMOUNT.search(label)
    return f"in {match[0]}" if match and not excepted else ""
