"""Several rankings to one, by reciprocal rank: what stands high in most of them comes first.

Scores of different searches cannot be compared, ranks can (Cormack, Clarke and Büttcher 2009).
"""

from collections import defaultdict
from collections.abc import Sequence

from secqa.retrieval.rank import RankedPage

_RANK_OFFSET = 60
"""As in the paper: how little the first ranks differ."""


def fuse(rankings: Sequence[Sequence[RankedPage]]) -> tuple[RankedPage, ...]:
    """Every page of any ranking once, best first, as the first ranking that has it tells of it."""
    worth: defaultdict[tuple[str, int], float] = defaultdict(float)
    first: dict[tuple[str, int], RankedPage] = {}
    for ranking in rankings:
        for rank, page in enumerate(ranking, 1):
            key = (page.document_id, page.page)
            worth[key] += 1 / (_RANK_OFFSET + rank)
            first.setdefault(key, page)
    return tuple(first[key] for key in sorted(worth, key=lambda key: -worth[key]))
