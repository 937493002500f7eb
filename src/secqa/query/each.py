"""What `each` stands for below an `over`: the variables a tree needs, a period in its place."""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from secqa.query.fiscal_calendar import earlier
from secqa.query.period import EACH, Period
from secqa.query.query import Companies, Lookup, Parts, Years, map_children


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
    """The variables of what is gone through outside that a tree needs."""
    if isinstance(tree, Sequence) and not isinstance(tree, str):
        return frozenset().union(*map(free, tree))
    if not is_dataclass(tree):
        return frozenset()
    found = frozenset[str]()
    if isinstance(tree, Lookup):
        slots = (("company", tree.company), ("part", tree.part))
        found = frozenset(name for name, slot in slots if slot == EACH)
    elif isinstance(tree, Period):
        return frozenset({"year"}) if tree.each else found
    for one in fields(tree):
        found |= free(getattr(tree, one.name))
    bound = BINDS.get(type(getattr(tree, "over", None)))
    return found - {bound} if bound else found
