"""Rows of T of one document -> what kind of company it is: `general`, `bank` or `insurer`.

Banks and insurers print other statements: their balance sheets are not split into current and
other, and nothing is sold at a cost. What a company is shows in the lines that only its kind has.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from secqa.facts.fact import MetricFact
from secqa.metrics.catalogue import GENERAL, Catalogue

_ENOUGH = 2
"""One line alone may be that of a division, such as the loans of a carmaker."""


def industry_of_rows(rows: Iterable[MetricFact], catalogue: Catalogue) -> str:
    """The industry whose own lines stand in the statements."""
    printed = {row.metric for row in rows if any(place.grade == 2 for place in row.evidence)}
    found = Counter(catalogue[metric].marks for metric in printed)
    del found[""]
    best, lines = max(found.items(), key=lambda item: item[1], default=("", 0))
    return best if lines >= _ENOUGH else GENERAL


def without_strangers(rows: Sequence[MetricFact], catalogue: Catalogue) -> list[MetricFact]:
    """Rows without those of other industries' metrics that no standard concept in a table says:
    what customers paid in advance are no bank's deposits, though called so; and without parts
    that only other companies have nothing beside: a bank's contracts are not all it earns from."""
    industry = industry_of_rows(rows, catalogue)
    return [
        row
        for row in rows
        if (
            industry not in catalogue[row.metric].not_in
            or (":" not in row.concept and any(place.row >= 0 for place in row.evidence))
        )
        and (industry == GENERAL or row.concept not in catalogue[row.metric].only_general)
    ]
