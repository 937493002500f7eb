"""Correct filers' mistakes in their tags, and remove misleading facts.

Signs: under "Other expense (income)" a figure in parentheses is an income, regardless of its tagged
sign. Other wrong signs are left to the gates of the fact table.

Issued shares: shares that a company bought back are still issued, but not outstanding. Some filers
tag the same number as both; if the company has treasury stock, it is the number of issued shares.
"""

from collections import defaultdict
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
