"""Facts in, those out that call shares outstanding what is only issued.

Issued shares that a company bought back are issued still, and not outstanding. Some filers tag
both alike; where a company holds treasury stock, equal numbers show that it is the issued one.
"""

from collections.abc import Sequence

from secqa.facts.fact import Fact
from secqa.filings.document import Statement

_OUTSTANDING = "us-gaap:CommonStockSharesOutstanding"
_ISSUED = "us-gaap:CommonStockSharesIssued"
_TREASURY = ("us-gaap:TreasuryStockValue", "us-gaap:TreasuryStockCommonValue")


def without_issued_shares(facts: Sequence[Fact]) -> list[Fact]:
    """Leave out facts of shares outstanding that equal the shares issued, despite treasury stock.

    What the balance sheet itself calls outstanding is believed. Filers that mix the two up do so
    for all dates: all of a document's facts go, or none.
    """
    whole = [fact for fact in facts if fact.value and not fact.dimensions]
    issued = {(fact.end, fact.value) for fact in whole if fact.concept == _ISSUED}
    holds_treasury = {fact.end for fact in whole if fact.concept in _TREASURY}
    outstanding = [fact for fact in whole if fact.concept == _OUTSTANDING]
    mixed_up = any(
        fact.end in holds_treasury and (fact.end, fact.value) in issued for fact in outstanding
    ) and not any(fact.statement is Statement.BALANCE_SHEET for fact in outstanding)
    return [fact for fact in facts if not mixed_up or fact.concept != _OUTSTANDING]
