"""A figure of a filing in, the other places of the filing that print it out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from secqa.app.addresses import filing_address
from secqa.app.library.cell import ReadCell
from secqa.app.printed.marks import Mark
from secqa.facts.fact import Fact, MetricFact
from secqa.filings.document import Document
from secqa.reading.structure.table_rows import rows_of

_QUOTED = 160
"""Letters of a line that are shown."""

At = tuple[int, int, int]
"""Element, row and column."""
Line = tuple[At, int, str]
"""A place, its page, and what is printed there."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another place that prints the same."""

    page: int
    quote: str
    address: str


def elsewhere(
    document: Document,
    here: At,
    cell: ReadCell | None,
    row: MetricFact | None,
    facts: Iterable[Fact],
) -> tuple[Elsewhere, ...]:
    """Other places, each once, in order: those that T knows, those that are tagged as the same, and
    rows of the same name that print the same figure. `facts` are all of the document."""
    found: dict[At, tuple[int, str]] = {}
    again = _printed_again(document, cell) if cell else ()
    for at, page, quote in (*_evidence(row), *_same_facts(tuple(facts), here), *again):
        if at != here:
            found.setdefault(at, (page, quote))
    name = document.metadata.document_id
    return tuple(
        Elsewhere(page, quote[:_QUOTED], filing_address(name, page, Mark(*at, quote=quote)))
        for at, (page, quote) in sorted(found.items())
    )


def place_of(fact: Fact) -> At | None:
    """Where a fact is tagged; None where that is hidden."""
    at = fact.place
    return (at.element, at.row, at.column) if at is not None else None


def _evidence(row: MetricFact | None) -> Iterator[Line]:
    for one in row.evidence if row else ():
        yield (one.element, one.row, one.column), one.page, one.quote


def _same_facts(facts: tuple[Fact, ...], here: At) -> Iterator[Line]:
    told = {_told(fact) for fact in facts if place_of(fact) == here and fact.value is not None}
    for fact in facts:
        if fact.place is not None and _told(fact) in told:
            at = fact.place
            yield (at.element, at.row, at.column), at.page, fact.printed


def _told(fact: Fact) -> tuple[object, ...]:
    return fact.concept, fact.start, fact.end, fact.dimensions, fact.unit


def _printed_again(document: Document, cell: ReadCell) -> Iterator[Line]:
    for element in document.elements:
        for row in rows_of(element.table) if element.table is not None else ():
            if not row.words or row.words != cell.row.words:
                continue
            for one in row.cells:
                if one.text == cell.printed and not one.dash:
                    at = (element.index, row.index, one.column)
                    yield at, element.page, f"{row.label} | {one.text}"
                    break
