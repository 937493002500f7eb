"""Bind the loop variable `each`: insert periods, list free variables, choices and look-ups."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from secqa.metrics.catalogue import Catalogue
from secqa.query.answer_rules import by_name
from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import EACH, Period, earlier, reported
from secqa.query.query import (
    Aggregate,
    Choose,
    Count,
    Filter,
    Holds,
    Lookup,
    Options,
    Query,
    Series,
    lookups,
)
from secqa.query.tree import children, map_children, nodes


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


def atomic_lookups(query: Query, catalogue: Catalogue) -> tuple[Lookup, ...]:
    """All look-ups without choices, in order and without repeats."""
    found: dict[Lookup, None] = {}
    for one in lookups(query):
        slots = product(_companies(one, query), _parts(one, query), _periods(one, query, catalogue))
        for company, part, period in slots:
            found[replace(one, company=company, part=part, period=period)] = None
    return tuple(found)


def companies_in(query: Query) -> tuple[str, ...]:
    """The names of all companies whose figures are needed, in order."""
    found: list[str] = []
    for node in nodes(query):
        if isinstance(node, Companies):
            found += node.names
        elif isinstance(node, Lookup) and isinstance(node.company, str) and node.company != EACH:
            found.append(node.company)
    return tuple(dict.fromkeys(found))


def _companies(one: Lookup, query: Query) -> Iterable[str]:
    if isinstance(one.company, Choose):
        return _loop_items(one.company, Companies)
    return _loop_items(query, Companies) if one.company == EACH else (one.company,)


def _parts(one: Lookup, query: Query) -> Iterable[str]:
    if isinstance(one.part, Choose):
        return _loop_items(one.part, Parts)
    return _loop_items(query, Parts) if one.part == EACH else (one.part,)


def _loop_items(tree: object, kind: type[Companies] | type[Parts]) -> Iterable[str]:
    """The names that a tree iterates over."""
    through = (node for node in nodes(tree) if isinstance(node, kind))
    return dict.fromkeys(name for node in through for name in node.names)


def _periods(one: Lookup, query: Query, catalogue: Catalogue) -> Iterator[Period]:
    """The reported periods from which the periods of a look-up are computed."""
    slot = one.period
    if isinstance(slot, Period) and not slot.each:
        periods = [slot]
    else:
        tree = slot if isinstance(slot, Choose) else query
        back = slot.back if isinstance(slot, Period) else 0
        through = (p for node in nodes(tree) if isinstance(node, Years) for p in node.periods)
        periods = [earlier(period, back) for period in through]
    balance = bool(one.metric) and catalogue[one.metric].period == "instant"
    for period in periods:
        for _, term in reported(period, balance):
            yield term
