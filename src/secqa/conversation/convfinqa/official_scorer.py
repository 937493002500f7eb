"""Score programs exactly as the scorer of ConvFinQA (Chen et al. 2022), to compare with papers.

Programs are lists of tokens, of which the last is always dropped (`EOF`): `["add(", "1", "2", ")",
"EOF"]`. Odd behaviour is kept, and noted: it was observed by running the scorer. `program_language`
is the sane implementation of the same language.
"""

import re
from collections.abc import Sequence
from typing import Any

from secqa.conversation.programs.program_language import ARITHMETIC, TABLE, Program
from secqa.extensions import needs_extra

Row = Sequence[str]
"""The name of a table row, then its cells as printed."""
Source = str | Sequence[str] | Program
_TOKEN = re.compile(r"[^()]*\(|\)|[^()]+")


class _Invalid(Exception):
    """A step with an unknown row, number or form."""


def run_official(tokens: Sequence[str], table: Sequence[Row]) -> tuple[int, Any]:
    """The scorer's (invalid flag, result).

    The result is a number rounded to five places, "yes", "no" or "n/a". A program that fails at a
    later step has the flag and the result of the previous step: rounded if the step names something
    unknown, not rounded if it cannot be computed.
    """
    body = list(tokens[:-1])
    result: Any = "n/a"
    invalid = 0
    try:
        if len(body) == 1:
            return 0, _number(body[0])
        if not _well_formed(body):
            return 1, "n/a"
        results: list[Any] = []
        for step in _steps(body):
            result = _run_step(*_parts(step), results, table)
            results.append(result)
    except _Invalid:
        invalid = 1
    except (ArithmeticError, TypeError, ValueError, IndexError):
        return 1, result
    try:
        return invalid, result if result in ("yes", "no", "n/a") else round(result, 5)
    except TypeError:
        return 1, result


def equal_official(gold: Sequence[str], predicted: Sequence[str]) -> bool:
    """Whether the scorer accepts a predicted program.

    Operands become symbols by their spelling (`5` is not `5.0`), so a predicted program may use
    only operands of the gold one. Only its last step and the steps that it refers to count.

    Raises:
        TypeError: the gold program calculates with a yes or no, where the scorer raises, too.
    """
    with needs_extra("convfinqa", "programs"):
        from sympy import Symbol, simplify

    gold_body, predicted_body = list(gold[:-1]), list(predicted[:-1])
    if len(gold_body) == 1 or len(predicted_body) == 1:
        return gold_body == predicted_body
    gold_steps = [_parts(step) for step in _steps(gold_body)]
    symbols: dict[str, Any] = {}
    for spelling in _operands(gold_steps):
        symbols.setdefault(spelling, Symbol(f"a{len(symbols)}"))
    try:
        steps = [_parts(step) for step in _steps(predicted_body)]
        if not (_well_formed(predicted_body) and _refers_back(steps)):
            return False
    except (_Invalid, ValueError):
        return False
    if any(spelling not in symbols for spelling in _operands(steps)):
        return False
    expected = simplify(_expression(gold_steps, len(gold_steps) - 1, symbols))
    try:
        return bool(expected == simplify(_expression(steps, len(steps) - 1, symbols)))
    except (TypeError, IndexError):
        return False


def _well_formed(body: list[str]) -> bool:
    """Every fourth token closes a step, every token after one (or the first) opens one."""
    opens = all(token.strip("(") in (*ARITHMETIC, *TABLE) for token in body[::4])
    return opens and all(token == ")" for token in body[3::4])


def _steps(body: list[str]) -> list[str]:
    """The closed steps; tokens after the last `)` are ignored."""
    return "|".join(body).split(")")[:-1]


def _parts(step: str) -> tuple[str, str, str]:
    """(operation, first, second) of one step."""
    operation, opening, arguments = step.partition("(")
    if not opening or "(" in arguments:
        raise _Invalid
    first, second, *_ = (part.strip() for part in arguments.strip("|").strip().split("|"))
    return operation.strip("|").strip(), first, second


def _run_step(
    operation: str, first: str, second: str, results: list[Any], table: Sequence[Row]
) -> Any:
    if operation in ARITHMETIC:
        return ARITHMETIC[operation](_operand(first, results), _operand(second, results))
    if "#" in first:
        return _operand(first, results)  # the scorer returns the earlier result unchanged
    rows = {row[0]: row[1:] for row in table}
    if first not in rows:
        raise _Invalid
    return TABLE[operation]([_cell(cell) for cell in rows[first]])


def _operand(text: str, results: list[Any]) -> Any:
    if "#" not in text:
        return _number(text)
    return results[int(text.replace("#", ""))]


def _cell(text: str) -> float:
    """A table cell without dollar sign, up to the first parenthesis."""
    return _number(text.replace("$", "").strip().split("(")[0].strip())


def _number(text: str) -> float:
    text = text.replace(",", "")
    try:
        return float(text)
    except ValueError:
        if "%" in text:
            return _float(text.replace("%", "")) / 100.0
        if "const" in text:
            name = text.replace("const_", "")
            return -1.0 if name == "m1" else _float(name)
        raise _Invalid from None


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise _Invalid from None


def _operands(steps: list[tuple[str, str, str]]) -> list[str]:
    """The spellings that become symbols: operands, and table steps as a whole."""
    spellings = []
    for operation, first, second in steps:
        if operation in TABLE:
            spellings.append(_table_spelling(operation, first, second))
        else:
            spellings += [argument for argument in (first, second) if "#" not in argument]
    return spellings


def _refers_back(steps: list[tuple[str, str, str]]) -> bool:
    """Whether no arithmetic step refers to itself or a later one."""
    return all(
        int(argument.strip("#")) < index
        for index, (operation, *arguments) in enumerate(steps)
        if operation not in TABLE
        for argument in arguments
        if "#" in argument
    )


def _table_spelling(operation: str, first: str, second: str) -> str:
    return f"{operation}({first}|{second}"


def _expression(steps: list[tuple[str, str, str]], index: int, symbols: dict[str, Any]) -> Any:
    operation, first, second = steps[index]
    if operation in TABLE:
        return symbols[_table_spelling(operation, first, second)]
    left, right = (
        _expression(steps, int(argument.replace("#", "")), symbols)
        if "#" in argument
        else symbols[argument]
        for argument in (first, second)
    )
    return left > right if operation == "greater" else ARITHMETIC[operation](left, right)


def official_tokens(program: Source) -> list[str]:
    """A program as tokens of the official layout: `add(`, `1`, `2`, `)`, `EOF`."""
    if not isinstance(program, str | Program):
        return list(program)
    pieces = str(program).split(", ")
    tokens = [token.strip() for piece in pieces for token in _TOKEN.findall(piece)]
    return [*filter(None, tokens), "EOF"]
