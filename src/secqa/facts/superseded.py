"""Facts in, those out that their row or column calls figures from before a restatement.

A filing that adopts an accounting rule or mends an error shows old and new figures beside each
other. Mostly the old ones carry a dimension; some filers tag them plainly, and the new ones not.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from secqa.facts.fact import Fact
from secqa.filings.document import Document

_OLD = re.compile(
    r"(?:before|prior to|pre-) ?(?:the )?adoption"
    r"|as (?:previously|originally|initially) (?:reported|stated|presented|filed|issued)"
    r"|previously reported|adoption impact|(?:effects?|impact) of (?:the )?(?:adoption|restatement)"
)


def without_superseded(facts: Sequence[Fact], document: Document) -> list[Fact]:
    """Leave out facts in rows and columns of old figures, and of what changed them."""
    elements = document.by_index

    def is_old(fact: Fact) -> bool:
        place = fact.place
        if place is None or place.row < 0:
            return False
        table = elements[place.element].table
        if table is None:
            return False
        return _tells_old(table.cells[place.row][0]) or _tells_old(table.columns[place.column])

    return [fact for fact in facts if not is_old(fact)]


@lru_cache(maxsize=4096)
def _tells_old(head: str) -> bool:
    return _OLD.search(head.lower()) is not None
