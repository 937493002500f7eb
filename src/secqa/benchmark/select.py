"""Which drafts make a benchmark: streams and their shares in, so many of each out.

Kinds take turns by how far each is behind its share. One that has no more to give leaves its turns
to the others, so shares hold as long as the corpus allows; one that has nothing at all to give is
an error, since a benchmark without it would not be the suite asked for.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from secqa.benchmark.draft import Draft
from secqa.benchmark.kinds.registry import KINDS
from secqa.errors import SecqaError


@dataclass(frozen=True, slots=True)
class Stream:
    """All drafts of a kind, and its share of the questions."""

    kind: str
    share: float
    drafts: Iterator[Draft]


ReasonAgainst = Callable[[Draft], str]

FRUITLESS = 500
"""Drafts in a row turned away after which a kind has no more to give: where all that it asks has
one hop and a suite wants two, a large corpus would be gone through for ever."""


def select(
    streams: Sequence[Stream], count: int, reason_against: ReasonAgainst, partial: bool = False
) -> tuple[list[Draft], Counter[str]]:
    """`count` drafts, ordered by kind, and how many each reason turned away.

    Raises SecqaError when a kind gives nothing, unless `partial`, or all together give fewer than
    `count`.
    """
    rejected: Counter[str] = Counter()
    taken: dict[str, list[Draft]] = {stream.kind: [] for stream in streams}
    waiting = list(streams)
    total = 0
    while waiting and total < count:
        stream = min(waiting, key=lambda one: (len(taken[one.kind]) + 1) / one.share)
        draft = next_good(stream.drafts, reason_against, rejected)
        if draft is None:
            waiting.remove(stream)
            continue
        taken[stream.kind].append(draft)
        total += 1
    _check(taken, count, rejected, partial)
    return [draft for drafts in taken.values() for draft in drafts], rejected


def next_good(
    drafts: Iterator[Draft], reason_against: ReasonAgainst, rejected: Counter[str]
) -> Draft | None:
    """The next draft that nothing speaks against; None where there is no more to be hoped for."""
    for draft in islice(drafts, FRUITLESS):
        reason = reason_against(draft)
        if not reason:
            return draft
        rejected[reason] += 1
    return None


def _check(
    taken: dict[str, list[Draft]], count: int, rejected: Counter[str], partial: bool
) -> None:
    turned_away = "; ".join(f"{number} {reason}" for reason, number in rejected.most_common(3))
    why = f" ({turned_away})" if turned_away else ""
    total = sum(map(len, taken.values()))
    for kind, drafts in taken.items():
        if not drafts and count >= len(taken) and not partial:
            raise SecqaError(
                f"{kind} ({KINDS[kind].title}): the corpus cannot fill it{why}; ingest reports of "
                "more companies or years, or choose a suite without it"
            )
    if total < count:
        raise SecqaError(
            f"--count {count}: the corpus gives only {total} questions{why}; ask for fewer or "
            "ingest more reports"
        )
