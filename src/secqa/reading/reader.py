"""An atomic question and pages in, one value with its place out, or the reason for none.

Tables and sentences of all pages propose candidates; the best is taken, and how far it stands
from the next different value, what kind of place it comes from and how exactly its label fits
make the confidence. The document of the asked fiscal year wins; a later one's comparative
column is the fallback, since later documents restate.
"""

from collections.abc import Sequence

from secqa.filings.document import Metadata, Page
from secqa.reading.label_reader import read_labels
from secqa.reading.reading import Reading
from secqa.reading.table_reader import common_scale, read_tables
from secqa.reading.text_reader import read_text
from secqa.reading.wanted import Candidate, Wanted

_LEAST_SCORE = 0.2


def read_wanted(question: str, wanted: Wanted, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
    """The value that fits best on these pages."""
    candidates: list[Candidate] = []
    for metadata, own_pages in _by_document(pages):
        worth = _document_worth(metadata, wanted)
        if not worth:
            continue
        fallback = common_scale(own_pages)
        for page in own_pages:
            proposed = (
                *read_tables(wanted, metadata, page, fallback),
                *read_labels(wanted, metadata, page, fallback),
                *read_text(wanted, metadata, page),
            )
            candidates.extend(candidate.times(worth) for candidate in proposed)
    candidates = [candidate for candidate in candidates if candidate.score >= _LEAST_SCORE]
    if not candidates:
        return Reading(question, None, why=_why_none(wanted, pages))
    best = max(candidates, key=lambda candidate: candidate.score)
    return Reading(
        question=question,
        value=best.value,
        unit=best.unit,
        confidence=_confidence(best, candidates),
        document_id=best.metadata.document_id,
        page=best.page,
        element=best.element,
        row=best.row,
        column=best.column,
        quote=best.quote,
        why=best.why,
    )


def _by_document(
    pages: Sequence[tuple[Metadata, Page]],
) -> list[tuple[Metadata, list[Page]]]:
    grouped: dict[str, tuple[Metadata, list[Page]]] = {}
    for metadata, page in pages:
        grouped.setdefault(metadata.document_id, (metadata, []))[1].append(page)
    return list(grouped.values())


def _document_worth(metadata: Metadata, wanted: Wanted) -> float:
    """The document of the period itself first, then later ones that repeat it."""
    year, quarter = wanted.period.year, wanted.period.quarter
    if year is None or metadata.fiscal_year is None:
        return 1.0
    later = metadata.fiscal_year - year
    if later < 0:
        return 0.0
    annual = metadata.form.startswith("10-K")
    if quarter in ("", "Q4"):
        own = annual and later == 0
    else:
        own = later == 0 and metadata.fiscal_period == quarter
    return 1.0 if own else max(0.6, 0.9 - 0.1 * later)


def _confidence(best: Candidate, candidates: list[Candidate]) -> float:
    """The best score, less when another value comes close, more when others agree."""
    close = 0.005 * abs(best.value)
    rivals = [
        candidate.score for candidate in candidates if abs(candidate.value - best.value) > close
    ]
    gap = (best.score - max(rivals)) / best.score if rivals else 1.0
    return round(min(1.0, best.score) * (0.7 + 0.3 * min(1.0, gap / 0.2)), 3)


def _why_none(wanted: Wanted, pages: Sequence[tuple[Metadata, Page]]) -> str:
    if not pages:
        return "no pages were given"
    name = wanted.metric.name if wanted.metric else "this"
    period = wanted.period.quarter or "fiscal year"
    return (
        f"none of the {len(pages)} pages prints {name} for {period} {wanted.period.year or ''}"
    ).strip()
