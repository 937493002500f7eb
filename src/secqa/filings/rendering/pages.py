"""Pages that can be shown: safe HTML, with each printed text and its place.

`page_as_read` writes a page of the corpus, for filings whose file is not at hand and for comparing
what was read with what is printed."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from secqa.filings.document import Element, ElementType, Location, Page, Table
from secqa.filings.numbers import parse_number


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A printed text and where it stands."""

    text: str
    place: Location


@dataclass(frozen=True, slots=True)
class SafePage:
    """A page; its strings are safe HTML."""

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
"""What elements of a page are shown as; any other is a paragraph."""
_INDENTS = 6
"""Steps by which a row's label may stand in."""
_STEP = 9.0
"""Points of one such step."""


def page_as_read(page: Page) -> SafePage:
    """The elements of a page as markup of ours."""
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
