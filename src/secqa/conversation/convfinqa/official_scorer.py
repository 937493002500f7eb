"""The dataset's own scorer, corners included, so that figures compare with published ones.

Programs come as tokens, the last of which is always dropped (`EOF`): `["add(", "1", "2", ")",
"EOF"]`. Where the scorer's behaviour is odd it is kept, and said. `language.py` is the sane
reading of the same language. The behaviour is that of the scorer of ConvFinQA (Chen et al.
2022), established by running it.
"""

import re
from collections.abc import Sequence
from typing import Any

from secqa.conversation.programs.program_language import ARITHMETIC, TABLE, Program

Row = Sequence[str]
"""A table row: its name, then its cells as printed."""
Source = str | Sequence[str] | Program
_TOKEN = re.compile(r"[^()]*\(|\)|[^()]+")


class _Invalid(Exception):
    """A step that names a row, a number or a form that is not there."""


def run_official(tokens: Sequence[str], table: Sequence[Row]) -> tuple[int, Any]:
    """What the official scorer answers: (invalid flag, result).

    The result is a number rounded to five places, "yes", "no" or "n/a". A program that fails in
    a later step keeps the result of the step before beside its flag: rounded where the step
    names what is not there, as it is where the step cannot be computed.
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
    """Whether the official scorer takes two programs for the same.

    Operands become symbols by their spelling (`5` is not `5.0`), so a predicted program may use
    only operands of the gold one, and only its last step and what that refers to count.

    Raises:
        TypeError: the gold program does arithmetic on a yes or no, as the scorer does.
    """
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
    """The closed steps; what follows the last `)` is ignored."""
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
        return _operand(first, results)  # the scorer hands the earlier result on, untouched
    rows = {row[0]: row[1:] for row in table}
    if first not in rows:
        raise _Invalid
    return TABLE[operation]([_cell(cell) for cell in rows[first]])


def _operand(text: str, results: list[Any]) -> Any:
    if "#" not in text:
        return _number(text)
    return results[int(text.replace("#", ""))]


def _cell(text: str) -> float:
    """A table cell as the scorer reads it: no dollar sign, nothing from a parenthesis on."""
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
    """What becomes a symbol: spelled operands, and a table step as a whole."""
    spellings = []
    for operation, first, second in steps:
        if operation in TABLE:
            spellings.append(_table_spelling(operation, first, second))
        else:
            spellings += [argument for argument in (first, second) if "#" not in argument]
    return spellings


def _refers_back(steps: list[tuple[str, str, str]]) -> bool:
    """No arithmetic step refers to itself or a later one."""
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
    """A program as the official layout has it: `add(`, `1`, `2`, `)`, `EOF`."""
    if not isinstance(program, str | Program):
        return list(program)
    pieces = str(program).split(", ")
    tokens = [token.strip() for piece in pieces for token in _TOKEN.findall(piece)]
    return [*filter(None, tokens), "EOF"]
