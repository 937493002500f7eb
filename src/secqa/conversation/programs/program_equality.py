"""Compare programs of the ConvFinQA language: whether they calculate the same from any figures."""

from typing import Any

from secqa.conversation.programs.program_language import (
    ARITHMETIC,
    TABLE,
    Argument,
    Program,
    Reference,
    RowName,
)
from secqa.extensions import needs_extra

_SCALE_FACTORS = (1.0, -1.0, 10.0, 100.0, 1000.0, 10000.0, 1e6, 1e9)
"""Numbers that equal programs may write with or without `const_`."""
_LARGEST_BASE, _LARGEST_EXPONENT = 10**30, 100
"""Of powers that are worked out exactly; no program of people comes near."""


def equal(first: Program, second: Program) -> bool:
    """True if both programs are equal for all values of the record's numbers.

    Numbers of the record become symbols by value (`5` and `5.0` are one), constants and scale
    factors stay numbers. So `(a - b) / b` equals `a / b - 1` and `subtract(97, 100)` equals
    `subtract(97, const_100)`, but two sums that agree by chance are not equal.
    """
    with needs_extra("convfinqa", "programs"):
        from sympy import simplify

    left, right = _expression(first), _expression(second)
    if (first.operation == "greater") != (second.operation == "greater"):
        return False
    return bool(left == right or simplify(left - right) == 0)


def _expression(program: Program) -> Any:
    from sympy import Function, Rational, Symbol

    results: list[Any] = []

    def symbolic(argument: Argument) -> Any:
        match argument:
            case Reference(step):
                return results[step]
            case RowName(name):
                return Symbol(f"row {name}")
        if argument.constant or argument.value in _SCALE_FACTORS:
            return Rational(str(argument.value))
        return Symbol(f"n {argument.value!r}", positive=True)

    if program.picked is not None:
        return symbolic(program.picked)
    for step in program.steps:
        arguments = map(symbolic, step.arguments)
        if step.operation in TABLE:
            results.append(Function(step.operation)(*arguments))
        else:  # a > b is equivalent to a - b > 0
            operation = "subtract" if step.operation == "greater" else step.operation
            own = ARITHMETIC[operation]
            results.append((_power if operation == "exp" else own)(*arguments))
    return results[-1]


def _power(base: Any, exponent: Any) -> Any:
    """A power, not worked out where the result may have more digits than there is memory for."""
    from sympy import Function

    limits = ((base, _LARGEST_BASE), (exponent, _LARGEST_EXPONENT))
    if any(number.is_number and abs(number) > most for number, most in limits):
        return Function("power")(base, exponent)
    return base**exponent
