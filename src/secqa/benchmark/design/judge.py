"""Which composed or proposed queries are worth asking: what no built-in kind can get wrong.

The gates of `benchmark.validate` look at values; here it is what only new shapes have: two choices
that a sentence would both call "that company", a condition that holds for all or for none, a
quotient whose base is not positive.
"""

from collections import Counter

from secqa.benchmark.basis import Basis
from secqa.benchmark.draft import Draft
from secqa.benchmark.gate import gate
from secqa.benchmark.gates.validate import LEAD, SMALLEST_CHANGE
from secqa.benchmark.interpret import interpret
from secqa.benchmark.question import question_of
from secqa.benchmark.select import ReasonAgainst
from secqa.errors import CannotAnswer
from secqa.query.query import (
    Absolute,
    Arithmetic,
    Choose,
    Count,
    Filter,
    Lookup,
    Query,
    Years,
    nodes,
)

MOST_NODES = 60
"""Parts of a query, beyond which nobody follows it."""


def judge(basis: Basis) -> ReasonAgainst:
    """Why a designed question is not asked, "" where it is fine."""
    values = gate(basis)

    def reason(draft: Draft) -> str:
        return (
            _against_form(draft)
            or values(draft)
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
    if max(_choices(query).values(), default=0) > 1:
        return "two are chosen that a sentence cannot tell apart"
    if _is_foregone(draft, query):
        return "it holds for all or for none"
    chooses = any(isinstance(one, Choose) for one in nodes(query))
    if chooses and any(fact.value < 0 for fact in draft.gold.facts):
        return "a ranking of values below zero"
    for node, of in draft.gold.steps:
        if isinstance(node, Arithmetic) and node.sign == "/" and of[1] <= 0:
            return "the base is negative or near zero"
        if isinstance(node, Arithmetic) and node.sign == "/" and of[0] == of[1]:
            return "a ratio of the same"
    return ""


def _choices(query: Query) -> Counter[str]:
    """How many different things are chosen for look-ups, companies and years apart."""
    found = {
        (type(one.over).__name__, one)
        for node in nodes(query)
        if isinstance(node, Lookup)
        for one in (node.company, node.period, node.part)
        if isinstance(one, Choose)
    }
    return Counter(over for over, _ in found)


def _is_foregone(draft: Draft, query: Query) -> bool:
    """Whether all, or none, of what is gone through passes."""
    output = query.outputs[0]
    if len(query.outputs) > 1 or not isinstance(output, Filter | Count):
        return False
    every = output.over.periods if isinstance(output.over, Years) else getattr(
        output.over, "names", ()
    )  # fmt: skip
    answers = draft.gold.answers
    if isinstance(output, Count):
        return answers[0] in (0, len(every))
    return answers == ("none",) or len(answers) == len(every)


def _against_difference(draft: Draft, basis: Basis) -> str:
    """Against what is left of two values that are nearly the same: rounding would decide."""
    for output in draft.grounded.outputs if draft.grounded else ():
        node = output.of if isinstance(output, Absolute) else output
        if isinstance(node, Arithmetic) and node.sign == "-":
            sides = interpret(Query((node.left, node.right)), basis.truth, basis.catalogue).answers
            left, right = (one if isinstance(one, float) else 0.0 for one in sides)
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
