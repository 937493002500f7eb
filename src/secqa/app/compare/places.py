"""A value in, the page that shows it best out, with the cell to mark."""

from dataclasses import dataclass

from secqa.app.addresses import filing_address
from secqa.app.printed.marks import Mark
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import Found, stated_parts


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is printed."""

    document_id: str
    page: int
    quote: str
    """The printed line: the label of its row and the cell, or the sentence."""
    address: str
    """Of the filing, open there."""


def places_of(row: MetricFact) -> tuple[Place, ...]:
    """All places that print a stated value, the best first; none where no page does."""
    return tuple(
        Place(
            one.document_id,
            one.page,
            one.quote,
            filing_address(
                one.document_id, one.page, Mark(one.element, one.row, one.column, one.quote)
            ),
        )
        for one in row.evidence
    )


def place_of(found: Found) -> Place | None:
    """The best place of a value, or of the first of its parts that has one."""
    return next((place for row in stated_parts(found) for place in places_of(row)[:1]), None)
