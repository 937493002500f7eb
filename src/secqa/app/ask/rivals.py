"""A reading in, out: where else its value is printed, and the other values that its pages could
have given, with why each lost.

The rules propose candidates and say how well each fits; they are run once more over the pages that
were found for the answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from secqa.corpus.store import Corpus
from secqa.reading.asked import asked_for
from secqa.reading.reader import proposed_by_rule
from secqa.reading.reading import Reading, origin_in_words
from secqa.reading.sought import Candidate
from secqa.retrieval.page_query import known_companies
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


@dataclass(frozen=True, slots=True)
class Again:
    """Another page that prints the value which was taken."""

    document_id: str
    page: int
    element: int
    row: int
    column: int
    quote: str


@dataclass(frozen=True, slots=True)
class Others:
    """What else the pages print."""

    rivals: tuple[Rival, ...] = ()
    again: tuple[Again, ...] = ()


NOTHING_ELSE = Others()


def others_of(reading: Reading, corpus: Corpus, pages: Sequence[tuple[str, int]]) -> Others:
    """The other candidates among the pages of an answer, by document id and number.

    Rivals are of the document that was read, the best first; the same value counts in any of them.
    """
    pages = tuple(dict.fromkeys(((reading.document_id, reading.page), *pages)))
    documents = dict.fromkeys(name for name, _ in pages)
    found = {one: _candidates(reading, corpus, one, pages) for one in documents}
    own = found[reading.document_id]
    score = max((one.score for one in own if _is_here(one, reading)), default=None)
    best: dict[float, Candidate] = {}
    for one in sorted(own, key=lambda one: -one.score):
        if not _is_same(one.value, reading.value):
            best.setdefault(one.value, one)
    rivals = tuple(_rival(one, score) for one in list(best.values())[:_SHOWN])
    return Others(rivals, tuple(_again(reading, [c for own in found.values() for c in own])))


def _candidates(
    reading: Reading, corpus: Corpus, document_id: str, pages: Sequence[tuple[str, int]]
) -> Sequence[Candidate]:
    """What the rules propose for a reading in one document; none where it is another company's."""
    about = corpus.entry(document_id).metadata
    given = [(about, corpus.page(name, number)) for name, number in pages if name == document_id]
    catalogue, companies = corpus.catalogue, known_companies(corpus)
    asked = asked_for(reading.question, given, catalogue, companies, known_lines(corpus))
    if isinstance(asked, str) or not asked.pages:
        return ()
    return proposed_by_rule(asked.sought, about, [page for _, page in asked.pages])[1]


def _again(reading: Reading, candidates: Sequence[Candidate]) -> Iterator[Again]:
    """Each other page with the value, once, in the order of the filing."""
    seen = {(reading.document_id, reading.page)}
    for one in sorted(candidates, key=lambda one: (one.metadata.document_id, one.page, -one.score)):
        place = (one.metadata.document_id, one.page)
        if place not in seen and _is_same(one.value, reading.value):
            seen.add(place)
            yield Again(*place, one.element, one.row, one.column, one.quote)


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
        place=origin_in_words(one.place, one.detail),
        why=why,
    )
