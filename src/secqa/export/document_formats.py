"""A document as Markdown to be read, by people or models.

Titles, paragraphs, lists and tables come in reading order, and a comment opens each page with
its place and printed number, another one a table that goes on. What repeats on every page,
headers, footers and page numbers, is left out. Filings are untrusted: nothing in them is passed
through as markup.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from html import escape
from itertools import groupby
from typing import Any

from secqa.export.table_formats import markdown_text, table_html, table_markdown
from secqa.facts.fact import Fact
from secqa.filings.document import Document, Element, ElementType, Location, Page
from secqa.filings.tables.continued import continued_tables, joined_tables

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


_DEEPEST_HEADING = 6
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
        lines += _html_page(page, goes_on)
    lines += ["</body>", "</html>"]
    return "\n".join(lines) + "\n"


def _html_page(page: Page, goes_on: Mapping[int, int]) -> Iterator[str]:
    label = f' data-label="{escape(page.label)}"' if page.label else ""
    yield f'<section id="page-{page.number}"{label}>'
    for is_list, elements in groupby(page.elements, lambda e: e.type is ElementType.LIST_ITEM):
        if is_list:
            yield "<ul>"
            yield from (f"<li>{escape(without_bullet(item.text))}</li>" for item in elements)
            yield "</ul>"
        else:
            yield from (_html_element(element, goes_on) for element in elements)
    yield "</section>"


def _html_element(element: Element, goes_on: Mapping[int, int]) -> str:
    if element.table is not None:
        attributes = {"id": f"table-{element.index}"}
        if element.index in goes_on:
            attributes["data-continues"] = f"table-{goes_on[element.index]}"
        return table_html(element.table, **attributes)
    text = escape(element.text)
    match element.type:
        case ElementType.TITLE:
            level = min(max(element.level, 1), _DEEPEST_HEADING)
            return f"<h{level}>{text}</h{level}>"
        case ElementType.HEADER:
            return f"<header>{text}</header>"
        case ElementType.FOOTER | ElementType.PAGE_NUMBER:
            return f"<footer>{text}</footer>"
        case ElementType.IMAGE:
            return f"<figure><figcaption>{text}</figcaption></figure>"
    return f"<p>{text}</p>"


SCHEMA = 1


def document_json(document: Document, facts: Sequence[Fact] = ()) -> str:
    """A document and its facts as JSON text that `document.schema.json` describes."""
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
    """A value as JSON has it: what is made of fields as an object, several as a list."""
    if isinstance(value, Fact):
        dimensions = [{"axis": axis, "member": member} for axis, member in value.dimensions]
        return _fields(value) | {"dimensions": dimensions}
    if isinstance(value, Location) and value.row < 0:
        return _fields(value) | {"row": None, "column": None}
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, date):
        return value.isoformat()
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
