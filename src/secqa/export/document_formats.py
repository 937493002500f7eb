"""Write a document as Markdown, as one HTML page, and as complete JSON.

Markdown omits headers, footers and page numbers. HTML has a `<section id="page-12">` for each page
and no scripts or styles of the filing. JSON (see `document.schema.json`) keeps all inline XBRL
under `facts`, so that a reader can drop it. Filings are untrusted: all text is escaped.
"""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from html import escape
from typing import Any

from secqa.export.table_formats import (
    heading_level,
    html_of,
    markdown_text,
    table_markdown,
    without_bullet,
)
from secqa.facts.fact import Fact
from secqa.filings.document import FURNITURE, Document, Element, ElementType, Location, Page
from secqa.filings.tables.continued import continued_tables, joined_tables

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


SCHEMA = 1


def document_json(document: Document, facts: Sequence[Fact] = ()) -> str:
    """A document and its facts as JSON, as defined in `document.schema.json`."""
    return json.dumps(document_record(document, facts), ensure_ascii=False, separators=(",", ":"))


def document_record(document: Document, facts: Sequence[Fact] = ()) -> dict[str, Any]:
    """A document and its facts as plain dicts, lists, strings and numbers."""
    return {
        "schema": SCHEMA,
        "metadata": _plain(document.metadata),
        "warnings": list(document.warnings),
        "pages": _plain(document.pages),
        "joined_tables": _plain(joined_tables(document.elements)),
        "facts": _plain(tuple(facts)),
    }


def _plain(value: Any) -> Any:
    """Convert a value for JSON: dataclasses to objects, tuples to lists, dates to strings."""
    if isinstance(value, Fact):
        dimensions = [{"axis": axis, "member": member} for axis, member in value.dimensions]
        return _fields(value) | {"dimensions": dimensions}
    if isinstance(value, Location) and value.row < 0:
        return _fields(value) | {"row": None, "column": None}
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, date):
        return value.isoformat()
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
