"""A page of a filing in, its figures as links out: for whoever has no pointer or no script."""

from dataclasses import dataclass

from secqa.app.addresses import filing_address
from secqa.app.printed.marks import Mark
from secqa.app.workplace import Workplace
from secqa.filings.document import Element
from secqa.reading.structure.table_rows import rows_of


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table: what it is called, and by column the figure and where it leads."""

    label: str
    cells: tuple[tuple[str, str], ...]


def figures_page(place: Workplace, document_id: str, number: int) -> str:
    """The tables of a page; SecqaError where there is no such page."""
    page = place.corpus.page(document_id, number)
    tables = [(one, _lines(document_id, one)) for one in page.elements if one.table is not None]
    return place.render(
        "figures.html.j2",
        view="filings",
        about=place.corpus.entry(document_id).metadata,
        page=page,
        tables=tables,
        address=filing_address(document_id, number, Mark()),
    )


def _lines(document_id: str, element: Element) -> tuple[Line, ...]:
    assert element.table is not None
    columns = range(1, len(element.table.columns))
    return tuple(
        Line(
            row.label,
            tuple(
                (
                    cell.text,
                    filing_address(
                        document_id, element.page, Mark(element.index, row.index, column)
                    ),
                )
                if (cell := row.cell(column))
                else (element.table.cells[row.index][column], "")
                for column in columns
            ),
        )
        for row in rows_of(element.table)
    )
