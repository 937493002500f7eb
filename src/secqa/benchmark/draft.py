"""A question before it is worded: what is asked, and what that comes to over T.

Kinds give an endless stream of queries, metrics taking turns, so that common ones do not crowd
out the others; units take turns, too, by the root of the number of their metrics, so that money
does not crowd out people, shares and rates. Nothing comes twice, and a stream ends when many draws
in a row have given nothing new.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TypeVar

from secqa.benchmark.interpret import Gold, interpret
from secqa.benchmark.kinds.draw import Draw
from secqa.benchmark.kinds.registry import Kind
from secqa.benchmark.names import Entity
from secqa.errors import CannotAnswer
from secqa.language.ground import ground
from secqa.language.query import Companies, Lookup, Query, nodes
from secqa.metrics.catalogue import Metric

Item = TypeVar("Item")

FRUITLESS = 400
"""Draws in a row without anything new after which a kind has no more to ask."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a question asks, and what that comes to."""

    kind: str
    companies: tuple[Entity, ...]
    """In the order the question names them."""
    metrics: tuple[str, ...]
    """In the order the question names them."""
    query: Query
    """As the question asks it: "latest" stays latest."""
    grounded: Query
    """The same with the fiscal periods that are meant."""
    gold: Gold


def drafts(kind: Kind, draw: Draw) -> Iterator[Draft]:
    """Everything that a kind finds to ask, in random order."""
    by_name = {company.name: company for company in draw.companies}
    seen: set[str] = set()
    fruitless = 0
    for metric in _in_turns(draw.metrics, draw.rng):
        query = kind.compose(draw, metric)
        draft = None
        if query is not None and (key := str(query)) not in seen:
            seen.add(key)
            draft = _draft(kind.id, query, draw, by_name)
        if draft is not None:
            fruitless = 0
            yield draft
        elif (fruitless := fruitless + 1) >= FRUITLESS:
            return


def _draft(kind: str, query: Query, draw: Draw, by_name: Mapping[str, Entity]) -> Draft | None:
    """The draft of a query; None where T has no answer."""
    try:
        grounded = ground(query, draw.truth.known)
        gold = interpret(grounded, draw.truth, draw.catalogue)
    except CannotAnswer:
        return None
    named = dict.fromkeys(
        name for node in nodes(query) for name in _names_in(node) if name in by_name
    )
    metrics = dict.fromkeys(n.metric for n in nodes(query) if isinstance(n, Lookup))
    companies = tuple(by_name[name] for name in named)
    return Draft(kind, companies, tuple(metrics), query, grounded, gold)


def _names_in(node: object) -> tuple[str, ...]:
    if isinstance(node, Companies):
        return node.names
    return (node.company,) if isinstance(node, Lookup) and isinstance(node.company, str) else ()


def _in_turns(metrics: Sequence[Metric], rng: Random) -> Iterator[Metric]:
    """All metrics for ever, units taking turns."""
    units: dict[str, list[Metric]] = {}
    for metric in _shuffled(metrics, rng):
        units.setdefault(metric.unit, []).append(metric)
    turns = [unit for unit, members in units.items() for _ in range(round(sqrt(len(members))))]
    place = dict.fromkeys(units, 0)
    while True:
        for unit in _shuffled(turns, rng):
            members = units[unit]
            yield members[place[unit] % len(members)]
            place[unit] += 1


def _shuffled(items: Sequence[Item], rng: Random) -> list[Item]:
    mixed = list(items)
    rng.shuffle(mixed)
    return mixed
