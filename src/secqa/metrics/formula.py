"""Formulas of compound metrics: parse them, evaluate them and write them in words.

A formula is an expression over metric ids with `+ - * /`, parentheses and numbers. `prior(x)` is x
one year before, `avg(x)` the mean of x this year and one year before, and `x?` counts as zero where
x does not apply to the company. A part that was not found must not be taken for one that is not
there, or a total debt without its largest part would look like a value.
"""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from secqa.errors import SecqaError


class Gap(Enum):
    """Why a value is not a number."""

    MISSING = "missing"
    """It may exist, but was not found."""
    NOT_APPLICABLE = "not applicable"
    """The company has no such thing, or the formula has no value (a division by zero)."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant."""

    value: float


@dataclass(frozen=True, slots=True)
class MetricPart:
    """A metric, `back` years before the year asked for."""

    metric: str
    back: int = 0
    optional: bool = False
    """Counts as zero where it does not apply."""


@dataclass(frozen=True, slots=True)
class Operation:
    """`left sign right`."""

    sign: str
    left: "Formula"
    right: "Formula"


Formula = Constant | MetricPart | Operation
_NOUGHT = Constant(0.0)

_OPTIONAL = re.compile(r"\b([a-z][a-z0-9_]*)\?")
_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}


@lru_cache(maxsize=1024)
def parse(text: str) -> Formula:
    """Read a formula; SecqaError says where it stops making sense."""
    try:
        return _tree(
            ast.parse(_OPTIONAL.sub(r"optional(\1)", " ".join(text.split())), mode="eval").body
        )
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SecqaError(f"formula {text!r} cannot be read: {error}") from error


def _tree(node: ast.expr) -> Formula:
    match node:
        case ast.Constant(int() | float() as value) if not isinstance(value, bool):
            return Constant(float(value))
        case ast.Name(name) if name[0].isalpha() and name.isascii() and name == name.lower():
            return MetricPart(name)
        case ast.BinOp(left, sign, right) if type(sign) in _SIGNS:
            return Operation(_SIGNS[type(sign)], _tree(left), _tree(right))
        case ast.Call(ast.Name("optional"), [ast.Name(name)], []):
            return MetricPart(name, optional=True)
        case ast.Call(ast.Name("prior"), [inner], []):
            return back(_tree(inner), 1)
        case ast.Call(ast.Name("avg"), [inner], []):
            mean = _tree(inner)
            return Operation("/", Operation("+", mean, back(mean, 1)), Constant(2))
    raise ValueError("it may have metrics, numbers, + - * / ( ), prior(…), avg(…) and x?")


def parts(formula: Formula) -> tuple[MetricPart, ...]:
    """The metrics a formula needs, each once, in order of appearance."""
    if isinstance(formula, MetricPart):
        return (formula,)
    if isinstance(formula, Constant):
        return ()
    return tuple(dict.fromkeys(parts(formula.left) + parts(formula.right)))


def metrics_in(formula: Formula) -> set[str]:
    """Ids of the metrics a formula names."""
    return {part.metric for part in parts(formula)}


def evaluate(formula: Formula, values: Mapping[tuple[str, int], float | Gap]) -> float | Gap:
    """The formula's value from its parts' values by (metric id, years back).

    A part that `values` does not hold is missing. A missing part makes the result missing,
    also when it is optional: only a part known not to apply counts as zero.
    """
    if isinstance(formula, Constant):
        return formula.value
    if isinstance(formula, MetricPart):
        value = values.get((formula.metric, formula.back), Gap.MISSING)
        return 0.0 if formula.optional and value is Gap.NOT_APPLICABLE else value
    left, right = evaluate(formula.left, values), evaluate(formula.right, values)
    if isinstance(left, Gap) or isinstance(right, Gap):
        return Gap.MISSING if Gap.MISSING in (left, right) else Gap.NOT_APPLICABLE
    return _compute(formula.sign, left, right)


def render(formula: Formula, name: Callable[[MetricPart], str]) -> str:
    """The formula as text with `name(part)` for each part and only the parentheses it needs."""
    if isinstance(formula, Constant):
        return f"{formula.value:g}"
    if isinstance(formula, MetricPart):
        return name(formula)
    left = _bracketed(formula.left, formula.sign, name, right=False)
    right = _bracketed(formula.right, formula.sign, name, right=True)
    return f"{left} {formula.sign} {right}"


def without(formula: Formula, dropped: Callable[[MetricPart], bool]) -> Formula:
    """The same formula without those of its optional parts that are to be dropped from sums."""
    if not isinstance(formula, Operation):
        return formula
    left, right = without(formula.left, dropped), without(formula.right, dropped)
    if formula.sign in "+-" and isinstance(right, MetricPart) and right.optional and dropped(right):
        return left
    return Operation(formula.sign, left, right)


def expanded(formula: Formula, of: Callable[[MetricPart], Formula | None]) -> Formula | None:
    """The formula with `of(part)` for each part; None where a part that it needs has none.

    Optional parts without one are left out of sums.
    """
    if isinstance(formula, Constant):
        return formula
    if isinstance(formula, MetricPart):
        return of(formula) or (_NOUGHT if formula.optional else None)
    left, right = expanded(formula.left, of), expanded(formula.right, of)
    if left is None or right is None:
        return None
    if right == _NOUGHT and formula.sign in "+-":
        return left
    is_rest = left == _NOUGHT and formula.sign == "+"
    return right if is_rest else Operation(formula.sign, left, right)


def back(formula: Formula, years: int) -> Formula:
    """The same formula, `years` earlier."""
    if isinstance(formula, Constant):
        return formula
    if isinstance(formula, MetricPart):
        return MetricPart(formula.metric, formula.back + years, formula.optional)
    return Operation(formula.sign, back(formula.left, years), back(formula.right, years))


def _compute(sign: str, left: float, right: float) -> float | Gap:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    return left / right if right else Gap.NOT_APPLICABLE


def _bracketed(side: Formula, sign: str, name: Callable[[MetricPart], str], right: bool) -> str:
    text = render(side, name)
    if not isinstance(side, Operation):
        return text
    inner, outer = _PRECEDENCE[side.sign], _PRECEDENCE[sign]
    # On the right, equal precedence needs brackets too: a - (b - c).
    return f"({text})" if inner < outer or (right and inner == outer) else text
