"""Parse, evaluate and format the formulas of compound metrics.

A formula is an expression over metric ids with `+ - * /`, parentheses and numbers. `prior(x)` is x
one year before, `avg(x)` the mean of x this year and one year before, and `x?` counts as zero if x
does not apply to the company. A part that was not found must not count as zero, or a total debt
without its largest part would look like a value.
"""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from secqa.errors import SecqaError


class Gap(Enum):
    """The reason why there is no value."""

    MISSING = "missing"
    """A part may exist, but was not found."""
    NOT_APPLICABLE = "not applicable"
    """The company does not have it, or the formula is undefined (division by zero)."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant."""

    value: float


@dataclass(frozen=True, slots=True)
class MetricPart:
    """A metric, `back` years before the year in question."""

    metric: str
    back: int = 0
    optional: bool = False
    """True if it counts as zero when it does not apply."""


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
    """Parse a formula. Raises `SecqaError` with the position of a mistake."""
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
    """The distinct metrics in a formula, in order of appearance."""
    if isinstance(formula, MetricPart):
        return (formula,)
    if isinstance(formula, Constant):
        return ()
    return tuple(dict.fromkeys(parts(formula.left) + parts(formula.right)))


def metrics_in(formula: Formula) -> set[str]:
    """The ids of the metrics in a formula."""
    return {part.metric for part in parts(formula)}


def evaluate(formula: Formula, values: Mapping[tuple[str, int], float | Gap]) -> float | Gap:
    """Evaluate a formula with values by (metric id, years back).

    A part without a value in `values` is missing, and so is then the result, even if the part is
    optional: only a part known not to apply counts as zero.
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
    """Format a formula with `name(part)` for each part and without needless parentheses."""
    if isinstance(formula, Constant):
        return f"{formula.value:g}"
    if isinstance(formula, MetricPart):
        return name(formula)
    left = _bracketed(formula.left, formula.sign, name, right=False)
    right = _bracketed(formula.right, formula.sign, name, right=True)
    return f"{left} {formula.sign} {right}"


def without(formula: Formula, dropped: Callable[[MetricPart], bool]) -> Formula:
    """Remove optional parts from the sums of a formula."""
    if not isinstance(formula, Operation):
        return formula
    left, right = without(formula.left, dropped), without(formula.right, dropped)
    if formula.sign in "+-" and isinstance(right, MetricPart) and right.optional and dropped(right):
        return left
    return Operation(formula.sign, left, right)


def expanded(formula: Formula, of: Callable[[MetricPart], Formula | None]) -> Formula | None:
    """Replace each part by `of(part)`; None if a required part has no replacement.

    Optional parts without a replacement are removed from sums.
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
    """Shift a formula by `years` into the past."""
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
