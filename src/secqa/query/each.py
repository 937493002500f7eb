"""Bind `each`: put a period in its place, list the variables that a tree needs from outside."""

from typing import Any

from secqa.query.fiscal_calendar import earlier
from secqa.query.period import EACH, Period
from secqa.query.query import Companies, Lookup, Parts, Years, children, map_children


def in_period(tree: Any, period: Period) -> Any:
    """A tree with a concrete period where `each` stands for it."""
    if isinstance(tree, Period):
        return earlier(period, tree.back) if tree.each else tree
    if isinstance(getattr(tree, "over", None), Years):
        return tree
    return map_children(tree, lambda child: in_period(child, period))


BINDS = {Companies: "company", Years: "year", Parts: "part"}
"""What each kind of `over` gives `each` a meaning for."""


def free(tree: object) -> frozenset[str]:
    """The loop variables that a tree needs from outside: `company`, `year`, `part`."""
    if isinstance(tree, Period):
        return frozenset({"year"} if tree.each else ())
    found = frozenset().union(*map(free, children(tree)))
    if isinstance(tree, Lookup):
        slots = (("company", tree.company), ("part", tree.part))
        found |= {name for name, slot in slots if slot == EACH}
    bound = BINDS.get(type(getattr(tree, "over", None)))
    return found - {bound} if bound else found
