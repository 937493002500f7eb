"""Designs questions offline: composes queries at random and keeps those of rare shapes.

A shape is a query without companies, years and metrics: `Choose(Companies, Lookup)`.
Each round composes several queries, tries rare shapes first, and keeps the first query that
has a gold answer and passes the gates. Shapes of built-in kinds are skipped.

`design_gate` checks what no built-in kind gets wrong: two choices that a sentence would both call
"that company", a condition that all or none pass, a quotient whose base is not positive.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random

from secqa.benchmark.basis import Basis
from secqa.benchmark.draft import Draft, interpret
from secqa.benchmark.draft_selection import ReasonAgainst
from secqa.benchmark.gate import gate
from secqa.benchmark.gates.value_gates import LEAD, SMALLEST_CHANGE
from secqa.benchmark.generation import Selection, question_of
from secqa.benchmark.grammar.passage_kinds import about
from secqa.benchmark.grammar.question_kinds import DESIGNED, KINDS, Kind
from secqa.benchmark.grammar.random_shapes import compose_new
from secqa.errors import CannotAnswer, SecqaError
from secqa.query.leaves import Companies, Scope, Years
from secqa.query.period import Period
from secqa.query.query import (
    Absolute,
    Arithmetic,
    Choose,
    Count,
    Filter,
    Lookup,
    Number,
    Query,
    lookups,
)
from secqa.query.tree import nodes

_ROUND = 30
"""Queries composed in a round."""
_EMPTY_ROUNDS = 150
"""Stop after this many rounds in a row without a question: the corpus is exhausted."""
_FAILURE = 0.1
"""Weight of a failed query of a shape, where a kept one counts 1: it only breaks ties."""
_SAMPLES = 30
"""Queries of each built-in kind whose shapes count as built in."""


def design(basis: Basis, seed: int, count: int) -> Selection:
    """Design `count` questions; raises SecqaError if the corpus does not give them."""
    draw = basis.draw(Random(f"{seed}/{DESIGNED}"))
    kind = Kind(DESIGNED, "", compose_new)
    built_in = built_in_shapes(basis, seed)
    reason_against = design_gate(basis)
    tally: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    rejected: Counter[str] = Counter()
    tried: set[str] = set()
    drafts: list[Draft] = []

    def candidates() -> Iterator[tuple[str, Query]]:
        for _ in range(_ROUND):
            query = kind.compose(draw, draw.rng.choice(draw.metrics))
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
    draw = basis.draw(Random(f"{seed}/shapes"))
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


MOST_NODES = 60
"""Nobody can follow a query with more nodes."""


def design_gate(basis: Basis) -> ReasonAgainst:
    """Why a designed question is not asked; "" if it is fine."""
    general_gate = gate(basis)

    def reason(draft: Draft) -> str:
        return (
            _against_form(draft)
            or general_gate(draft)
            or _against_difference(draft, basis)
            or _against_program(draft, basis)
        )

    return reason


def _against_form(draft: Draft) -> str:
    query = draft.grounded
    if query is None or not draft.gold.facts:
        return "it looks nothing up"
    if sum(1 for _ in nodes(query)) > MOST_NODES:
        return "it asks for too much at once"
    choices = {
        (type(slot.over).__name__, slot)
        for lookup in lookups(query)
        for slot in (lookup.company, lookup.period, lookup.part)
        if isinstance(slot, Choose)
    }
    if max(Counter(over for over, _ in choices).values(), default=0) > 1:
        return "two are chosen that a sentence cannot tell apart"
    if _is_foregone(draft, query):
        return "it holds for all or for none"
    chooses = any(isinstance(node, Choose) for node in nodes(query))
    if chooses and any(fact.value < 0 for fact in draft.gold.facts):
        return "a ranking of values below zero"
    for node, values in draft.gold.steps:
        if isinstance(node, Arithmetic) and node.sign == "/" and values[1] <= 0:
            return "the base is negative or near zero"
        if isinstance(node, Arithmetic) and node.sign == "/" and values[0] == values[1]:
            return "a ratio of the same"
    return ""


def _is_foregone(draft: Draft, query: Query) -> bool:
    """Whether all or none pass."""
    output, answers = query.outputs[0], draft.gold.answers
    if len(query.outputs) > 1 or not isinstance(output, Filter | Count):
        return False
    match output.over:
        case Years():
            size = len(output.over.periods)
        case Companies():
            size = len(output.over.names)
        case _:
            size = 0
    if isinstance(output, Count):
        return answers[0] in (0, size)
    return answers == ("none",) or len(answers) == size


def _against_difference(draft: Draft, basis: Basis) -> str:
    """Against a difference of nearly equal values: rounding would decide."""
    for output in draft.grounded.outputs if draft.grounded else ():
        node = output.of if isinstance(output, Absolute) else output
        if isinstance(node, Arithmetic) and node.sign == "-":
            sides = interpret(Query((node.left, node.right)), basis.table, basis.catalogue).answers
            left, right = (side if isinstance(side, float) else 0.0 for side in sides)
            least = SMALLEST_CHANGE if draft.gold.unit == "pure" else 0.0
            if abs(left - right) < max(LEAD * max(abs(left), abs(right)), least):
                return "the change is near zero"
    return ""


def _against_program(draft: Draft, basis: Basis) -> str:
    try:
        question_of(draft, "", "", basis)
    except CannotAnswer:
        return "no program works it out"
    return ""
