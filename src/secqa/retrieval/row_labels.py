"""A page to the labels of its lines that have figures beside them: rows of tables, or of text."""

import re

from secqa.filings.document import ElementType, Page, Table

_FIGURE = re.compile(r"^[\s$€£(%)\d,.—–-]*\d[\s$€£(%)\d,.—–-]*$|^[\s$]*[—–-][\s%]*$")
_LINE_ITEM = re.compile(r"^(?P<label>\D*?[A-Za-z)\]:,*][\s.]*?)\s+(?P<figures>[$(]*\s*[\d—–-].*)$")


def rows_with_figures(page: Page) -> tuple[str, ...]:
    """Labels of the page's lines that have figures beside them, in reading order."""
    labels: list[str] = []
    for element in page.elements:
        if element.table is not None:
            labels.extend(_table_rows(element.table))
        elif element.type is not ElementType.NARRATIVE_TEXT or "\n" in element.text:
            labels.extend(_line_rows(element.text))
    return tuple(labels)


def _table_rows(table: Table) -> list[str]:
    return [
        row[0]
        for row in table.cells[table.header_rows :]
        if row and row[0] and any(_FIGURE.match(cell) for cell in row[1:] if cell)
    ]


def _line_rows(text: str) -> list[str]:
    matches = (_LINE_ITEM.match(line.strip()) for line in text.split("\n"))
    return [match["label"].strip(" .:") for match in matches if match and len(match["label"]) < 90]
