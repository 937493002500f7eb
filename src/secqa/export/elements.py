"""A document as the list of elements that the Unstructured library writes, and its users read.

The names of types are the same; what Unstructured has no field for (section, printed page
number, statement, the table that one goes on from) stands in the metadata under names of its
own. An element's parent is the last title above it of a higher level.
"""

import hashlib
import json
import mimetypes
from typing import Any

from secqa.export.tables import table_html
from secqa.filings.document import Document, Element, ElementType, Page
from secqa.filings.tables.continued import continued_tables


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
