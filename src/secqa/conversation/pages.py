"""A page of a corpus as a record to talk about, and where on the page a place of the record is.

A record keeps what a program can use, in the order of the page: texts before its first table, the
tables without their header rows, texts after; what repeats on every page is left out.
"""

from dataclasses import replace

from secqa.conversation.record import Grid, Record, Spot
from secqa.filings.document import Element, ElementType, Page, Place, Table

_FURNITURE = (ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER)


def page_record(document_id: str, page: Page) -> Record:
    """A page of a corpus as a record `document_id#number`."""
    tables = _tables(page)
    first = tables[0].index if tables else None
    texts = _texts(page)
    before = tuple(one.text for one in texts if first is None or one.index < first)
    grids = tuple(
        Grid(one.table.columns, one.table.cells[one.table.header_rows :], one.table.caption)
        for one in tables
        if one.table is not None
    )
    after = tuple(one.text for one in texts[len(before) :])
    return Record(page_id(document_id, page.number), before, grids, after)


def page_id(document_id: str, number: int) -> str:
    """What the record of a page is called."""
    return f"{document_id}#{number}"


def place_of(spot: Spot, page: Page) -> Place:
    """Where on its page a place of `page_record` is."""
    if spot.sentence >= 0:
        return Place(page.number, _texts(page)[spot.sentence].index)
    element = _tables(page)[spot.table]
    assert element.table is not None
    row = spot.row + element.table.header_rows
    return Place(page.number, element.index, row, spot.column)


def _tables(page: Page) -> list[Element]:
    return [one for one in page.elements if one.table is not None]


def _texts(page: Page) -> list[Element]:
    return [one for one in page.elements if one.table is None and one.type not in _FURNITURE]


def record_page(record: Record) -> Page:
    """A record that is no page of a corpus as one, so that it can be shown: see `place_of`."""
    between = len(record.pre_text)
    texts = [Element(0, ElementType.NARRATIVE_TEXT, text, 1) for text in record.sentences]
    grids = [
        Element(0, ElementType.TABLE, table.text, 1, table=table)
        for table in map(_table, record.tables)
    ]
    elements = (*texts[:between], *grids, *texts[between:])
    return Page(1, "", tuple(replace(one, index=at) for at, one in enumerate(elements)))


def _table(grid: Grid) -> Table:
    cells = (grid.header, *grid.rows)
    return Table(cells, 1, grid.header, (0.0,) * len(cells), grid.caption)
