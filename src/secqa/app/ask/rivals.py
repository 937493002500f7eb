"""A reading in, the other values that its pages could have given out, and why each lost.

The rules propose candidates and say how well each fits; they are run once more over the pages that
were found for the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from secqa.corpus.store import Corpus
from secqa.reading.asked import asked_for
from secqa.reading.place import in_words
from secqa.reading.reader import proposed_by_rule
from secqa.reading.reading import Reading
from secqa.reading.sought import Candidate
from secqa.retrieval.query import known_companies
from secqa.systems.engine import known_lines
from secqa.systems.value_words import spoken

_SHOWN = 5
_SAME = 0.005
"""Values nearer than this, as a fraction, are one value printed twice: rounded, or in a sentence
as in a table. As the reader counts echoes."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A value that was not taken."""

    said: str
    document_id: str
    page: int
    element: int
    row: int
    column: int
    quote: str
    place: str
    """What kind of place it stands in, in words."""
    why: str


def rivals_of(
    reading: Reading, corpus: Corpus, pages: Sequence[tuple[str, int]]
) -> tuple[Rival, ...]:
    """The best other candidates among some pages, by document id and number; () where none are."""
    given = [
        (corpus.entry(name).metadata, corpus.page(name, number))
        for name, number in dict.fromkeys(((reading.document_id, reading.page), *pages))
        if name == reading.document_id
    ]
    catalogue, companies = corpus.catalogue, known_companies(corpus)
    asked = asked_for(reading.question, given, catalogue, companies, known_lines(corpus))
    if isinstance(asked, str) or not given:
        return ()
    own_pages = [page for _, page in asked.pages]
    candidates = proposed_by_rule(asked.sought, given[0][0], own_pages)[1]
    own = max((one.score for one in candidates if _is_here(one, reading)), default=None)
    best: dict[float, Candidate] = {}
    for one in sorted(candidates, key=lambda one: -one.score):
        if not _is_same(one.value, reading.value):
            best.setdefault(one.value, one)
    return tuple(_rival(one, own) for one in list(best.values())[:_SHOWN])


def _is_here(one: Candidate, reading: Reading) -> bool:
    place = (one.page, one.element, one.row, one.column)
    return place == (reading.page, reading.element, reading.row, reading.column)


def _is_same(value: float, other: float | str | None) -> bool:
    return isinstance(other, float | int) and abs(value - other) <= _SAME * abs(value)


def _rival(one: Candidate, own: float | None) -> Rival:
    if own is None:
        why = f"fits the question {one.score:.0%}; what was taken is worked out, or read by a model"
    elif one.score < own:
        why = f"fits the question {one.score:.0%}, what was taken {own:.0%}"
    else:
        why = (
            f"fits the question {one.score:.0%} by the rules; the fitted reader, which looks at "
            "the whole table, took the other"
        )
    return Rival(
        said=spoken(one.value, one.unit),
        document_id=one.metadata.document_id,
        page=one.page,
        element=one.element,
        row=one.row,
        column=one.column,
        quote=one.quote,
        place=in_words(one.place, one.detail),
        why=why,
    )
