"""Decides which composed or proposed queries are worth asking.

The other gates look at values. New shapes can also fail in ways that no built-in kind can: two
choices that a sentence would both call "that company", a condition that all or none pass, a
quotient whose base is not positive.
"""

from collections import Counter

from secqa.benchmark.basis import Basis
from secqa.benchmark.draft import Draft, interpret
from secqa.benchmark.draft_selection import ReasonAgainst
from secqa.benchmark.gate import gate
from secqa.benchmark.gates.value_gates import LEAD, SMALLEST_CHANGE
from secqa.benchmark.generation import question_of
from secqa.errors import CannotAnswer
from secqa.query.query import (
    Absolute,
    Arithmetic,
    Choose,
    Companies,
    Count,
    Filter,
    Query,
    Years,
    lookups,
    nodes,
)

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
