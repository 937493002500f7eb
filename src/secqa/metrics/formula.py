"""Formulas of compound metrics: text in, a small tree out, and the tree's value.

A formula is an expression over metric ids with `+ - * /`, parentheses and numbers.
`prior(x)` is x one year before, `avg(x)` the mean of x this year and one year before, and
`x?` counts as zero where x does not apply to the company. What makes it more than
arithmetic: a part that was not found must not be taken for one that is not there, or a
total debt without its largest part would look like a value.
"""

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

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([a-z][a-z0-9_]*)|([-+*/()?]))")
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}


@lru_cache(maxsize=1024)
def parse(text: str) -> Formula:
    """Read a formula; SecqaError names the place where it stops making sense."""
    tokens = _tokens(text)
    tree, rest = _sum(tokens)
    if rest:
        raise SecqaError(f"formula {text!r}: unexpected {rest[0]!r}; see metrics/formula.py")
    return tree


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


def _tokens(text: str) -> list[str]:
    tokens, position = [], 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if not match:
            raise SecqaError(f"formula {text!r}: cannot read {text[position:]!r}")
        tokens.append(match.group().strip())
        position = match.end()
    return tokens


def _sum(tokens: list[str]) -> tuple[Formula, list[str]]:
    return _chain(tokens, "+-", _product)


def _product(tokens: list[str]) -> tuple[Formula, list[str]]:
    return _chain(tokens, "*/", _atom)


def _chain(
    tokens: list[str], signs: str, operand: Callable[[list[str]], tuple[Formula, list[str]]]
) -> tuple[Formula, list[str]]:
    tree, tokens = operand(tokens)
    while tokens and tokens[0] in signs:
        sign = tokens[0]
        right, tokens = operand(tokens[1:])
        tree = Operation(sign, tree, right)
    return tree, tokens


def _atom(tokens: list[str]) -> tuple[Formula, list[str]]:
    if not tokens:
        raise SecqaError("formula ends too early")
    head, rest = tokens[0], tokens[1:]
    if head[0].isdigit():
        return Constant(float(head)), rest
    if head == "(":
        return _inside(rest)
    if not head[0].isalpha():
        raise SecqaError(f"formula: unexpected {head!r}")
    if rest[:1] == ["("]:
        inner, rest = _inside(rest[1:])
        return _called(head, inner), rest
    if rest[:1] == ["?"]:
        return MetricPart(head, optional=True), rest[1:]
    return MetricPart(head), rest


def _inside(tokens: list[str]) -> tuple[Formula, list[str]]:
    tree, rest = _sum(tokens)
    if rest[:1] != [")"]:
        raise SecqaError("formula: a parenthesis is not closed")
    return tree, rest[1:]


def _called(function: str, inner: Formula) -> Formula:
    if function == "prior":
        return back(inner, 1)
    if function == "avg":
        return Operation("/", Operation("+", inner, back(inner, 1)), Constant(2))
    raise SecqaError(f"formula: unknown function {function!r}; there are prior and avg")
