"""Terms: values of one company in one period, apart from these: "the ratio of debt to equity"."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from secqa.query.period import EACH, Period
from secqa.query.query import Arithmetic, Choose, Lookup, lookups, map_children
from secqa.query.saying.context import EACH_PERIOD


def term_of(tree: Any) -> tuple[Any, str | Choose, Period | Choose] | None:
    """A value of one company and period without these, and they; None where it has several."""
    found = lookups(tree)
    if isinstance(tree, Lookup):
        found = (tree,)
    whose = {(one.company, one.period) for one in found}
    if len(whose) != 1 or any(hasattr(one, "over") for one in _inside(tree)):
        return None
    ((company, period),) = whose
    return _with(tree, company=EACH, period=EACH_PERIOD), company, period


def _inside(tree: object) -> Iterator[object]:
    """All nodes of a tree but what its look-ups choose by."""
    yield tree
    if is_dataclass(tree) and not isinstance(tree, Lookup):
        for one in fields(tree):
            yield from _inside(getattr(tree, one.name))


def _with(tree: Any, **slots: object) -> Any:
    """A tree whose look-ups all have these."""
    if isinstance(tree, Lookup):
        return replace(tree, **slots)  # type: ignore[arg-type]
    return map_children(tree, lambda child: _with(child, **slots))


def same_but_period(of: object, base: object) -> tuple[Any, Period, Period] | None:
    """A value, its base period and its end, where two differ in their period alone."""
    one, other = term_of(of), term_of(base)
    if one is None or other is None or one[:2] != other[:2] or one[2] == other[2]:
        return None
    if not isinstance(one[2], Period) or not isinstance(other[2], Period):
        return None
    return _with(one[0], company=one[1]), other[2], one[2]


def summands(node: object) -> Sequence[object]:
    """What a sum adds up."""
    if isinstance(node, Arithmetic) and node.sign == "+":
        return (*summands(node.left), *summands(node.right))
    return (node,)


def is_share(node: Arithmetic) -> bool:
    """Whether a part is divided by its whole."""
    part, whole = node.left, node.right
    if node.sign != "/" or not isinstance(part, Lookup) or not isinstance(part.part, str):
        return False
    return bool(part.part) and part.part != EACH and replace(part, part="") == whole
