"""The ConvFinQA program language: parse, print, run.

A program is one number picked from the record (`25.14`) or steps of one operation each
(`subtract(60.94, 25.14), divide(#0, 25.14)`), where `#n` is the result of step n and
`const_100`, `const_m1` are constants. It is small enough to check completely before anything
runs, so that every error names the character where it stands.
"""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from secqa.errors import SecqaError

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


class ProgramError(SecqaError):
    """A program that does not parse or cannot run."""


@dataclass(frozen=True, slots=True)
class ProgramNumber:
    """A number as written: `1,234.5`, `-3`, `13.4%`, `const_1000`."""

    text: str

    @property
    def constant(self) -> bool:
        """True for `const_…`, which stands in no document."""
        return self.text.startswith("const_")

    @property
    def value(self) -> float:
        """Its value; `13.4%` is 0.134, `const_m1` is -1."""
        text = self.text.removeprefix("const_").replace(",", "")
        if text == "m1":
            return -1.0
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
    """One operation; two operands, or a row name for the `table_…` operations."""

    operation: str
    arguments: tuple[Argument, ...]


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


_NUMBER = re.compile(
    r"(?:const_(?:m1|\d+(?:\.\d+)?)|[-+]?(?:[\d,]*\d\.?\d*|\.\d+)(?:e[-+]?\d+)?%?)"
)
_STEP = re.compile(r"\s*(?P<operation>[a-z_]+)\s*\(")
_BETWEEN = re.compile(r"\s*,?\s*")


def parse(source: str | Sequence[str]) -> Program:
    """Read a program from text, or from the tokens of the official layout (`EOF` optional).

    Raises:
        ProgramError: with what is wrong, and the character it stands at.
    """
    text = source if isinstance(source, str) else _join(source)
    if _NUMBER.fullmatch(text.strip()):
        return Program(picked=ProgramNumber(text.strip()))
    steps: list[ProgramStep] = []
    at = 0
    while at < len(text.rstrip()):
        opened = _STEP.match(text, at)
        if opened is None:
            raise _error(text, at, "an operation and '(' expected")
        closed = _closing(text, opened.end())
        steps.append(_step(text, opened, closed, len(steps)))
        between = _BETWEEN.match(text, closed + 1)
        at = between.end() if between else closed + 1
    if not steps:
        raise ProgramError("program: empty; give a number or steps such as add(1, 2)")
    return Program(tuple(steps))


def run(program: Program, rows: Mapping[str, Sequence[float]] | None = None) -> float | str:
    """The value of the last step: a number, or "yes" or "no" from `greater`.

    Args:
        program: as `parse` returns it.
        rows: table row name -> its numbers, for the `table_…` operations.

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
        return TABLE[step.operation](_row(step.arguments[0], rows))
    left, right = (_operand(argument, results) for argument in step.arguments)
    value: float | str | complex = ARITHMETIC[step.operation](left, right)
    if isinstance(value, complex):
        raise ProgramError(f"exp({left:g}, {right:g}): a root of a negative number")
    return value


def _row(name: Argument, rows: Mapping[str, Sequence[float]]) -> Sequence[float]:
    values = rows.get(name.text) if isinstance(name, RowName) else None
    if not values:
        raise ProgramError(f"{_print(name)}: no such row of numbers in the table")
    return values


def _operand(argument: Argument, results: Sequence[float | str]) -> float:
    if isinstance(argument, ProgramNumber):
        return argument.value
    if isinstance(argument, RowName):
        raise ProgramError(f"{argument.text}: a number expected")
    value = results[argument.step]
    if isinstance(value, str):
        raise ProgramError(f"#{argument.step}: is {value!r}, a number expected")
    return value


def _join(tokens: Sequence[str]) -> str:
    """Official tokens (`add(`, `1`, `2`, `)`, `EOF`) as text."""
    text = ""
    for token in tokens:
        if token == "EOF":
            break
        spaced = text and not text.endswith("(") and token != ")"
        text += (", " if spaced else "") + token
    return text


def _closing(text: str, start: int) -> int:
    """Where the step that opened before `start` closes; row names may hold parentheses."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise _error(text, len(text), "')' expected")


def _step(text: str, opened: re.Match[str], closed: int, index: int) -> ProgramStep:
    operation = opened["operation"]
    inside = text[opened.end() : closed]
    if operation in TABLE:
        name = re.sub(r",\s*none\s*$", "", inside).strip()
        if not name:
            raise _error(text, opened.end(), f"{operation} needs the name of a row")
        return ProgramStep(operation, (RowName(name),))
    if operation not in ARITHMETIC:
        raise _error(text, opened.start("operation"), f"unknown operation {operation!r}")
    parts = re.split(r",\s+|,(?=#|const_)", inside.strip()) if inside.strip() else []
    if len(parts) == 1:
        parts = inside.strip().split(",")
    if len(parts) != 2:
        raise _error(text, opened.end(), f"{operation} takes two operands, not {len(parts)}")
    return ProgramStep(
        operation, tuple(_argument(text, opened.end(), part, index) for part in parts)
    )


def _argument(text: str, at: int, part: str, index: int) -> Argument:
    part = part.strip()
    if re.fullmatch(r"#\d+", part):
        if int(part[1:]) >= index:
            raise _error(text, text.find(part, at), f"{part} is not an earlier step")
        return Reference(int(part[1:]))
    if _NUMBER.fullmatch(part):
        return ProgramNumber(part)
    raise _error(text, max(text.find(part, at), at), f"{part!r} is neither a number nor #n")


def _print(argument: Argument) -> str:
    return f"#{argument.step}" if isinstance(argument, Reference) else argument.text


def _error(text: str, at: int, what: str) -> ProgramError:
    return ProgramError(f"program {text!r}: {what} at character {at + 1}")


_SCALE_FACTORS = (1.0, -1.0, 10.0, 100.0, 1000.0, 10000.0, 1e6, 1e9)


def equal(first: Program, second: Program) -> bool:
    """True when both programs are mathematically the same."""
    from sympy import simplify

    left, right = _expression(first), _expression(second)
    if _compares(first) != _compares(second):
        return False
    return bool(left == right or simplify(left - right) == 0)


def _compares(program: Program) -> bool:
    return bool(program.steps) and program.steps[-1].operation == "greater"


def _expression(program: Program) -> Any:
    from sympy import Function

    if program.picked is not None:
        return _symbol(program.picked)
    results: list[Any] = []
    for step in program.steps:
        arguments = [_operand_symbol(argument, results) for argument in step.arguments]
        if step.operation in TABLE:
            results.append(Function(step.operation)(*arguments))
        else:  # a > b says the same as a - b > 0
            operation = "subtract" if step.operation == "greater" else step.operation
            results.append(ARITHMETIC[operation](*arguments))
    return results[-1]


def _operand_symbol(argument: ProgramNumber | Reference | RowName, results: list[Any]) -> Any:
    from sympy import Symbol

    match argument:
        case Reference(step):
            return results[step]
        case RowName(name):
            return Symbol(f"row {name}")
        case ProgramNumber():
            return _symbol(argument)


def _symbol(number: ProgramNumber) -> Any:
    from sympy import Rational, Symbol

    if number.constant or number.value in _SCALE_FACTORS:
        return Rational(str(number.value))
    return Symbol(f"n {number.value!r}", positive=True)
