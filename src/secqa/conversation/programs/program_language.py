"""Parse, print and run programs of the ConvFinQA language.

A program is one number of the record (`25.14`) or steps of one operation each
(`subtract(60.94, 25.14), divide(#0, 25.14)`), where `#n` is the result of step n, and `const_100`
and `const_m1` are constants. A program is checked completely before it runs, so that each error
names the character where it is.
"""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from secqa.errors import SecqaError
from secqa.filings.decoding import whole_number

ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "exp": operator.pow,
    "greater": lambda left, right: "yes" if left > right else "no",
}
TABLE: Mapping[str, Callable[[Sequence[float]], float]] = {
    "table_max": max,
    "table_min": min,
    "table_sum": sum,
    "table_average": fmean,
}
_NUMBER = re.compile(r"const_(?:m1|\d+(?:\.\d+)?)|[-+]?(?:[\d,]*\d\.?\d*|\.\d+)(?:e[-+]?\d+)?%?")
_STEP = re.compile(r"\s*([a-z_]+)\s*\(")
_COMMA = re.compile(r",\s+|,(?=#|const_)")


class ProgramError(SecqaError):
    """A program that does not parse or cannot run."""


@dataclass(frozen=True, slots=True)
class ProgramNumber:
    """A number as written: `1,234.5`, `-3`, `13.4%`, `const_1000`."""

    text: str

    @property
    def constant(self) -> bool:
        """True for `const_…`, which no document prints."""
        return self.text.startswith("const_")

    @property
    def value(self) -> float:
        """Its value; `13.4%` is 0.134, `const_m1` is -1."""
        text = self.text.removeprefix("const_").replace(",", "").replace("m", "-")
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)


@dataclass(frozen=True, slots=True)
class Reference:
    """`#n`: the result of step n, counted from 0."""

    step: int


@dataclass(frozen=True, slots=True)
class RowName:
    """The name of a table row, argument of the `table_…` operations."""

    text: str


Argument = ProgramNumber | Reference | RowName


@dataclass(frozen=True, slots=True)
class ProgramStep:
    """One operation on two operands, or on a row name for the `table_…` operations."""

    operation: str
    arguments: tuple[Argument, ...]

    @property
    def references(self) -> tuple[int, ...]:
        """The earlier steps that it uses."""
        return tuple(a.step for a in self.arguments if isinstance(a, Reference))


@dataclass(frozen=True, slots=True)
class Program:
    """Steps in order, or a single picked number and no steps."""

    steps: tuple[ProgramStep, ...] = ()
    picked: ProgramNumber | None = None

    def __str__(self) -> str:
        if self.picked is not None:
            return self.picked.text
        return ", ".join(
            f"{step.operation}({', '.join(map(_print, step.arguments))})" for step in self.steps
        )

    @property
    def operation(self) -> str:
        """The operation of the last step; "" for a picked number."""
        return self.steps[-1].operation if self.steps else ""

    @property
    def numbers(self) -> list[ProgramNumber]:
        """The numbers that it takes from the record, in order."""
        arguments = (argument for step in self.steps for argument in step.arguments)
        numbers = [a for a in arguments if isinstance(a, ProgramNumber) and not a.constant]
        return [self.picked] if self.picked is not None else numbers


def parse(text: str) -> Program:
    """Parse a program.

    Raises:
        ProgramError: names the problem and its character.
    """
    if _NUMBER.fullmatch(text.strip()):
        return Program(picked=ProgramNumber(text.strip()))
    steps: list[ProgramStep] = []
    start = 0
    while start < len(text.rstrip()):
        opening = _STEP.match(text, start)
        if opening is None:
            raise _error(text, start, "an operation and '(' expected")
        end = _closing(text, opening.end())
        steps.append(_step(text, opening, end, len(steps)))
        rest = text[end + 1 :].lstrip().removeprefix(",").lstrip()
        start = len(text) - len(rest)
    if not steps:
        raise ProgramError("program: empty; give a number or steps such as add(1, 2)")
    return Program(tuple(steps))


def _closing(text: str, start: int) -> int:
    """The parenthesis that closes a step, whose row name may contain parentheses."""
    depth = 1
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    raise _error(text, len(text), "')' expected")


def _step(text: str, opening: re.Match[str], end: int, index: int) -> ProgramStep:
    operation, start = opening[1], opening.end()
    content = text[start:end].strip()
    if operation in TABLE:
        name, comma, none = content.rpartition(",")
        name = name.strip() if comma and none.strip() == "none" else content
        if not name:
            raise _error(text, start, f"{operation} needs the name of a row")
        return ProgramStep(operation, (RowName(name),))
    if operation not in ARITHMETIC:
        raise _error(text, opening.start(1), f"unknown operation {operation!r}")
    parts = _COMMA.split(content) if content else []
    if len(parts) == 1:
        parts = content.split(",")
    if len(parts) != 2:
        raise _error(text, start, f"{operation} takes two operands, not {len(parts)}")
    return ProgramStep(operation, tuple(_operand(text, start, part, index) for part in parts))


def _operand(text: str, start: int, part: str, index: int) -> Argument:
    part = part.strip()
    step = whole_number(part[1:]) if part.startswith("#") else None
    if step is not None:
        if step not in range(index):
            raise _error(text, text.find(part, start), f"{part} is not an earlier step")
        return Reference(step)
    if _NUMBER.fullmatch(part):
        return ProgramNumber(part)
    raise _error(text, max(text.find(part, start), start), f"{part!r} is neither a number nor #n")


def _print(argument: Argument) -> str:
    return f"#{argument.step}" if isinstance(argument, Reference) else argument.text


def _error(text: str, index: int, problem: str) -> ProgramError:
    return ProgramError(f"program {text!r}: {problem} at character {index + 1}")


def value_or_none(program: str, rows: Mapping[str, Sequence[float]]) -> float | str | None:
    """The value of a program in its text form; None if it does not run."""
    try:
        return run(parse(program), rows)
    except ProgramError:
        return None


def run(program: Program, rows: Mapping[str, Sequence[float]] | None = None) -> float | str:
    """The value of the last step: a number, or "yes" or "no" from `greater`.

    `rows` has the numbers of each table row by name, for the `table_…` operations.

    Raises:
        ProgramError: division by zero, an unknown row, arithmetic on yes or no, overflow.
    """
    if program.picked is not None:
        return program.picked.value
    results: list[float | str] = []
    for index, step in enumerate(program.steps):
        try:
            results.append(_run_step(step, results, rows or {}))
        except ZeroDivisionError:
            raise ProgramError(f"{program}: step {index} divides by zero") from None
        except OverflowError:
            raise ProgramError(f"{program}: step {index} is too large") from None
    return results[-1]


def _run_step(
    step: ProgramStep, results: Sequence[float | str], rows: Mapping[str, Sequence[float]]
) -> float | str:
    if step.operation in TABLE:
        name = step.arguments[0]
        numbers = rows.get(name.text) if isinstance(name, RowName) else None
        if not numbers:
            raise ProgramError(f"{_print(name)}: no such row of numbers in the table")
        return TABLE[step.operation](numbers)
    left, right = (_value(argument, results) for argument in step.arguments)
    value: float | str | complex = ARITHMETIC[step.operation](left, right)
    if isinstance(value, complex):
        raise ProgramError(f"exp({left:g}, {right:g}): a root of a negative number")
    return value


def _value(argument: Argument, results: Sequence[float | str]) -> float:
    if isinstance(argument, ProgramNumber):
        return argument.value
    if isinstance(argument, RowName):
        raise ProgramError(f"{argument.text}: a number expected")
    value = results[argument.step]
    if isinstance(value, str):
        raise ProgramError(f"#{argument.step}: is {value!r}, a number expected")
    return value
