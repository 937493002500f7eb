"""A page of the corpus in, the same as it reads out: headings, paragraphs, lists and tables.

For filings whose file is not at hand, and to see what the reader made of one whose file is.
"""

from collections.abc import Iterator
from itertools import groupby

from secqa.app.printed.page import PrintedPage, Run
from secqa.filings.document import Element, ElementType, Page, Place, Table
from secqa.filings.numbers import parse_number

_TAGS = {
    ElementType.TITLE: "h4",
    ElementType.LIST_ITEM: "li",
    ElementType.HEADER: "small",
    ElementType.FOOTER: "small",
    ElementType.PAGE_NUMBER: "small",
}
_INDENTS = 6
"""Steps by which a row's label may stand in."""
_STEP = 9.0
"""Points of one such step."""


def page_as_read(page: Page) -> PrintedPage:
    """The elements of a page as markup of ours."""
    return PrintedPage(tuple(_parts(page)))


def _parts(page: Page) -> Iterator[str | Run]:
    for is_list, elements in groupby(page.elements, lambda e: e.type is ElementType.LIST_ITEM):
        if is_list:
            yield "<ul>"
        for element in elements:
            if element.table is not None:
                yield from _table(element, element.table)
                continue
            tag = _TAGS.get(element.type, "p")
            yield f"<{tag}>"
            yield Run(element.text, Place(element.page, element.index))
            yield f"</{tag}>"
        if is_list:
            yield "</ul>"


def _table(element: Element, table: Table) -> Iterator[str | Run]:
    yield '<table class="figures">'
    least = min(table.indents, default=0.0)
    for row, cells in enumerate(table.cells):
        head = row < table.header_rows
        yield "<tr>"
        for column, text in enumerate(cells):
            if head:
                tag, kind = "th", 'scope="col"'
            elif column == 0:
                step = min(int((table.indents[row] - least) / _STEP), _INDENTS)
                tag, kind = "th", f'scope="row" class="in{step}"'
            else:
                tag, kind = "td", 'class="n"' if parse_number(text) else ""
            yield f"<{tag} {kind}>" if kind else f"<{tag}>"
            if text:
                yield Run(text, Place(element.page, element.index, row, column))
            yield f"</{tag}>"
        yield "</tr>"
    yield "</table>"
