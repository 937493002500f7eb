"""A document as clean HTML: one file, no scripts, nothing of the filing's own markup.

Each page is a `<section id="page-12">` with its printed number, titles are headings of their
level, tables have header rows. Filings are untrusted: all text is escaped.
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from secqa.export.markdown import without_bullet
from secqa.export.tables import table_html
from secqa.filings.document import Document, Element, ElementType, Page

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
    for page in document.pages:
        lines += _page(page)
    lines += ["</body>", "</html>"]
    return "\n".join(lines) + "\n"


def _page(page: Page) -> Iterator[str]:
    label = f' data-label="{escape(page.label)}"' if page.label else ""
    yield f'<section id="page-{page.number}"{label}>'
    for is_list, elements in groupby(page.elements, lambda e: e.type is ElementType.LIST_ITEM):
        if is_list:
            yield "<ul>"
            yield from (f"<li>{escape(without_bullet(item.text))}</li>" for item in elements)
            yield "</ul>"
        else:
            yield from map(_element, elements)
    yield "</section>"


def _element(element: Element) -> str:
    if element.table is not None:
        return table_html(element.table)
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
