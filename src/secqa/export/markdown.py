"""A document as Markdown to be read, by people or models.

Titles, paragraphs, lists and tables come in reading order, and a comment opens each page with
its place and printed number, another one a table that goes on. What repeats on every page,
headers, footers and page numbers, is left out. Filings are untrusted: nothing in them is passed
through as markup.
"""

import re
from collections.abc import Collection

from secqa.export.data_frames import markdown_text, table_markdown
from secqa.filings.document import Document, Element, ElementType, Page
from secqa.filings.tables.continued import continued_tables

REPEATED = frozenset({ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER})
_DEEPEST = 6
_BULLET = re.compile(r"[•◦▪●○■□·‣⁃–—*-]\s*")
_BLOCK_START = re.compile(r"^(\d{0,9})(?=[#>+.)=-])")


def document_markdown(document: Document) -> str:
    """A document as Markdown; each page begins with `<!-- page 12, printed "10" -->`."""
    goes_on = continued_tables(document.elements)
    return "\n\n".join(_page(page, goes_on) for page in document.pages) + "\n"


def _page(page: Page, goes_on: Collection[int]) -> str:
    label = re.sub(r"[<>\"-]+", "-", page.label)
    mark = f"<!-- page {page.number}" + (f', printed "{label}"' if label else "") + " -->"
    blocks: list[str] = []
    for element in page.elements:
        if element.index in goes_on:
            blocks.append("<!-- the table of the page before goes on -->")
        if element.type not in REPEATED:
            blocks.append(_element(element))
    return "\n\n".join([mark, *filter(None, blocks)])


def _element(element: Element) -> str:
    if element.table is not None:
        return table_markdown(element.table)
    text = markdown_text(element.text)
    match element.type:
        case ElementType.TITLE:
            return f"{'#' * min(max(element.level, 1), _DEEPEST)} {text}"
        case ElementType.LIST_ITEM:
            return f"- {markdown_text(without_bullet(element.text))}"
        case ElementType.IMAGE:
            return f"\\[Image: {text}\\]" if text else "\\[Image\\]"
    return _BLOCK_START.sub(r"\1\\", text)


def without_bullet(text: str) -> str:
    """A list item's text without the sign that marks it; numbers and letters stay."""
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text
