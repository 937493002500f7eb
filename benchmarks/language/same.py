"""Whether two queries ask for the same, however they say it."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.metrics.formula import MetricPart, Operation, parse
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.ground import ground
from secqa.query.leaves import Scope
from secqa.query.query import Arithmetic, Defined, Lookup, Query


def same(one: Query, other: Query, known: CompanyIndex) -> bool:
    """Whether both ask for the same; names of definitions, the order of what is added up and forms
    of the answer do not count."""
    try:
        outputs = [ground(query, known).outputs for query in (one, other)]
    except CannotAnswer:
        return False
    return bool(_plain(outputs[0]) == _plain(outputs[1]))


def _plain(node: Any) -> Any:
    """A tree without what makes no difference."""
    if isinstance(node, tuple):
        return tuple(map(_plain, node))
    if isinstance(node, Defined):
        return _plain(node.of)
    if isinstance(node, Arithmetic) and node.sign == "+":
        return ("+", frozenset(map(repr, _added(node))))
    if isinstance(node, Arithmetic) and node.sign == "*":
        return ("*", frozenset(map(repr, (_plain(node.left), _plain(node.right)))))
    if isinstance(node, Arithmetic):
        return (node.sign, (_plain(node.left), _plain(node.right)))
    if isinstance(node, Lookup):
        node = replace(node, place=Scope(note=node.place.note))
        return _spelt_out(node)
    if is_dataclass(node) and not isinstance(node, type):
        own = {field.name: getattr(node, field.name) for field in fields(node)}
        return replace(node, **{name: _plain(value) for name, value in own.items()})
    return node


def _spelt_out(lookup: Lookup) -> Any:
    """A metric that is two others added, divided or the like, as what it is made of."""
    formula = load_catalogue()[lookup.metric].formula if lookup.metric else ""
    match parse(formula) if formula else None:
        case Operation(sign, MetricPart(left, 0, False), MetricPart(right, 0, False)):
            own = [_plain(replace(lookup, metric=name)) for name in (left, right)]
            return (sign, frozenset(map(repr, own)) if sign == "+" else tuple(own))
    return lookup


def _added(node: Any) -> list[Any]:
    if isinstance(node, Arithmetic) and node.sign == "+":
        return [*_added(node.left), *_added(node.right)]
    return [_plain(node)]
