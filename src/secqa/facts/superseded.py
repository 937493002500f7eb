"""Facts in, those out that their row or column calls figures from before a restatement.

A filing that adopts an accounting rule or mends an error shows old and new figures beside each
other. Mostly the old ones carry a dimension; some filers tag them plainly, and the new ones not.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from secqa.facts.fact import Fact
from secqa.filings.document import Document, Place

_OLD = re.compile(
    r"(?:before|prior to|pre-) ?(?:the )?adoption"
    r"|as (?:previously|originally|initially) (?:reported|stated|presented|filed|issued)"
    r"|previously reported|adoption impact|(?:effects?|impact) of (?:the )?(?:adoption|restatement)"
)


def without_superseded(facts: Sequence[Fact], document: Document) -> list[Fact]:
    """Leave out facts in rows and columns of old figures, and of what changed them."""

    @cache
    def old_lines(element: int) -> tuple[set[int], set[int]]:
        """Rows and columns of a table that are called so."""
        table = document.by_index[element].table
        assert table is not None
        rows = {row for row, cells in enumerate(table.cells) if _tells_old(cells[0])}
        return rows, {column for column, name in enumerate(table.columns) if _tells_old(name)}

    def is_old(place: Place) -> bool:
        rows, columns = old_lines(place.element)
        return place.row in rows or place.column in columns

    return [f for f in facts if f.place is None or f.place.row < 0 or not is_old(f.place)]


@lru_cache(maxsize=4096)
def _tells_old(head: str) -> bool:
    return _OLD.search(head.lower()) is not None
