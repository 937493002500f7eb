"""Bind the loop variable `each`: insert a period, and list free variables and closed choices."""

from collections.abc import Iterator
from typing import Any

from secqa.query.answer_rules import by_name
from secqa.query.fiscal_calendar import earlier
from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Choose,
    Count,
    Filter,
    Holds,
    Lookup,
    Options,
    Series,
)
from secqa.query.tree import children, map_children


def in_period(tree: Any, period: Period) -> Any:
    """Replace `each` by a concrete period in a tree."""
    if isinstance(tree, Period):
        return earlier(period, tree.back) if tree.each else tree
    if isinstance(getattr(tree, "over", None), Years):
        return tree
    return map_children(tree, lambda child: in_period(child, period))


BINDS = {Companies: "company", Years: "year", Parts: "part"}
"""The loop variable of each kind of `over`."""


def free(tree: object) -> frozenset[str]:
    """The free loop variables of a tree: `company`, `year`, `part`."""
    if isinstance(tree, Period):
        return frozenset({"year"} if tree.each else ())
    found = frozenset().union(*map(free, children(tree)))
    if isinstance(tree, Lookup):
        slots = (("company", tree.company), ("part", tree.part))
        found |= {name for name, slot in slots if slot == EACH}
    bound = BINDS.get(type(getattr(tree, "over", None)))
    return found - {bound} if bound else found


def rankings_in(tree: object) -> Iterator[Choose]:
    """The choices without free variables, each after those that it depends on."""
    match tree:
        case Lookup():
            when = tree.period.over if isinstance(tree.period, Choose) else None
            last = isinstance(when, Years) and by_name(when)
            slots = (tree.part, tree.period) if last else (tree.period, tree.part)
            yield from rankings_in((tree.company, *slots))
        case Choose():
            yield from _rankings_over(tree.over, tree.by)
            if not free(tree):
                yield tree
        case Aggregate() | Series():
            yield from _rankings_over(tree.over, tree.of)
        case Filter() | Count() | Holds():
            yield from _rankings_over(tree.over, tree.where)
        case _:
            for one in children(tree):
                yield from rankings_in(one)


def _rankings_over(over: object, of: object) -> Iterator[Choose]:
    if isinstance(over, Options):
        yield from rankings_in(over.values)
    elif isinstance(over, Years) and by_name(over):
        yield from rankings_in(tuple(in_period(of, period) for period in over.periods))
    else:
        yield from rankings_in(of)
