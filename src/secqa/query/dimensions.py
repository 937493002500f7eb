"""Compute the dimension of each node of a query: money, shares, people and their quotients.

A dimension is a set of exponents, as in physics: dollars per share have exponent 1 of money and -1
of shares. Both sides of sums and comparisons need equal dimensions. A query with a meaningless
dimension (1 / money, money squared) was misunderstood.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from secqa.errors import CannotAnswer
from secqa.query.leaves import FormUnit
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
    Count,
    Defined,
    Filter,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Query,
    Series,
)

UnitOf = Callable[[str], str]
"""Returns a metric's unit by id: `USD`, `USD/shares`, `shares`, `count`, `days`, `pure`."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """Exponents of the base quantities."""

    money: int = 0
    shares: int = 0
    count: int = 0

    def __str__(self) -> str:
        return _NAMES.get(self, "a quantity without a name")


PURE, MONEY, SHARES = Dimension(), Dimension(money=1), Dimension(shares=1)
MONEY_PER_SHARE, COUNT = Dimension(1, -1), Dimension(count=1)
_OF_UNIT = {
    "USD": MONEY, "shares": SHARES, "USD/shares": MONEY_PER_SHARE, "count": COUNT, "pure": PURE,
    "days": PURE,
}  # fmt: skip
_NAMES = {
    PURE: "a ratio", MONEY: "an amount", SHARES: "a number of shares",
    MONEY_PER_SHARE: "an amount per share", COUNT: "a count",
    Dimension(1, 0, -1): "an amount per head", Dimension(0, 1, -1): "shares per head",
}  # fmt: skip
_UNITS = {MONEY: "USD", SHARES: "shares", MONEY_PER_SHARE: "USD/shares", COUNT: "count",
          Dimension(1, 0, -1): "USD", Dimension(0, 1, -1): "shares"}  # fmt: skip


def check_dimensions(query: Query, unit_of_metric: UnitOf) -> None:
    """Raise CannotAnswer if an output has a meaningless dimension."""
    for output in query.outputs:
        dimension = dimension_of(output, unit_of_metric)
        if dimension is not None and dimension not in _NAMES:
            raise CannotAnswer(
                f"the question was not understood: {output} is neither an amount, a count nor a"
                " ratio; ask in other words"
            )


def unit_of(output: object, unit_of_metric: UnitOf) -> str:
    """The unit of an output: `USD`, `USD/shares`, `shares`, `count`, `pure`; "" for names, years,
    Yes or No, numbers, and lines outside the catalogue."""
    match output:
        case Series(of, _):
            return unit_of(of, unit_of_metric)
        case Count():
            return "count"
        case Choose() | Filter() | Compare() | Logic() | Holds() | Number():
            return ""
    try:
        dimension = dimension_of(output, unit_of_metric)
    except CannotAnswer:
        return ""
    return "" if dimension is None else _UNITS.get(dimension, "pure")


def form_of(output: object, unit_of_metric: UnitOf, shown: UnitOf) -> FormUnit:
    """The form of a ratio: `times` or `days` if `shown` of its metric says so, `points` for a
    difference of percentages; else ""."""
    match output:
        case Lookup():
            return cast(FormUnit, shown(output.metric)) if output.metric else ""
        case Arithmetic("+" | "-", left, right):
            form = form_of(left, unit_of_metric, shown)
            shares = unit_of(left, unit_of_metric) == unit_of(right, unit_of_metric) == "pure"
            return "points" if not form and output.sign == "-" and shares else form
        case Absolute(of) | Defined(_, of) | Aggregate(_, of, _) | Series(of, _) | Choose(_, of):
            return form_of(of, unit_of_metric, shown)
    return ""


def dimension_of(node: object, unit_of_metric: UnitOf) -> Dimension | None:
    """The dimension of a node; None if it has none or is unknown.

    Raises CannotAnswer if values of different dimensions are added, compared or chosen among.
    """

    def of(inner: object) -> Dimension | None:
        return dimension_of(inner, unit_of_metric)

    match node:
        case Lookup():
            return _OF_UNIT.get(unit_of_metric(node.metric)) if node.metric else None
        case Arithmetic("*" | "/", left, right):
            return _product(of(left), of(right), -1 if node.sign == "/" else 1, node)
        case Arithmetic(_, left, right):
            return _same(node, left, right, of(left), of(right))
        case Growth(left, right) | Cagr(left, right):
            _same(node, left, right, of(left), of(right))
            return PURE
        case Absolute(inner) | Defined(_, inner) | Aggregate(_, inner, _) | Series(inner, _):
            return of(inner)
        case Count(_, where) | Filter(_, where) | Holds(_, _, where):
            of(where)
            return COUNT if isinstance(node, Count) else None
        case Compare(left, _, right):
            if not isinstance(right, Number):
                _same(node, left, right, of(left), of(right))
            else:
                of(left)
        case Logic(_, conditions):
            for condition in conditions:
                of(condition)
        case Choose(Options(values), _):
            for value in values[1:]:
                _same(node, values[0], value, of(values[0]), of(value))
        case Choose(_, by):
            of(by)
    return None


def _product(
    left: Dimension | None, right: Dimension | None, sign: int, node: Arithmetic
) -> Dimension | None:
    if left is None and isinstance(node.left, Number):
        left = PURE
    if right is None and isinstance(node.right, Number):
        right = PURE
    if left is None or right is None:
        return None
    return Dimension(
        left.money + sign * right.money,
        left.shares + sign * right.shares,
        left.count + sign * right.count,
    )


def _same(
    node: object, one: object, other: object, left: Dimension | None, right: Dimension | None
) -> Dimension | None:
    """The common dimension of both sides; a plain number fits ratios and counts, zero fits all."""
    for side, dimension in ((one, right), (other, left)):
        if isinstance(side, Number) and side.value and dimension not in (None, PURE, COUNT):
            raise CannotAnswer(
                f"the question was not understood: {node} adds a number to {dimension}"
            )
    if left is not None and right is not None and left != right:
        raise CannotAnswer(
            f"the question was not understood: {node} puts {left} and {right} together"
        )
    return right if left is None else left
