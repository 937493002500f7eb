"""Facts in, the same facts with slips in their signs put right out.

Filers tag the sign apart from the printed parentheses, and sometimes forget it in one column:
(1,423) is tagged as -1,423 and (686), in the same row, as 686. Within a row of a statement
parentheses mean one thing; where its tags contradict each other, most of them are right.
A payment is positive; some filers tag what they paid as negative because they print it so.
Under "Other expense (income)" a figure in brackets is an income, whatever sign its tag has.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from secqa.facts.fact import Fact
from secqa.filings.document import Statement
from secqa.metrics.senses import concept_sense, printed_sense

_PAID = re.compile(r"us-gaap:(?:InterestPaid|IncomeTaxesPaid)\w*")
"""What a company tells of its payments below the statement of cash flows."""
_OUT = re.compile(r"us-gaap:(?:Payments(?!ForProceeds)|Repayments?Of)\w*")


def with_payments_mended(facts: Sequence[Fact], label: Callable[[Fact], str]) -> list[Fact]:
    """Turn negative payments: those that are printed as other, positive payments of their table
    are, and those in parentheses where parentheses are what cash was used for. `label` gives
    the words beside a fact; a refund is rightly negative."""
    paid = {
        (fact.place.element, _in_parentheses(fact))
        for fact in facts
        if fact.place
        and fact.place.row >= 0
        and (fact.value or 0) > 0
        and _PAID.match(fact.concept)
    }

    def is_turned(fact: Fact) -> bool:
        if not fact.value or fact.value > 0 or fact.place is None or fact.place.row < 0:
            return False
        if _PAID.fullmatch(fact.concept):
            said = label(fact)
            refund = "refund" in said and "net of" not in said and "paid" not in said
            return not refund and (fact.place.element, _in_parentheses(fact)) in paid
        cash_flow = fact.statement is Statement.CASH_FLOW
        return cash_flow and _in_parentheses(fact) and _OUT.fullmatch(fact.concept) is not None

    return [replace(f, value=-f.value) if f.value and is_turned(f) else f for f in facts]


def with_senses_mended(facts: Sequence[Fact], row: Callable[[Fact], Sequence[str]]) -> list[Fact]:
    """Turn concepts that a row of the income statement tags in all its columns against what
    its label says that brackets mean. `row` gives the cells of a fact's row, its label first.

    A row that agrees in one column has a slip in the others, or a figure without its brackets.
    """
    agrees: defaultdict[str, set[bool]] = defaultdict(set)
    for fact in facts:
        place, own = fact.place, concept_sense(fact.concept)
        if not (own and fact.value and place and place.column > 0):
            continue
        if fact.statement is Statement.INCOME and (said := printed_sense(row(fact)[0])):
            printed = -said if "(" in row(fact)[place.column] else said
            agrees[fact.concept].add((fact.value * own > 0) == (printed > 0))
    turned = {concept for concept, found in agrees.items() if found == {False}}
    return [replace(f, value=-f.value) if f.concept in turned and f.value else f for f in facts]


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
