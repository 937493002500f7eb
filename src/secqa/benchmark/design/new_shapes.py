"""Designs questions offline: composes queries at random and keeps those of rare shapes.

A shape is a query without companies, years and metrics: `Choose(Companies, Lookup)`.
Each round composes several queries, tries rare shapes first, and keeps the first query that
has a gold answer and passes the gates. Shapes of built-in kinds are left out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random

from secqa.benchmark.basis import Basis
from secqa.benchmark.design.design_gate import design_gate
from secqa.benchmark.draft import Draft
from secqa.benchmark.generation import Selection
from secqa.benchmark.grammar.draft_kinds import about
from secqa.benchmark.grammar.draw import DrawCache
from secqa.benchmark.grammar.question_kinds import DESIGNED, KINDS, composed
from secqa.benchmark.grammar.random_shapes import compose_new
from secqa.errors import CannotAnswer, SecqaError
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Choose, Lookup, Number, Query, Scope

_ROUND = 12
"""Queries composed in a round."""
_EMPTY_ROUNDS = 150
"""The corpus has no more to give after so many rounds in a row without a question."""
_FAILURE = 0.1
"""Weight of a failed query of a shape beside 1 for a kept one: it only breaks ties."""
_SAMPLES = 30
"""Queries of each built-in kind whose shapes count as built in."""


def design(basis: Basis, seed: int, count: int) -> Selection:
    """So many designed questions; SecqaError if the corpus does not give them."""
    draw = basis.draw(Random(f"{seed}/{DESIGNED}"), DrawCache())
    built_in = built_in_shapes(basis, seed)
    reason_against = design_gate(basis)
    tally: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    rejected: Counter[str] = Counter()
    tried: set[str] = set()
    drafts: list[Draft] = []

    def candidates() -> Iterator[tuple[str, Query]]:
        for _ in range(_ROUND):
            query = composed(compose_new, draw, draw.rng.choice(draw.metrics))
            if isinstance(query, Query) and str(query) not in tried:
                shape = shape_of(query)
                if shape not in built_in:
                    yield shape, query

    def first_good(queries: list[tuple[str, Query]]) -> tuple[str, Draft] | None:
        for shape, query in queries:
            tried.add(str(query))
            failures[shape] += 1
            try:
                draft = basis.draft_of(DESIGNED, query)
                reason = reason_against(draft)
            except CannotAnswer:
                reason = "it has no answer"
            if not reason:
                return shape, draft
            rejected[reason] += 1
        return None

    empty = 0
    while len(drafts) < count and empty < _EMPTY_ROUNDS:
        rarest_first = sorted(
            candidates(), key=lambda item: tally[item[0]] + _FAILURE * failures[item[0]]
        )
        good = first_good(rarest_first)
        empty = 0 if good else empty + 1
        if good:
            tally[good[0]] += 1
            drafts.append(good[1])
    if len(drafts) < count:
        raise SecqaError(
            f"--count {count}: the designer finds only {len(drafts)} questions in this corpus; ask "
            "for fewer or ingest more reports"
        )
    return Selection(tuple(drafts), rejected)


def built_in_shapes(basis: Basis, seed: int) -> frozenset[str]:
    """Shapes of the built-in kinds."""
    draw = basis.draw(Random(f"{seed}/shapes"), DrawCache())
    queries = (
        kind.compose(draw, draw.rng.choice(draw.metrics))
        for kind in KINDS.values()
        if kind.make is not about
        for _ in range(_SAMPLES)
    )
    return frozenset(shape_of(query) for query in queries if isinstance(query, Query))


def shape_of(query: Query) -> str:
    """The shape of a query."""
    return "; ".join(map(_shape, query.outputs))


def _shape(node: object) -> str:
    name = type(node).__name__
    match node:
        case Lookup():
            slots = (node.company, node.period, node.part)
            inside = [_shape(slot) for slot in slots if isinstance(slot, Choose)]
        case Arithmetic():
            name, inside = f"'{node.sign}'", [_shape(node.left), _shape(node.right)]
        case _:
            parts = [getattr(node, field.name) for field in fields(node)]  # type: ignore[arg-type]
            items = [
                item for part in parts for item in (part if isinstance(part, tuple) else [part])
            ]
            inside = [
                _shape(item)
                for item in items
                if is_dataclass(item) and not isinstance(item, Number | Period | Scope)
            ]
    return f"{name}({', '.join(inside)})" if inside else name
