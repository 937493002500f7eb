"""Designs questions offline: composes queries at random and keeps those of rare shapes.

A shape is a query without companies, years and metrics: `Choose(Companies, Lookup)`.
Each round composes several queries, tries rare shapes first, and keeps the first query that
has a gold answer and passes the gates. Shapes of built-in kinds are skipped.

`design_gate` checks what no built-in kind gets wrong: two choices that a sentence would both call
"that company", a condition that all or none pass.
"""

from collections import Counter, defaultdict
from dataclasses import is_dataclass
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
from secqa.query.leaves import Scope, Years
from secqa.query.period import Period
from secqa.query.query import (
    Absolute,
    Arithmetic,
    Choose,
    Count,
    Filter,
    Number,
    Query,
    lookups,
)
from secqa.query.tree import children, nodes

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
    tally: defaultdict[str, float] = defaultdict(float)
    rejected: Counter[str] = Counter()
    tried: set[str] = set()
    drafts: list[Draft] = []
    empty = 0
    while len(drafts) < count and empty < _EMPTY_ROUNDS:
        composed = (kind.compose(draw, draw.rng.choice(draw.metrics)) for _ in range(_ROUND))
        shapes = {
            query: shape_of(query)
            for query in composed
            if isinstance(query, Query) and str(query) not in tried
        }
        empty += 1
        for query in sorted(shapes, key=lambda query: tally[shapes[query]]):
            shape = shapes[query]
            if shape in built_in:
                continue
            tried.add(str(query))
            try:
                draft = basis.draft_of(DESIGNED, query)
                reason = reason_against(draft)
            except CannotAnswer:
                reason = "it has no answer"
            tally[shape] += _FAILURE if reason else 1
            if not reason:
                drafts.append(draft)
                empty = 0
                break
            rejected[reason] += 1
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
    name = f"'{node.sign}'" if isinstance(node, Arithmetic) else type(node).__name__
    below = (
        item
        for child in children(node)
        for item in (child if isinstance(child, tuple) else (child,))
    )
    plain = Period | Scope if isinstance(node, Arithmetic) else Period | Scope | Number
    inside = [_shape(item) for item in below if is_dataclass(item) and not isinstance(item, plain)]
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
    return ""


def _is_foregone(draft: Draft, query: Query) -> bool:
    """Whether all or none pass."""
    output, answers = query.outputs[0], draft.gold.answers
    if len(query.outputs) > 1 or not isinstance(output, Filter | Count):
        return False
    over = output.over
    size = len(over.periods if isinstance(over, Years) else getattr(over, "names", ()))
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
