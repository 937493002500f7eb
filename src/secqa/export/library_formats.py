"""Write a document as a `DoclingDocument`.

Docling takes a table over several pages as one item. Its provenance requires a box and the size of
the page, which HTML and plain text do not have: there a page has the size 1 by 1, and a box is
empty, as in a PDF for words that the page prints several times.
"""

import re
from typing import TYPE_CHECKING

from secqa.export.table_formats import without_bullet
from secqa.extensions import needs_extra
from secqa.filings.document import Document, Element, ElementType, Table
from secqa.filings.rendering.pdf_page import element_boxes
from secqa.filings.tables.continued import JoinedTable, joined_tables

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument, TableData
    from docling_core.types.doc.document import ListGroup


_UNKNOWN = (0.0, 0.0, 0.0, 0.0)
"""The box of an element whose place on its page is not known."""
_UNIT = (0.0, 0.0, 1.0, 1.0)
"""The box of a page without a size."""
_MIMETYPES = {".pdf": "application/pdf", ".txt": "text/plain"}


def document_docling(document: Document, pdf: bytes = b"") -> str:
    """A document as the JSON of a DoclingDocument. Raises `SecqaError` without the extra."""
    text: str = docling_document(document, pdf).model_dump_json(by_alias=True, exclude_none=True)
    return text


def docling_document(document: Document, pdf: bytes = b"") -> "DoclingDocument":
    """A document as a DoclingDocument, with boxes from the PDF that it was read from.

    Raises `SecqaError` without the extra.
    """
    with needs_extra("docling", "docling"):
        from docling_core.types.doc import BoundingBox, CoordOrigin, DocItemLabel, Size
        from docling_core.types.doc.document import (
            ContentLayer,
            DoclingDocument,
            DocumentOrigin,
            ProvenanceItem,
        )
    covered, boxes = element_boxes(pdf, document.pages) if pdf else ({}, {})

    def where(element: Element) -> ProvenanceItem:
        left, bottom, right, top = boxes.get(element.index, _UNKNOWN)
        box = BoundingBox(l=left, b=bottom, r=right, t=top, coord_origin=CoordOrigin.BOTTOMLEFT)
        return ProvenanceItem(page_no=element.page, bbox=box, charspan=(0, len(element.text)))

    metadata = document.metadata
    suffix = re.search(r"\.[a-z]+(?=(?:\.gz)?$)", metadata.source)
    docling = DoclingDocument(
        name=metadata.document_id,
        origin=DocumentOrigin(
            mimetype=_MIMETYPES.get(suffix[0] if suffix else "", "text/html"),
            binary_hash=int(metadata.sha256[:16], 16),
            filename=metadata.source,
        ),
    )
    furniture = ContentLayer.FURNITURE
    labels = {
        ElementType.HEADER: (DocItemLabel.PAGE_HEADER, furniture),
        ElementType.FOOTER: (DocItemLabel.PAGE_FOOTER, furniture),
        ElementType.PAGE_NUMBER: (DocItemLabel.PAGE_FOOTER, furniture),
    }
    body = (DocItemLabel.TEXT, ContentLayer.BODY)
    for page in document.pages:
        _, _, width, height = covered.get(page.number, _UNIT)
        docling.add_page(page_no=page.number, size=Size(width=width, height=height))
    wholes = {whole.elements[0]: whole for whole in joined_tables(document.elements)}
    later = {index for whole in wholes.values() for index in whole.elements[1:]}
    items: ListGroup | None = None
    for element in document.elements:
        if element.index in later:
            continue
        in_list = element.type is ElementType.LIST_ITEM
        items = (items or docling.add_list_group()) if in_list else None
        if element.table is not None:
            whole = wholes.get(element.index, JoinedTable((element.index,), element.table))
            table = docling.add_table(data=_table(whole.table))
            table.prov = [where(document.by_index[index]) for index in whole.elements]
        elif items is not None:
            text = without_bullet(element.text)
            docling.add_list_item(text=text, parent=items, prov=where(element))
        elif element.type is ElementType.TITLE:
            level = max(element.level, 1)
            docling.add_heading(text=element.text, level=level, prov=where(element))
        elif element.type is ElementType.IMAGE:
            docling.add_picture(prov=where(element))
        else:
            label, layer = labels.get(element.type, body)
            docling.add_text(
                label=label, text=element.text, prov=where(element), content_layer=layer
            )
    return docling


def _table(table: Table) -> "TableData":
    from docling_core.types.doc.document import TableCell, TableData

    cells = [
        TableCell(
            text=text,
            start_row_offset_idx=row,
            end_row_offset_idx=row + 1,
            start_col_offset_idx=column,
            end_col_offset_idx=column + 1,
            column_header=row < table.header_rows,
            row_header=row >= table.header_rows and column == 0,
        )
        for row, printed in enumerate(table.cells)
        for column, text in enumerate(printed)
    ]
    return TableData(table_cells=cells, num_rows=len(table.cells), num_cols=len(table.columns))
