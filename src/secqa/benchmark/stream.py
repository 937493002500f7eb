"""All that a kind finds to ask: an endless stream of queries in, drafts with their gold out.

Metrics take turns, so that common ones do not crowd out the others; so do units, by the root of
the number of their metrics, so that money does not crowd out people, shares and rates. Nothing
comes twice, and a stream ends when many draws in a row have given nothing new.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from typing import TypeVar

from secqa.benchmark.draft import Draft
from secqa.benchmark.interpret import Gold, interpret
from secqa.benchmark.kinds.draw import Draw
from secqa.benchmark.kinds.registry import Kind
from secqa.benchmark.names import Entity
from secqa.benchmark.truth import Truth
from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.parsing.ground import company_named, ground
from secqa.query.period import EACH
from secqa.query.query import Companies, Lookup, Query, Scope, nodes

Item = TypeVar("Item")

PRIMARY = 2
"""Grade of a page with a primary statement."""
FRUITLESS = 400
"""Draws in a row without anything new after which a kind has no more to ask."""


def drafts(kind: Kind, draw: Draw) -> Iterator[Draft]:
    """Everything that a kind finds to ask, in random order."""
    by_name = {company.name: company for company in draw.companies}
    seen: set[str] = set()
    fruitless = 0
    for metric in _in_turns(draw.metrics, draw.rng):
        made = kind.compose(draw, metric)
        draft = None
        if isinstance(made, Draft):
            draft = made if made.key not in seen else None
            seen.add(made.key)
        elif made is not None and (key := str(made)) not in seen:
            seen.add(key)
            draft = _drafted(kind.id, made, draw, by_name)
        if draft is not None:
            fruitless = 0
            yield draft
        elif (fruitless := fruitless + 1) >= FRUITLESS:
            return


def _drafted(kind: str, query: Query, draw: Draw, by_name: Mapping[str, Entity]) -> Draft | None:
    """The draft of a query; None where T has no answer."""
    try:
        return draft_of(kind, query, draw.truth, draw.catalogue, by_name)
    except CannotAnswer:
        return None


def draft_of(
    kind: str,
    query: Query,
    truth: Truth,
    catalogue: Catalogue,
    by_name: Mapping[str, Entity],
) -> Draft:
    """The draft of a query with its gold; CannotAnswer where T has no answer.

    `by_name` has companies as queries call them; others are looked for.
    """
    grounded = ground(query, truth.known)
    gold = _interpreted(grounded, truth, catalogue)
    tree = tuple(nodes(query))
    named = dict.fromkeys(name for node in tree for name in _names_in(node) if name != EACH)
    companies = dict.fromkeys(by_name.get(name) or _entity(name, truth) for name in named)
    metrics = dict.fromkeys(node.metric for node in tree if isinstance(node, Lookup))
    return Draft(kind, tuple(companies), tuple(metrics), query, grounded, gold)


def _entity(name: str, truth: Truth) -> Entity:
    cik = company_named(name, truth.known).cik
    found = next((company for company in truth.companies if company.cik == cik), None)
    if found is None:
        raise CannotAnswer(f"the corpus has no annual report of {name}")
    return found


def _interpreted(query: Query, truth: Truth, catalogue: Catalogue) -> Gold:
    """The gold of a query; where a statement is named, by the figures that it prints."""
    anywhere = tuple(
        replace(one, place=Scope()) if isinstance(one, Lookup) else one for one in query.outputs
    )
    gold = interpret(Query(anywhere), truth, catalogue)
    if anywhere == query.outputs:
        return gold
    facts = [
        replace(fact, evidence=tuple(place for place in fact.evidence if place.grade == PRIMARY))
        for fact in gold.facts
    ]
    if not all(fact.evidence for fact in facts):
        raise CannotAnswer("no statement prints it")
    return replace(gold, facts=tuple(facts))


def _names_in(node: object) -> tuple[str, ...]:
    if isinstance(node, Companies):
        return node.names
    return (node.company,) if isinstance(node, Lookup) and isinstance(node.company, str) else ()


def _in_turns(metrics: Sequence[Metric], rng: Random) -> Iterator[Metric]:
    """All metrics for ever, units taking turns; nothing where there are none."""
    units: dict[str, list[Metric]] = {}
    for metric in _shuffled(metrics, rng):
        units.setdefault(metric.unit, []).append(metric)
    turns = [unit for unit, members in units.items() for _ in range(round(sqrt(len(members))))]
    place = dict.fromkeys(units, 0)
    while turns:
        for unit in _shuffled(turns, rng):
            members = units[unit]
            yield members[place[unit] % len(members)]
            place[unit] += 1


def _shuffled(items: Sequence[Item], rng: Random) -> list[Item]:
    mixed = list(items)
    rng.shuffle(mixed)
    return mixed
