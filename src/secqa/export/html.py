"""A document as clean HTML: one file, no scripts, nothing of the filing's own markup.

Each page is a `<section id="page-12">` with its printed number, titles are headings of their
level, tables have header rows. A table that goes on from the page before says which one in
`data-continues`. Filings are untrusted: all text is escaped.
"""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby

from secqa.export.data_frames import table_html
from secqa.export.markdown import without_bullet
from secqa.filings.document import Document, Element, ElementType, Page
from secqa.filings.tables.continued import continued_tables

_DEEPEST = 6
_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60em;margin:auto;padding:1em}"
    "section{border-top:1px solid #999;padding:1em 0}"
    "table{border-collapse:collapse}td,th{padding:.1em .6em;vertical-align:bottom}"
    "td{text-align:right}th{text-align:left;font-weight:normal}thead th{font-weight:bold}"
    "header,footer{color:#666}"
)


def document_html(document: Document) -> str:
    """A document as one HTML page; `#page-12` leads to the twelfth printed page."""
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        f"<title>{escape(document.metadata.document_id)}</title>",
        f"<style>{_STYLE}</style></head>",
        "<body>",
    ]
    goes_on = continued_tables(document.elements)
    for page in document.pages:
        lines += _page(page, goes_on)
    lines += ["</body>", "</html>"]
    return "\n".join(lines) + "\n"


def _page(page: Page, goes_on: Mapping[int, int]) -> Iterator[str]:
    label = f' data-label="{escape(page.label)}"' if page.label else ""
    yield f'<section id="page-{page.number}"{label}>'
    for is_list, elements in groupby(page.elements, lambda e: e.type is ElementType.LIST_ITEM):
        if is_list:
            yield "<ul>"
            yield from (f"<li>{escape(without_bullet(item.text))}</li>" for item in elements)
            yield "</ul>"
        else:
            yield from (_element(element, goes_on) for element in elements)
    yield "</section>"


def _element(element: Element, goes_on: Mapping[int, int]) -> str:
    if element.table is not None:
        attributes = {"id": f"table-{element.index}"}
        if element.index in goes_on:
            attributes["data-continues"] = f"table-{goes_on[element.index]}"
        return table_html(element.table, **attributes)
    text = escape(element.text)
    match element.type:
        case ElementType.TITLE:
            level = min(max(element.level, 1), _DEEPEST)
            return f"<h{level}>{text}</h{level}>"
        case ElementType.HEADER:
            return f"<header>{text}</header>"
        case ElementType.FOOTER | ElementType.PAGE_NUMBER:
            return f"<footer>{text}</footer>"
        case ElementType.IMAGE:
            return f"<figure><figcaption>{text}</figcaption></figure>"
    return f"<p>{text}</p>"
