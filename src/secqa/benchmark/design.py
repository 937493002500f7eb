"""Which questions make a benchmark: a suite in, an equal share of each of its templates out.

Templates take turns at giving a question until there are enough. One that has no more to give
leaves its turns to the others, so shares are equal as long as the corpus allows; one that has
nothing at all to give is an error, since a benchmark without it would not be the suite asked
for.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from secqa.benchmark.fill import Filling
from secqa.benchmark.templates import Template, load_templates
from secqa.errors import SecqaError

ALL = "all"
COMPOUND = "compound"
SIX = ("single", "multi-document")
"""The suites that together ask the paper's six templates about printed values. `COMPOUND`, which
asks the first two again about values that are not printed, is a benchmark of its own."""


def suite_templates(suite: str) -> tuple[Template, ...]:
    """Templates of a suite by name, or all six; SecqaError for a suite that is not there."""
    templates = load_templates()
    names = sorted({template.suite for template in templates})
    chosen = tuple(t for t in templates if t.suite == suite or (suite == ALL and t.suite in SIX))
    if not chosen:
        raise SecqaError(f"suite {suite!r}: not there; one of {', '.join(names)}, all")
    return chosen


def draw(
    streams: Sequence[tuple[Template, Iterator[Filling]]],
    count: int,
    reason_against: Callable[[Filling], str],
) -> tuple[list[Filling], Counter[str]]:
    """`count` fillings, ordered by template, and how many each reason turned away.

    Raises SecqaError when a template gives nothing, or all together give fewer than `count`.
    """
    rejected: Counter[str] = Counter()
    taken: dict[Template, list[Filling]] = {template: [] for template, _ in streams}
    waiting = list(streams)
    while waiting and _total(taken) < count:
        left = []
        for template, stream in waiting:
            filling = _next_good(stream, reason_against, rejected)
            if filling is not None and _total(taken) < count:
                taken[template].append(filling)
                left.append((template, stream))
        waiting = left
    _check(taken, count, rejected)
    return [filling for fillings in taken.values() for filling in fillings], rejected


def _total(taken: dict[Template, list[Filling]]) -> int:
    return sum(len(fillings) for fillings in taken.values())


def _next_good(
    stream: Iterator[Filling], reason_against: Callable[[Filling], str], rejected: Counter[str]
) -> Filling | None:
    for filling in stream:
        reason = reason_against(filling)
        if not reason:
            return filling
        rejected[reason] += 1
    return None


def _check(taken: dict[Template, list[Filling]], count: int, rejected: Counter[str]) -> None:
    turned_away = "; ".join(f"{number} {reason}" for reason, number in rejected.most_common(3))
    for template, fillings in taken.items():
        if not fillings and count >= len(taken):
            raise SecqaError(
                f"template {template.number} ({template.title}): the corpus cannot fill it"
                f"{f' ({turned_away})' if turned_away else ''}; ingest annual reports of more "
                "companies or choose another --suite or --metrics"
            )
    if _total(taken) < count:
        raise SecqaError(
            f"--count {count}: the corpus gives only {_total(taken)} questions; ask for fewer "
            "or ingest more annual reports"
        )
