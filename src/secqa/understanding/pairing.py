"""Companies that each have a metric or a year of their own: places in a question in, pairs out.

"Apple's 2024 revenue and Intel's 2023 net income" asks for two values, not for four. It is told
from the order in which companies, metrics and years stand: the same order for each company, but
for what is said once for all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from secqa.understanding.companies import Company
from secqa.understanding.company_links import Mention
from secqa.understanding.links import MetricLink

_YEAR = re.compile(r"\b(?:fy ?['’]?)?((?:19|20)\d\d)\b|\bfy ?['’]?(\d\d)\b", re.IGNORECASE)
COMPANY, METRIC, YEAR = "CMY"


@dataclass(frozen=True, slots=True)
class Pair:
    """One value that is asked for."""

    company: Company
    metric: int
    """Its place among the question's metrics."""
    year: int | None
    """None: the question's only year, or the latest."""


def order_of(
    text: str, mentions: Sequence[Mention], links: Sequence[MetricLink]
) -> list[tuple[str, int]]:
    """What stands where: a kind, and which mention or metric it is, or which year.

    `text` has companies masked. A company named twice in a row is named once.
    """
    found = [(link.start, METRIC, place) for place, link in enumerate(links)]
    found += [(m.start(), YEAR, int(m[1] or f"20{m[2]}")) for m in _YEAR.finditer(text)]
    for place, mention in enumerate(mentions):
        if not place or mentions[place - 1].company != mention.company:
            found.append((mention.start, COMPANY, place))
    return [(kind, which) for _, kind, which in sorted(found)]


def pairs_of(order: Sequence[tuple[str, int]], mentions: Sequence[Mention]) -> tuple[Pair, ...]:
    """A metric and a year for each company; none where all is asked of all of them."""
    kinds = [kind for kind, _ in order]
    count = kinds.count(COMPANY)
    named = {mentions[which].company for kind, which in order if kind == COMPANY}
    if count < 2 or len(named) != count or not kinds.count(METRIC):
        return ()
    shared = {kind: which for kind, which in order if kinds.count(kind) == 1}
    own = [(kind, which) for kind, which in order if kind not in shared]
    size, rest = divmod(len(own), count)
    blocks = [own[at : at + size] for at in range(0, len(own), size)] if not rest else []
    shapes = {"".join(kind for kind, _ in block) for block in blocks}
    if len(shapes) != 1 or size < 2 or len(set(shapes.pop())) != size:
        return ()
    pairs = []
    for block in blocks:
        said = {**shared, **dict(block)}
        company = mentions[said[COMPANY]].company
        pairs.append(Pair(company, said[METRIC], dict(block).get(YEAR)))
    return tuple(pairs)


def years_between(order: Sequence[tuple[str, int]]) -> bool:
    """Whether a year stands between two companies."""
    kinds = "".join(kind for kind, _ in order)
    return bool(re.search("C.*Y.*C", kinds))
