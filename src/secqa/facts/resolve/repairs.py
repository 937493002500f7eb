"""Correct filers' mistakes in their tags, and remove misleading facts.

Signs: filers tag the sign separately from the printed parentheses, and sometimes forget it in one
column: (1,423) is tagged as -1,423 and (686), in the same row, as 686. Within a row of a statement
parentheses have one meaning; if the tags contradict each other, the majority is right. Under "Other
expense (income)" a figure in parentheses is an income, regardless of its tagged sign.

Issued shares: shares that a company bought back are still issued, but not outstanding. Some filers
tag the same number as both; if the company has treasury stock, it is the number of issued shares.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from secqa.facts.fact import Fact
from secqa.filings.document import Statement
from secqa.metrics.senses import concept_sense, printed_sense

_OUTSTANDING = "us-gaap:CommonStockSharesOutstanding"
_ISSUED = "us-gaap:CommonStockSharesIssued"
_TREASURY = ("us-gaap:TreasuryStockValue", "us-gaap:TreasuryStockCommonValue")


def with_senses_mended(facts: Sequence[Fact], row: Callable[[Fact], Sequence[str]]) -> list[Fact]:
    """Change the sign of concepts that contradict a label such as "Other expense (income)".

    Only if all columns of the row in the income statement contradict it; otherwise single figures
    are wrong. `row` returns the cells of a fact's row, label first.
    """
    agrees: defaultdict[str, set[bool]] = defaultdict(set)
    for fact in facts:
        place, own = fact.place, concept_sense(fact.concept)
        if not (own and fact.value and place and place.column > 0):
            continue
        if fact.statement is Statement.INCOME and (sense := printed_sense(row(fact)[0])):
            printed = -sense if "(" in row(fact)[place.column] else sense
            agrees[fact.concept].add((fact.value * own > 0) == (printed > 0))
    turned = {concept for concept, agreements in agrees.items() if agreements == {False}}
    return [replace(f, value=-f.value) if f.concept in turned and f.value else f for f in facts]


def with_signs_mended(facts: Sequence[Fact]) -> list[Fact]:
    """Change the sign of facts that contradict the majority of their row; a tie changes nothing."""
    rows: defaultdict[tuple[str, int, int], list[int]] = defaultdict(list)
    for index, fact in enumerate(facts):
        if fact.value and fact.statement is not None and not fact.dimensions and fact.place:
            rows[fact.concept, fact.place.element, fact.place.row].append(index)
    mended = list(facts)
    for indices in rows.values():
        if len(indices) < 3 or not _contradict([facts[index] for index in indices]):
            continue
        counts = Counter(_as_printed(facts[index]) for index in indices)
        if counts[True] == counts[False]:
            continue
        usual = counts[True] > counts[False]
        for index in indices:
            fact = facts[index]
            if _as_printed(fact) != usual and fact.value:
                mended[index] = replace(fact, value=-fact.value)
    return mended


def _contradict(row: Sequence[Fact]) -> bool:
    """Whether some cells in parentheses are tagged as negative and others are not."""
    return len({(fact.value or 0) < 0 for fact in row if _in_parentheses(fact)}) == 2


def _as_printed(fact: Fact) -> bool:
    return ((fact.value or 0) < 0) == _in_parentheses(fact)


def _in_parentheses(fact: Fact) -> bool:
    return "(" in fact.printed


def without_issued_shares(facts: Sequence[Fact]) -> list[Fact]:
    """Remove facts of shares outstanding that equal the shares issued, despite treasury stock.

    Facts tagged in the balance sheet itself are trusted. Filers that confuse the two do so for all
    dates, so either all facts of a document are removed or none.
    """
    whole = [fact for fact in facts if fact.value and not fact.dimensions]
    issued = {(fact.end, fact.value) for fact in whole if fact.concept == _ISSUED}
    holds_treasury = {fact.end for fact in whole if fact.concept in _TREASURY}
    outstanding = [fact for fact in whole if fact.concept == _OUTSTANDING]
    mixed_up = any(
        fact.end in holds_treasury and (fact.end, fact.value) in issued for fact in outstanding
    ) and not any(fact.statement is Statement.BALANCE_SHEET for fact in outstanding)
    return [fact for fact in facts if not mixed_up or fact.concept != _OUTSTANDING]
