"""A document as the list of elements that the Unstructured library writes, and its users read.

The names of types are the same; what Unstructured has no field for (section, printed page
number, statement, the table that one goes on from) stands in the metadata under names of its
own. An element's parent is the last title above it of a higher level.
"""

import hashlib
import json
import mimetypes
import re
from typing import TYPE_CHECKING, Any

from secqa.errors import SecqaError
from secqa.export.document_formats import without_bullet
from secqa.export.table_formats import table_html
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
    goes_on = continued_tables(document.elements)
    titles: list[tuple[int, str]] = []
    records = []
    for page in document.pages:
        for element in page.elements:
            element_id = _id(document, element.index)
            if element.type is ElementType.TITLE:
                while titles and titles[-1][0] >= element.level:
                    titles.pop()
            metadata = _metadata(page, element, titles[-1][1] if titles else "") | origin
            if element.index in goes_on:
                metadata["continues_id"] = _id(document, goes_on[element.index])
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
    made = DoclingDocument(
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
        made.add_page(page_no=page.number, size=Size(width=_WIDTH, height=_HEIGHT))
    wholes = {whole.elements[0]: whole for whole in joined_tables(document.elements)}
    later = {index for whole in wholes.values() for index in whole.elements[1:]}
    items: ListGroup | None = None
    for element in document.elements:
        if element.index in later:
            continue
        in_list = element.type is ElementType.LIST_ITEM
        items = (items or made.add_list_group()) if in_list else None
        if element.table is not None:
            whole = wholes.get(element.index, JoinedTable((element.index,), element.table))
            table = made.add_table(data=_table(whole.table))
            table.prov = [_where(document.by_index[index]) for index in whole.elements]
        elif not _add_special(made, element, items):
            label, layer = labels.get(element.type, body)
            made.add_text(label=label, text=element.text, prov=_where(element), content_layer=layer)
    return made


def _add_special(made: "DoclingDocument", element: Element, items: "ListGroup | None") -> bool:
    """Add what Docling has a kind of item of its own for; False for plain text."""
    where = _where(element)
    if items is not None:
        made.add_list_item(text=without_bullet(element.text), parent=items, prov=where)
    elif element.type is ElementType.TITLE:
        made.add_heading(text=element.text, level=max(element.level, 1), prov=where)
    elif element.type is ElementType.IMAGE:
        made.add_picture(prov=where)
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
