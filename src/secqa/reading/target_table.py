"""Hold one table of a page with all that a reader of tables needs.

Every such reader starts from the same: the target, the document, the table, its page, and what the
page counts in where the table does not say.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from secqa.filings.document import Element, Metadata, Page, Table
from secqa.filings.numbers import Scale
from secqa.reading.reading import ValueOrigin
from secqa.reading.structure.table_rows import TableRow, rows_of, scale_of
from secqa.reading.target import Candidate, ReadTarget


@dataclass(frozen=True, slots=True)
class TargetTable:
    """One table, and what is to be read from it."""

    target: ReadTarget
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
        asked = self.target.period.year
        return asked if asked is not None else self.metadata.fiscal_year

    @property
    def money(self) -> float | None:
        """What its amounts are to be multiplied by, None where nothing says it."""
        return self.scale.money or self.fallback.money

    @property
    def scales(self) -> tuple[Scale, Scale]:
        """The table's own and the fallback."""
        return self.scale, self.fallback

    @property
    def shares(self) -> float:
        """What its counts of shares are to be multiplied by; money's scale where nothing says."""
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
        unit: str = "",
    ) -> Candidate:
        """A value that the table seems to give in a row and column; without a place, as one of its
        lines; without a unit, in that of the target."""
        detail = ""
        if place is None and self.table.statement is not None:
            place, detail = ValueOrigin.STATEMENT, self.table.statement.value.replace("_", " ")
        elif place is None:
            place, detail = ValueOrigin.TABLE, self.title or self.table.caption
        return Candidate(
            value=value,
            unit=unit or self.target.unit,
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
