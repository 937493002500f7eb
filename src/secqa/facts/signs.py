"""Facts in, the same facts with slips in their signs put right out.

Filers tag the sign apart from the printed parentheses, and sometimes forget it in one column:
(1,423) is tagged as -1,423 and (686), in the same row, as 686. Within a row of a statement
parentheses mean one thing; where its tags contradict each other, most of them are right.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from secqa.facts.fact import Fact


def with_signs_mended(facts: Sequence[Fact]) -> list[Fact]:
    """Turn the sign of facts whose row tags parentheses both ways; a tie leaves all as tagged."""
    rows: defaultdict[tuple[str, int, int], list[int]] = defaultdict(list)
    for index, fact in enumerate(facts):
        if fact.value and fact.statement is not None and not fact.dimensions and fact.place:
            rows[fact.concept, fact.place.element, fact.place.row].append(index)
    mended = list(facts)
    for indices in rows.values():
        if len(indices) < 3 or not _contradict([facts[index] for index in indices]):
            continue
        kept = Counter(_as_printed(facts[index]) for index in indices)
        if kept[True] == kept[False]:
            continue
        usual = kept[True] > kept[False]
        for index in indices:
            fact = facts[index]
            if _as_printed(fact) != usual and fact.value:
                mended[index] = replace(fact, value=-fact.value)
    return mended


def _contradict(row: Sequence[Fact]) -> bool:
    """Whether of two cells in parentheses one is tagged as negative and the other is not."""
    return len({(fact.value or 0) < 0 for fact in row if _in_parentheses(fact)}) == 2


def _as_printed(fact: Fact) -> bool:
    return ((fact.value or 0) < 0) == _in_parentheses(fact)


def _in_parentheses(fact: Fact) -> bool:
    return "(" in fact.printed
