"""Whether two programs mean the same: equal for every value of the numbers they picked.

Numbers of the record become symbols by value (`5` and `5.0` are one), constants and the usual
scale factors stay numbers, so that `(a - b) / b` equals `a / b - 1` and `subtract(97, 100)`
equals `subtract(97, const_100)`, while two sums that agree by chance do not.
"""

from typing import Any

from secqa.conversation.programs.program_language import (
    ARITHMETIC,
    TABLE,
    Program,
    ProgramNumber,
    Reference,
    RowName,
)

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
        arguments = [_argument(argument, results) for argument in step.arguments]
        if step.operation in TABLE:
            results.append(Function(step.operation)(*arguments))
        else:  # a > b says the same as a - b > 0
            operation = "subtract" if step.operation == "greater" else step.operation
            results.append(ARITHMETIC[operation](*arguments))
    return results[-1]


def _argument(argument: ProgramNumber | Reference | RowName, results: list[Any]) -> Any:
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
