"""The documents of a filing as printed, numbered as in the corpus.

The pages of a filing are those of its main document and after them those of each exhibit, in HTML,
typewritten text or PDF. A page that reads differently now than when it was ingested is left out:
its places would not be those of the corpus.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from secqa.errors import SecqaError
from secqa.filings.containers.parts import Part
from secqa.filings.document import Document, ElementType, Location, Page
from secqa.filings.read import is_pdf, is_plain_text, no_collector
from secqa.filings.rendering.html_pages import printed_pages
from secqa.filings.rendering.pages import PrintedText, SafePage
from secqa.filings.rendering.pdf_page import page_count
from secqa.filings.rendering.safe_markup import MarkupStyle
from secqa.filings.rendering.typed_pages import typed_pages


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A page of a PDF: the file, and the page's 1-based place in it."""

    data: bytes
    number: int


@dataclass(frozen=True, slots=True)
class PrintedFiling:
    """The pages of a filing that can be shown as printed, by their 1-based number."""

    pages: dict[int, SafePage | PdfPage] = field(default_factory=dict)
    sheet: str = ""
    """The style sheet of all of them."""


def printed_filing(
    parts: Sequence[Part], kept: Document, scope: str, pictures: Mapping[str, str]
) -> PrintedFiling:
    """The printed pages of a filing that the corpus has as `kept`.

    Styles are for what stands in an element of the class `scope`; `pictures` are addresses by
    name.
    """
    looks = MarkupStyle(scope, pictures)
    pages: dict[int, SafePage | PdfPage] = {}
    before = 0
    for part in parts:
        try:
            with no_collector():
                part_pages, count = _pages(part, kept, looks, before)
        except SecqaError:
            continue  # whoever read the filing has left it out, too
        pages |= part_pages
        before += count
    return PrintedFiling(pages, looks.sheet)


def _pages(
    part: Part, kept: Document, looks: MarkupStyle, before: int
) -> tuple[Mapping[int, SafePage | PdfPage], int]:
    """The pages of one part, of which so many are `before`, and how many it has."""
    if is_pdf(part.data):
        count = page_count(part.data)
        return {before + at: PdfPage(part.data, at) for at in range(1, count + 1)}, count
    pages, document = (
        typed_pages(part.data, part.name)
        if is_plain_text(part.data)
        else printed_pages(part.data, part.name, looks)
    )
    above = [element.index for page in kept.pages[:before] for element in page.elements]
    first = 1 + max(above, default=-1)
    same = [
        own.number
        for own, there in zip(document.pages, kept.pages[before:], strict=False)
        if own.number in pages and _texts(own, 0) == _texts(there, first)
    ]
    moved = {before + number: _moved(pages[number], before, first) for number in same}
    return moved, len(document.pages)


def _texts(page: Page, first: int) -> list[tuple[int, str]]:
    """What a page prints, elements counted from `first`; what pictures are called is not."""
    elements = (one for one in page.elements if one.type is not ElementType.IMAGE)
    return [(one.index - first, one.text) for one in elements]


def _moved(page: SafePage, pages: int, elements: int) -> SafePage:
    """A page with its places as they are behind so many pages and elements."""
    if not pages:
        return page
    return SafePage(
        tuple(
            PrintedText(part.text, _behind(part.place, pages, elements))
            if isinstance(part, PrintedText)
            else part
            for part in page.parts
        )
    )


def _behind(place: Location, pages: int, elements: int) -> Location:
    element = place.element + elements if place.element >= 0 else place.element
    return Location(place.page + pages, element, place.row, place.column)
