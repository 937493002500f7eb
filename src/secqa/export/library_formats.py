"""Write a document as elements of the Unstructured library, or as a `DoclingDocument`.

Fields that Unstructured lacks (section, printed page number, statement, the table that a table
continues) stand in the metadata under names of their own; an element's parent is the last title
above it of a higher level. Docling's provenance requires a box, and HTML has none: it is the
whole page, US letter in points. Docling takes a table over several pages as one item.
"""

import hashlib
import json
import mimetypes
import re
from typing import TYPE_CHECKING, Any

from secqa.errors import SecqaError
from secqa.export.table_formats import table_html, without_bullet
from secqa.filings.document import Document, Element, ElementType, Page, Table
from secqa.filings.tables.continued import JoinedTable, continued_tables, joined_tables

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument, ProvenanceItem, TableData
    from docling_core.types.doc.document import ListGroup


def document_elements(document: Document) -> str:
    """A document as a JSON list of elements."""
    return json.dumps(element_records(document), ensure_ascii=False, indent=1)


def element_records(document: Document) -> list[dict[str, Any]]:
    """One record an element, in reading order: type, element_id, text, metadata."""
    name = document.metadata.source.rpartition("/")[2]
    origin = {
        "filename": name,
        "filetype": mimetypes.guess_type(name.removesuffix(".gz"))[0] or "text/plain",
        "languages": ["eng"],
    }
    continued = continued_tables(document.elements)
    titles: list[tuple[int, str]] = []
    records = []
    for page in document.pages:
        for element in page.elements:
            element_id = _id(document, element.index)
            if element.type is ElementType.TITLE:
                while titles and titles[-1][0] >= element.level:
                    titles.pop()
            metadata = _metadata(page, element, titles[-1][1] if titles else "") | origin
            if element.index in continued:
                metadata["continues_id"] = _id(document, continued[element.index])
            records.append(
                {
                    "type": element.type.value,
                    "element_id": element_id,
                    "text": element.text,
                    "metadata": metadata,
                }
            )
            if element.type is ElementType.TITLE:
                titles.append((element.level, element_id))
    return records


def _id(document: Document, index: int) -> str:
    key = f"{document.metadata.sha256}/{index}"
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _metadata(page: Page, element: Element, parent: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {"page_number": page.number}
    if page.label:
        metadata["page_label"] = page.label
    if element.section:
        metadata["section"] = element.section
    if parent:
        metadata["parent_id"] = parent
    if element.type is ElementType.TITLE:
        metadata["category_depth"] = element.level - 1
    if element.table is not None:
        metadata["text_as_html"] = table_html(element.table)
        if element.table.statement is not None:
            metadata["statement"] = element.table.statement.value
    return metadata


_WIDTH, _HEIGHT = 612.0, 792.0
_MIMETYPES = {".pdf": "application/pdf", ".txt": "text/plain"}


def document_docling(document: Document) -> str:
    """A document as the JSON of a DoclingDocument. Raises `SecqaError` without the extra."""
    text: str = docling_document(document).model_dump_json(by_alias=True, exclude_none=True)
    return text


def docling_document(document: Document) -> "DoclingDocument":
    """A document as a DoclingDocument. Raises `SecqaError` without the extra."""
    try:
        from docling_core.types.doc import DocItemLabel, Size
        from docling_core.types.doc.document import ContentLayer, DoclingDocument, DocumentOrigin
    except ImportError as error:
        raise SecqaError(
            "docling: docling-core is not installed; pip install 'secqa[docling]'"
        ) from error
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
        docling.add_page(page_no=page.number, size=Size(width=_WIDTH, height=_HEIGHT))
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
            table.prov = [_where(document.by_index[index]) for index in whole.elements]
        elif not _add_special(docling, element, items):
            label, layer = labels.get(element.type, body)
            docling.add_text(
                label=label, text=element.text, prov=_where(element), content_layer=layer
            )
    return docling


def _add_special(docling: "DoclingDocument", element: Element, items: "ListGroup | None") -> bool:
    """Add an item that Docling has a kind for; False for plain text."""
    where = _where(element)
    if items is not None:
        docling.add_list_item(text=without_bullet(element.text), parent=items, prov=where)
    elif element.type is ElementType.TITLE:
        docling.add_heading(text=element.text, level=max(element.level, 1), prov=where)
    elif element.type is ElementType.IMAGE:
        docling.add_picture(prov=where)
    else:
        return False
    return True


def _where(element: Element) -> "ProvenanceItem":
    from docling_core.types.doc import BoundingBox, ProvenanceItem

    page = BoundingBox(l=0, t=0, r=_WIDTH, b=_HEIGHT)
    return ProvenanceItem(page_no=element.page, bbox=page, charspan=(0, len(element.text)))


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
