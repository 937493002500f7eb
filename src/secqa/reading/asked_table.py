"""A page and what is sought in, its tables out, each with all that a reader of tables needs.

Every reader of tables starts from the same: what is sought, of which document, the table and
the page that it stands on, and what the page counts in where the table does not say.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from secqa.filings.document import Element, Metadata, Page, Table
from secqa.filings.numbers import Scale
from secqa.reading.reading import ValueOrigin
from secqa.reading.sought import Candidate, Sought
from secqa.reading.structure.table_rows import TableRow, rows_of, scale_of


@dataclass(frozen=True, slots=True)
class AskedTable:
    """One table, and what is sought in it."""

    sought: Sought
    metadata: Metadata
    page: int
    element: Element
    table: Table
    fallback: Scale
    """What its page, else its document, is counted in."""
    rows: tuple[TableRow, ...]
    """Its rows with numbers."""
    scale: Scale
    """What it is counted in, as it or the titles above it say."""

    @property
    def year(self) -> int | None:
        """The fiscal year asked for."""
        asked = self.sought.period.year
        return asked if asked is not None else self.metadata.fiscal_year

    @property
    def money(self) -> float | None:
        """What its amounts are to be multiplied by, None where nothing says it."""
        return self.scale.money or self.fallback.money

    @property
    def title(self) -> str:
        """The nearest title above it."""
        return self.element.path[-1] if self.element.path else ""

    def candidate(
        self,
        value: float,
        score: float,
        row: int,
        column: int,
        quote: str,
        place: ValueOrigin,
        detail: str = "",
    ) -> Candidate:
        """A value that the table seems to give."""
        return Candidate(
            value=value,
            unit=self.sought.unit,
            score=score,
            metadata=self.metadata,
            page=self.page,
            element=self.element.index,
            row=row,
            column=column,
            quote=quote,
            place=place,
            detail=detail,
        )


def asked_tables(
    sought: Sought, metadata: Metadata, page: Page, fallback: Scale
) -> Iterator[AskedTable]:
    """The page's tables, in order."""
    for element in page.elements:
        if element.table is not None:
            yield AskedTable(
                sought,
                metadata,
                page.number,
                element,
                element.table,
                fallback,
                rows=rows_of(element.table),
                scale=scale_of(element, element.table),
            )
