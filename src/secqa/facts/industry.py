"""Rows of T of one document -> what kind of company it is: `general`, `bank` or `insurer`.

Banks and insurers print other statements: their balance sheets are not split into current and
other, and nothing is sold at a cost. What a company is shows in the lines that only its kind has.
"""

from collections.abc import Iterable

from secqa.facts.fact import MetricFact

_LINES = {
    "bank": {"deposits", "net_interest_income", "loans"},
    "insurer": {"premiums", "claims"},
}
_ENOUGH = 2
"""One line alone may be that of a division, such as the loans of a carmaker."""


def industry_of(rows: Iterable[MetricFact]) -> str:
    """The industry whose own lines stand in the statements."""
    printed = {row.metric for row in rows if any(place.grade == 2 for place in row.evidence)}
    found = {name: len(lines & printed) for name, lines in _LINES.items()}
    best = max(found, key=lambda name: found[name])
    return best if found[best] >= _ENOUGH else "general"
