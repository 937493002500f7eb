"""Define the input of table readers: a table with its target, document, page and scales."""

from collections.abc import Iterator
from dataclasses import dataclass

from secqa.filings.document import Element, Metadata, Page, Table
from secqa.filings.numbers import Scale
from secqa.reading.reading import ValueOrigin
from secqa.reading.structure.table_rows import TableRow, rows_of, scale_of
from secqa.reading.target import Candidate, ReadTarget


@dataclass(frozen=True, slots=True)
class TargetTable:
    """A table with the target to read."""

    target: ReadTarget
    metadata: Metadata
    page: int
    element: Element
    table: Table
    fallback: Scale
    """The scale of its page or document, for tables without one."""
    rows: tuple[TableRow, ...]
    """Its rows with numbers."""
    scale: Scale
    """The scale stated in it or in the titles above."""

    @property
    def year(self) -> int | None:
        """The fiscal year to read."""
        asked = self.target.period.year
        return asked if asked is not None else self.metadata.fiscal_year

    @property
    def money(self) -> float | None:
        """The factor of its amounts; None if unknown."""
        return self.scale.money or self.fallback.money

    @property
    def scales(self) -> tuple[Scale, Scale]:
        """The table's own and the fallback."""
        return self.scale, self.fallback

    @property
    def shares(self) -> float:
        """The factor of its counts of shares; by default that of money."""
        scale, fallback = self.scale, self.fallback
        return scale.shares or scale.money or fallback.shares or fallback.money or 1.0

    @property
    def title(self) -> str:
        """The nearest title above it."""
        return self.element.path[-1] if self.element.path else ""

    def candidate(
        self,
        value: float,
        score: float,
        at: tuple[int, int],
        quote: str,
        place: ValueOrigin | None = None,
    ) -> Candidate:
        """A candidate for a value in a row and column, in the unit of the target."""
        detail = ""
        if place is None and self.table.statement is not None:
            place, detail = ValueOrigin.STATEMENT, self.table.statement.value.replace("_", " ")
        elif place is None:
            place, detail = ValueOrigin.TABLE, self.title or self.table.caption
        return Candidate(
            value=value,
            unit=self.target.unit,
            score=score,
            metadata=self.metadata,
            page=self.page,
            element=self.element.index,
            row=at[0],
            column=at[1],
            quote=quote,
            place=place,
            detail=detail,
        )


def target_tables(
    target: ReadTarget, metadata: Metadata, page: Page, fallback: Scale
) -> Iterator[TargetTable]:
    """The page's tables, in order."""
    for element in page.elements:
        if element.table is not None:
            yield TargetTable(
                target,
                metadata,
                page.number,
                element,
                element.table,
                fallback,
                rows=rows_of(element.table),
                scale=scale_of(element, element.table),
            )
