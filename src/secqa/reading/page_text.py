"""Write pages as marked text for a language model, and parse them.

Angle brackets are replaced, so that no page can imitate the marks. Titles, captions and table rows
with indents are kept, so that the offline engine of a test server can read the pages of a prompt.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from html import escape

from secqa.filings.decoding import unescape, whole_number
from secqa.filings.document import Element, ElementType, Metadata, Page, Statement, Table

_POINTS_A_SPACE = 4.0
_SKIPPED = {ElementType.PAGE_NUMBER, ElementType.IMAGE}
_PAGE = re.compile(r"<page ([^<>]*)>\n(.*?)\n?</page>", re.DOTALL)
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_TABLE = re.compile(r"<table ?([^<>]*)>\n(.*)", re.DOTALL)
_TITLE = re.compile(r"(#+) (.*)")
_ITEM = "* "
_CELLS = " | "


def page_id(document_id: str, page: int) -> str:
    """The name of a page in a prompt."""
    return f"{document_id}#{page}"


def write_pages(pages: Sequence[tuple[Metadata, Page]]) -> str:
    """All pages, each between marks that identify it."""
    return "\n".join(write_page(metadata, page) for metadata, page in pages)


def write_page(metadata: Metadata, page: Page) -> str:
    """One page between its marks."""
    first = page.elements[0] if page.elements else None
    marks = {
        "id": page_id(metadata.document_id, page.number),
        "company": metadata.company,
        "symbol": metadata.ticker,
        "form": metadata.form,
        "fiscal_year": str(metadata.fiscal_year or ""),
        "fiscal_period": metadata.fiscal_period,
        "period_end": metadata.period_end.isoformat() if metadata.period_end else "",
        "fiscal_year_end": metadata.fiscal_year_end,
        "section": first.section if first else "",
        "under": " > ".join(first.path) if first else "",
    }
    return f"<page {_attributes(marks)}>\n{page_body(page)}\n</page>"


def page_body(page: Page) -> str:
    """The text of a page, without its marks."""
    kept = [element for element in page.elements if element.type not in _SKIPPED]
    return "\n".join(_element(element) for element in kept)


def read_pages(text: str) -> tuple[tuple[Metadata, Page], ...]:
    """Parse the pages of `write_pages`."""
    return tuple(_page(marks, body) for marks, body in _PAGE.findall(text))


def _element(element: Element) -> str:
    if element.table is not None:
        return _table(element.table)
    text = _plain(element.text)
    if element.type is ElementType.TITLE:
        return f"{'#' * max(1, element.level)} {text}"
    return f"{_ITEM}{text}" if element.type is ElementType.LIST_ITEM else text


def _table(table: Table) -> str:
    marks = _attributes(
        {
            "caption": table.caption,
            "statement": table.statement.value if table.statement else "",
            "header_rows": str(table.header_rows),
        }
    )
    lines = [f"<table {marks}>"]
    for cells, indent in zip(table.cells, table.indents, strict=True):
        spaces = " " * round(indent / _POINTS_A_SPACE)
        lines.append(spaces + _CELLS.join(_plain(cell).replace("|", "/") for cell in cells))
    return "\n".join([*lines, "</table>"])


def _plain(text: str) -> str:
    return " ".join(text.replace("<", "‹").replace(">", "›").split())


def _attributes(marks: dict[str, str]) -> str:
    return " ".join(f'{name}="{escape(value)}"' for name, value in marks.items() if value)


def _page(marks: str, body: str) -> tuple[Metadata, Page]:
    attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(marks)}
    document_id, _, number = attributes.get("id", "").rpartition("#")
    year = attributes.get("fiscal_year", "")
    end = attributes.get("period_end", "")
    metadata = Metadata(
        document_id=document_id,
        company=attributes.get("company", ""),
        ticker=attributes.get("symbol", ""),
        cik="",
        form=attributes.get("form", ""),
        fiscal_year=whole_number(year),
        fiscal_period=attributes.get("fiscal_period", ""),
        period_end=date.fromisoformat(end) if end else None,
        fiscal_year_end=attributes.get("fiscal_year_end", ""),
    )
    page = whole_number(number) or 0
    above = tuple(filter(None, attributes.get("under", "").split(" > ")))
    elements = _elements(body, page, attributes.get("section", ""), above)
    return metadata, Page(page, "", tuple(elements))


def _elements(body: str, page: int, section: str, above: tuple[str, ...]) -> Iterator[Element]:
    pieces = re.findall(r"(<table[^<>]*>\n.*?)\n?</table>|([^\n]+)", body, re.DOTALL)
    for index, (table, line) in enumerate(pieces):
        element = Element(index, ElementType.NARRATIVE_TEXT, line, page, section, path=above)
        if table:
            grid = _read_table(table)
            rows = "\n".join(_CELLS.join(row) for row in grid.cells)
            yield replace(element, type=ElementType.TABLE, text=rows, table=grid)
        elif title := _TITLE.fullmatch(line):
            level, text = len(title.group(1)), title.group(2)
            above = (*above[: level - 1], text)
            yield replace(element, type=ElementType.TITLE, text=text, level=level)
        elif line.startswith(_ITEM):
            yield replace(element, type=ElementType.LIST_ITEM, text=line.removeprefix(_ITEM))
        else:
            yield element


def _read_table(text: str) -> Table:
    found = _TABLE.match(text)
    assert found is not None
    attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(found.group(1))}
    lines = found.group(2).split("\n")
    rows = [tuple(cell.strip() for cell in line.split("|")) for line in lines]
    width = max(len(row) for row in rows)
    cells = tuple((*row, *[""] * (width - len(row))) for row in rows)
    header_rows = min(whole_number(attributes.get("header_rows", "")) or 0, len(cells))
    header = cells[:header_rows]
    labels = [line.partition("|")[0].rstrip() for line in lines]
    spaces = [len(label) - len(label.lstrip(" ")) for label in labels]
    statement = attributes.get("statement", "")
    return Table(
        cells=cells,
        header_rows=header_rows,
        columns=tuple(" ".join(filter(None, (row[i] for row in header))) for i in range(width)),
        indents=tuple(count * _POINTS_A_SPACE for count in spaces),
        caption=attributes.get("caption", ""),
        statement=Statement(statement) if statement in set(Statement) else None,
    )
