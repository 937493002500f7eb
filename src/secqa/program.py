"""Parse, run and compare programs of the ConvFinQA language: the public functions.

By default spellings of one number are one number, and a program that does not parse or run raises
`ProgramError` with the problem and its character. With `strict=True` the functions behave exactly
like the dataset's official scorer, so that results compare with published ones.
"""

from collections.abc import Sequence
from typing import Any

from secqa.conversation.convfinqa import official_scorer as official
from secqa.conversation.convfinqa.official_scorer import Source, official_tokens
from secqa.conversation.programs import program_equality
from secqa.conversation.programs import program_language as language
from secqa.conversation.programs.program_language import Program, ProgramError, parse
from secqa.filings.numbers import parse_number

__all__ = ["Program", "ProgramError", "equal", "official_tokens", "parse", "run"]

Row = Sequence[str]
"""A table row: its name, then its cells as printed."""


def run(program: Source, table: Sequence[Row] = (), *, strict: bool = False) -> float | str:
    """The value of a program: a number, or "yes" or "no".

    Strict: rounded to five places, and "n/a" for a program that the official scorer calls invalid.

    Raises:
        ProgramError: not strict, and the program does not parse or run.
    """
    if strict:
        invalid, result = official.run_official(official_tokens(program), table)
        return "n/a" if invalid else result
    rows: dict[str, tuple[float, ...]] = {
        row[0]: tuple(number.value for cell in row[1:] if (number := parse_number(cell)))
        for row in table
    }
    return language.run(_program(program), rows)


def equal(gold: Source, predicted: Source, *, strict: bool = False) -> bool:
    """Whether two programs are mathematically equal.

    Strict: as the official scorer compares them; spelling counts, and `predicted` may use only
    operands of `gold`.
    """
    if strict:
        return official.equal_official(official_tokens(gold), official_tokens(predicted))
    return program_equality.equal(_program(gold), _program(predicted))


def _program(source: Any) -> Program:
    return source if isinstance(source, Program) else parse(source)
