"""Decide whether two programs of the ConvFinQA language are equal for all figures."""

from cmath import isclose
from collections.abc import Callable
from fractions import Fraction
from random import Random

from secqa.conversation.programs.program_language import (
    ARITHMETIC,
    TABLE,
    Argument,
    Program,
    Reference,
    RowName,
)

_SCALE_FACTORS = (1.0, -1.0, 10.0, 100.0, 1000.0, 10000.0, 1e6, 1e9)
"""Numbers that equal programs may write with or without `const_`."""
_SAMPLES = 3
_TOLERANCE = 1e-9
"""Relative difference of equal results of powers; all other results are exact."""
_Value = Fraction | float | complex
_ARITHMETIC: dict[str, Callable[[_Value, _Value], _Value]] = {
    **ARITHMETIC,
    "exp": lambda base, exponent: complex(base) ** complex(exponent),
    "greater": ARITHMETIC["subtract"],  # a > b is equivalent to a - b > 0
}


def equal(first: Program, second: Program) -> bool:
    """True if both programs are equal for all values of the record's numbers.

    Both run on random numbers in place of the record's, on which different programs almost never
    agree. Equal values are one number (`5` and `5.0`); constants and scale factors stay. So
    `(a - b) / b` equals `a / b - 1` and `subtract(97, 100)` equals `subtract(97, const_100)`, but
    two sums that agree by chance are not equal.
    """
    if (first.operation == "greater") != (second.operation == "greater"):
        return False
    return all(_agree(_sampled(first, n), _sampled(second, n)) for n in range(_SAMPLES))


def _agree(left: _Value | None, right: _Value | None) -> bool:
    if (
        left is None
        or right is None
        or (isinstance(left, Fraction) and isinstance(right, Fraction))
    ):
        return left == right
    return isclose(left, right, rel_tol=_TOLERANCE)


def _sampled(program: Program, sample: int) -> _Value | None:
    """The value of a program on the numbers of a sample; None if it has none."""
    try:
        return _value(program, sample)
    except ArithmeticError:
        return None


def _value(program: Program, sample: int) -> _Value:
    results: list[_Value] = []

    def drawn(name: str) -> Fraction:
        return Fraction(Random(f"{sample} {name}").randint(1, 10**9), 10**8)

    def argument_value(argument: Argument) -> _Value:
        match argument:
            case Reference(step):
                return results[step]
            case RowName(name):
                return drawn(name)
        if argument.constant or argument.value in _SCALE_FACTORS:
            return Fraction(argument.value)
        return drawn(repr(argument.value))

    if program.picked is not None:
        return argument_value(program.picked)
    for step in program.steps:
        if step.operation in TABLE:
            results.append(drawn(f"{step.operation} {step.arguments}"))
        else:
            results.append(_ARITHMETIC[step.operation](*map(argument_value, step.arguments)))
    return results[-1]
