"""Turn a page of a corpus into a record and back, with the locations of numbers on both."""

from dataclasses import replace

from secqa.conversation.records.conversation_record import Grid, Record, RecordSpot
from secqa.filings.document import Element, ElementType, Location, Page, Table

_FURNITURE = (ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER)


def page_record(document_id: str, page: Page) -> Record:
    """A page of a corpus as a record `document_id#number`."""
    tables = [element for element in page.elements if element.table is not None]
    texts = _texts(page)
    pre = [t.text for t in texts if not tables or t.index < tables[0].index]
    grids = tuple(
        Grid(table.columns, table.cells[table.header_rows :], table.caption)
        for table in (element.table for element in tables)
        if table is not None
    )
    post = tuple(text.text for text in texts[len(pre) :])
    return Record(f"{document_id}#{page.number}", tuple(pre), grids, post)


def place_of(spot: RecordSpot, page: Page) -> Location:
    """The location on the page of a number of its record."""
    if spot.sentence >= 0:
        return Location(page.number, _texts(page)[spot.sentence].index)
    element = [element for element in page.elements if element.table is not None][spot.table]
    assert element.table is not None
    row = spot.row + element.table.header_rows
    return Location(page.number, element.index, row, spot.column)


def _texts(page: Page) -> list[Element]:
    return [e for e in page.elements if e.table is None and e.type not in _FURNITURE]


def record_page(record: Record) -> Page:
    """A record as a page that can be displayed; for records that are no page of a corpus."""
    between = len(record.pre_text)
    texts = [Element(0, ElementType.NARRATIVE_TEXT, text, 1) for text in record.sentences]
    tables = [
        Table(
            (grid.header, *grid.rows), 1, grid.header, (0.0,) * (len(grid.rows) + 1), grid.caption
        )
        for grid in record.tables
    ]
    grids = [Element(0, ElementType.TABLE, table.text, 1, table=table) for table in tables]
    elements = enumerate((*texts[:between], *grids, *texts[between:]))
    return Page(1, "", tuple(replace(element, index=index) for index, element in elements))
