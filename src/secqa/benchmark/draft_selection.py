"""Draws drafts kind by kind and selects those of a benchmark by the shares of its suite.

Metrics take turns, so that common ones do not crowd out the others; so do units, by the root of
the number of their metrics, so that money does not crowd out people, shares and rates. No draft
comes twice. Kinds take turns by how far each is behind its share. A kind that has no more to give
leaves its turns to the others; a kind that gives nothing at all is an error, since the benchmark
would not be the suite.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from random import Random

from secqa.benchmark.draft import Draft, draft_of
from secqa.benchmark.grammar.draw import Draw
from secqa.benchmark.grammar.question_kinds import KINDS, Kind
from secqa.errors import CannotAnswer, SecqaError
from secqa.metrics.metric import Metric

ReasonAgainst = Callable[[Draft], str]
"""Why a draft is not asked; "" if it may be."""

MOST_EMPTY_DRAWS = 400
"""A kind is exhausted after this many draws in a row without anything new."""
MOST_REJECTED = 500
"""A kind is exhausted after this many rejected drafts in a row: a suite may want the impossible."""


@dataclass(frozen=True, slots=True)
class Stream:
    """All drafts of a kind, and its share of the questions."""

    kind: str
    share: float
    drafts: Iterator[Draft]


def no_reason(_draft: Draft) -> str:
    """Accept every draft."""
    return ""


def drafts(kind: Kind, draw: Draw) -> Iterator[Draft]:
    """All drafts of a kind, in random order."""
    by_name = {company.name: company for company in draw.companies}
    known: set[str] = set()
    empty = 0
    suited = [metric for metric in draw.metrics if draw.suits(metric, kind.operation)]
    for metric in _in_turns(suited or draw.metrics, draw.rng):
        question = kind.compose(draw, metric)
        key = question.key if isinstance(question, Draft) else str(question)
        draft = None
        if question is not None and key not in known:
            known.add(key)
            if isinstance(question, Draft):
                draft = question
            else:
                with suppress(CannotAnswer):
                    draft = draft_of(kind.id, question, draw.table, draw.catalogue, by_name)
        if draft is not None:
            empty = 0
            yield draft
        elif (empty := empty + 1) >= MOST_EMPTY_DRAWS:
            return


def _in_turns(metrics: Sequence[Metric], rng: Random) -> Iterator[Metric]:
    """All metrics in an endless cycle in which units take turns; empty without metrics."""
    units: dict[str, list[Metric]] = {}
    for metric in rng.sample(metrics, len(metrics)):
        units.setdefault(metric.unit, []).append(metric)
    turns = [unit for unit, members in units.items() for _ in range(round(sqrt(len(members))))]
    place = dict.fromkeys(units, 0)
    while turns:
        for unit in rng.sample(turns, len(turns)):
            members = units[unit]
            yield members[place[unit] % len(members)]
            place[unit] += 1


def select(
    streams: Sequence[Stream], count: int, reason_against: ReasonAgainst, partial: bool = False
) -> tuple[list[Draft], Counter[str]]:
    """`count` drafts, ordered by kind, and how many each reason turned away.

    Raises SecqaError when a kind gives nothing, unless `partial`, or all give fewer than `count`.
    """
    rejected: Counter[str] = Counter()
    selected: dict[str, list[Draft]] = {stream.kind: [] for stream in streams}
    waiting = list(streams)
    total = 0
    while waiting and total < count:
        stream = min(waiting, key=lambda one: (len(selected[one.kind]) + 1) / one.share)
        draft = next_good(stream.drafts, reason_against, rejected)
        if draft is None:
            waiting.remove(stream)
            continue
        selected[stream.kind].append(draft)
        total += 1
    turned_away = "; ".join(f"{number} {reason}" for reason, number in rejected.most_common(3))
    why = f" ({turned_away})" if turned_away else ""
    for kind, of_kind in selected.items():
        if not of_kind and count >= len(selected) and not partial:
            raise SecqaError(
                f"{kind} ({KINDS[kind].title}): the corpus cannot fill it{why}; ingest reports of "
                "more companies or years, or choose a suite without it"
            )
    if total < count:
        raise SecqaError(
            f"--count {count}: the corpus gives only {total} questions{why}; ask for fewer, ingest "
            "more reports, or compare companies of any business by `mixed = true` in a suite"
        )
    return [draft for of_kind in selected.values() for draft in of_kind], rejected


def next_good(
    stream: Iterator[Draft], reason_against: ReasonAgainst, rejected: Counter[str]
) -> Draft | None:
    """The next accepted draft; None if there is hardly one left."""
    for draft in islice(stream, MOST_REJECTED):
        reason = reason_against(draft)
        if not reason:
            return draft
        rejected[reason] += 1
    return None
