"""Represent a page as safe HTML with the location of each printed text.

`page_as_read` renders a page of the corpus, for filings whose file is missing and for comparing
the extracted text with the printed page."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from secqa.filings.document import Element, ElementType, Location, Page, Table
from secqa.filings.numbers import parse_number


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A printed text and its location."""

    text: str
    place: Location


@dataclass(frozen=True, slots=True)
class SafePage:
    """A page; parts of type `str` are safe HTML."""

    parts: tuple[str | PrintedText, ...]

    @property
    def runs(self) -> tuple[PrintedText, ...]:
        """The printed texts."""
        return tuple(part for part in self.parts if isinstance(part, PrintedText))


TAGS = {
    ElementType.TITLE: "h4",
    ElementType.LIST_ITEM: "li",
    ElementType.HEADER: "small",
    ElementType.FOOTER: "small",
    ElementType.PAGE_NUMBER: "small",
}
"""HTML elements by element type; all others are paragraphs."""
_INDENTS = 6
"""Maximum number of indentation steps of a row's label."""
_STEP = 9.0
"""Width of one step in points."""


def page_as_read(page: Page) -> SafePage:
    """Render the elements of a page of the corpus as HTML."""
    return SafePage(tuple(_parts(page)))


def _parts(page: Page) -> Iterator[str | PrintedText]:
    for is_list, elements in groupby(page.elements, lambda e: e.type is ElementType.LIST_ITEM):
        if is_list:
            yield "<ul>"
        for element in elements:
            if element.table is not None:
                yield from _table(element, element.table)
                continue
            tag = TAGS.get(element.type, "p")
            yield f"<{tag}>"
            yield PrintedText(element.text, Location(element.page, element.index))
            yield f"</{tag}>"
        if is_list:
            yield "</ul>"


def _table(element: Element, table: Table) -> Iterator[str | PrintedText]:
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
                yield PrintedText(text, Location(element.page, element.index, row, column))
            yield f"</{tag}>"
        yield "</tr>"
    yield "</table>"
