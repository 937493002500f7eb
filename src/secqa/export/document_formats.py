"""Write a document as Markdown, as one HTML page, and as complete JSON.

Markdown omits headers, footers and page numbers. HTML has a `<section id="page-12">` for each page
and no scripts or styles of the filing. JSON has all that Python has, with the inline XBRL apart
under `facts`, so that a reader can drop it. Filings are untrusted: all text is escaped.
"""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Literal

from pydantic import ConfigDict, TypeAdapter

from secqa.export.table_formats import (
    heading_level,
    html_of,
    markdown_text,
    table_markdown,
    without_bullet,
)
from secqa.facts.fact import Fact
from secqa.filings.document import FURNITURE, Document, Element, ElementType, Metadata, Page
from secqa.filings.tables.continued import JoinedTable, continued_tables, joined_tables

_BLOCK_START = re.compile(r"^(\d{0,9})(?=[#>+.)=-])")


def document_markdown(document: Document) -> str:
    """A document as Markdown; each page begins with `<!-- page 12, printed "10" -->`."""
    continued = continued_tables(document.elements)
    return "\n\n".join(_page(page, continued) for page in document.pages) + "\n"


def _page(page: Page, continued: Collection[int]) -> str:
    label = re.sub(r"[<>\"-]+", "-", page.label)
    mark = f"<!-- page {page.number}" + (f', printed "{label}"' if label else "") + " -->"
    blocks: list[str] = []
    for element in page.elements:
        if element.index in continued:
            blocks.append("<!-- the table of the page before goes on -->")
        if element.type not in FURNITURE:
            blocks.append(_element(element))
    return "\n\n".join([mark, *filter(None, blocks)])


def _element(element: Element) -> str:
    if element.table is not None:
        return table_markdown(element.table)
    text = markdown_text(element.text)
    match element.type:
        case ElementType.TITLE:
            return f"{'#' * heading_level(element)} {text}"
        case ElementType.LIST_ITEM:
            return f"- {markdown_text(without_bullet(element.text))}"
        case ElementType.IMAGE:
            return f"\\[Image: {text}\\]" if text else "\\[Image\\]"
    return _BLOCK_START.sub(r"\1\\", text)


def document_html(document: Document) -> str:
    """A document as one HTML page; `#page-12` leads to the twelfth printed page."""
    return html_of("whole", document, continued_tables(document.elements))


@dataclass(frozen=True, slots=True)
class PageView:
    """A parsed page, for display in notebooks."""

    document_id: str
    page: Page
    element: int = -1
    """Index of the table with the highlighted cell; -1 for none."""
    cell: tuple[int, int] = (-1, -1)
    """Row and column of the highlighted cell."""

    @property
    def text(self) -> str:
        """The text of the page: one line per element or table row, cells separated by bars."""
        return "\n".join(
            "\n".join(map(" | ".join, element.table.cells)) if element.table else element.text
            for element in self.page.elements
        )

    def __repr__(self) -> str:
        return f"<PageView {self.document_id} page {self.page.number}: {self.page.title}>"

    def _repr_html_(self) -> str:
        html = html_of("page", self.page, {}, {self.element: self.cell})
        return f"<h6>{escape(self.document_id)}, page {self.page.number}</h6>{html}"


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A filing as `secqa convert FILE --to json` writes it: one object, UTF-8."""

    __pydantic_config__ = ConfigDict(
        use_attribute_docstrings=True,
        extra="forbid",
        json_schema_serialization_defaults_required=True,
    )

    schema: Literal[2]
    """Version of this format; a change that breaks readers raises it."""
    metadata: Metadata
    warnings: tuple[str, ...]
    """Messages for the user, such as that the file is truncated."""
    pages: tuple[Page, ...]
    joined_tables: tuple[JoinedTable, ...]
    """Tables that continue over a page, as wholes; their parts are in `pages`."""
    facts: tuple[Fact, ...]
    """All inline XBRL, in the order of the tags; nothing in `pages` comes from tags."""


@cache
def _records() -> TypeAdapter[DocumentRecord]:
    return TypeAdapter(DocumentRecord)


def document_json(document: Document, facts: Sequence[Fact] = ()) -> str:
    """A document and its facts as JSON, as a `DocumentRecord`."""
    record = DocumentRecord(
        2,
        document.metadata,
        document.warnings,
        document.pages,
        joined_tables(document.elements),
        tuple(facts),
    )
    return _records().dump_json(record).decode()


def document_schema() -> str:
    """The JSON schema of a `DocumentRecord`, with the docstrings of its parts."""
    return json.dumps(_records().json_schema(mode="serialization"), indent=1)
