"""A page in, its figures by their places out: the cells that can be selected."""

from secqa.filings.document import Page, Place
from secqa.reading.structure.table_rows import rows_of


def figures_of(page: Page) -> dict[Place, str]:
    """The cells of its tables that hold a number, in reading order, and what they print."""
    return {
        Place(page.number, element.index, row.index, cell.column): cell.text
        for element in page.elements
        if element.table is not None
        for row in rows_of(element.table)
        for cell in row.cells
    }
