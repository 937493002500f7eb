"""Answers in words: what is to be told in, passages of the pages that a system finds out.

Where several companies or years are compared, each is told of from its own pages, side by side. How
pages are found is the system's own way; what is told of them is the same for all.
"""

from collections.abc import Callable, Sequence
from datetime import MAXYEAR
from time import perf_counter

from secqa.errors import SecqaError
from secqa.query.query import Narrative, Query
from secqa.reading.reading import PassageAnswer
from secqa.retrieval.rank import RankedPage
from secqa.systems.answer import Answer, refusal

FindPages = Callable[[Narrative], Sequence[RankedPage]]
"""The pages that a system finds for something to be told, best first."""
PAGES = 16
"""Retrieved for something to be told, at least: words stand anywhere in a report."""
Tell = Callable[[Narrative, Sequence[RankedPage]], PassageAnswer]
"""The passages of pages that tell it."""


def answer_in_words(
    question: str, query: Query, find: FindPages, tell: Tell, began: float
) -> Answer:
    """The passages for all that is to be told; a refusal where nothing of it is."""
    try:
        pages = _once([(telling, find(telling)) for telling in query.narratives])
        found = [tell(telling, own) for telling, own in pages]
    except SecqaError as error:
        return refusal(question, error, began)
    passages = tuple(dict.fromkeys(one for told in found for one in told.passages))
    retrieved = dict.fromkeys((one.document_id, one.page) for _, own in pages for one in own)
    return Answer(
        question=question,
        value="\n\n".join(one.text for one in passages) or None,
        documents=tuple(dict.fromkeys(document for document, _ in retrieved)),
        pages=tuple(retrieved),
        passages=passages,
        confidence=max((one.confidence for one in found if one.passages), default=0.0),
        seconds=perf_counter() - began,
        error="" if passages else _not_told(found),
    )


def _once(
    pages: Sequence[tuple[Narrative, Sequence[RankedPage]]],
) -> tuple[tuple[Narrative, Sequence[RankedPage]], ...]:
    """Each report once, for the latest year asked of it: it tells of the years that it compares."""
    latest = sorted(pages, key=lambda one: -(one[0].period.year or MAXYEAR))
    reports: dict[tuple[str, frozenset[str]], Narrative] = {}
    for telling, own in latest:
        reports.setdefault((telling.company, frozenset(p.document_id for p in own)), telling)
    kept = set(map(id, reports.values()))
    return tuple((telling, own) for telling, own in pages if id(telling) in kept)


def sentence_of(telling: Narrative) -> str:
    """What to search for over a whole collection: the topic, of whom and when."""
    year = f"fiscal {telling.period.year}" if telling.period.year else ""
    day = str(telling.period.end or "")
    quarter = f"Q{telling.period.quarter}" if telling.period.quarter else ""
    named = (telling.topic, telling.company, quarter, year, day, telling.place.form)
    return ", ".join(filter(None, named))


def _not_told(found: Sequence[PassageAnswer]) -> str:
    """That nothing answers, and what comes nearest."""
    nearest = max(
        (one.nearest for one in found if one.nearest), key=lambda p: p.score, default=None
    )
    if nearest is None:
        return "not found in these filings"
    told = (nearest.section and f"section {nearest.section}", nearest.heading[:80])
    where = "".join(f", {one}" for one in told if one)
    return (
        f"not found in these filings; what comes nearest is on {nearest.document_id} "
        f"page {nearest.page}{where}"
    )
