"""List the look-ups that a grounded query needs, each of one company, part and reported period.

Loop variables and choices may stand for any of their items, so all items are included.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from secqa.metrics.catalogue import Catalogue
from secqa.query.fiscal_calendar import earlier, reported
from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import EACH, Period
from secqa.query.query import Choose, Lookup, Query, lookups
from secqa.query.tree import nodes


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
