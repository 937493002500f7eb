"""Render all documents of a filing as printed, with the page numbers of the corpus.

The pages of a filing are those of its main document, followed by those of each exhibit, in HTML,
plain text or PDF. A page whose text differs from the corpus is left out, since its locations would
be wrong.
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
    """A page of a PDF: the file's bytes and the 1-based number of the page in it."""

    data: bytes
    number: int


@dataclass(frozen=True, slots=True)
class PrintedFiling:
    """The pages of a filing that can be shown as printed, by 1-based number."""

    pages: dict[int, SafePage | PdfPage] = field(default_factory=dict)
    sheet: str = ""
    """The style sheet of all pages."""


def printed_filing(
    parts: Sequence[Part], kept: Document, scope: str, pictures: Mapping[str, str]
) -> PrintedFiling:
    """Render the pages of a filing that the corpus has as document `kept`.

    The style sheet applies inside an element of the class `scope`; `pictures` maps file names to
    addresses.
    """
    looks = MarkupStyle(scope, pictures)
    pages: dict[int, SafePage | PdfPage] = {}
    before = 0
    for part in parts:
        try:
            with no_collector():
                part_pages, count = _pages(part, kept, looks, before)
        except SecqaError:
            continue  # The corpus does not contain this part either.
        pages |= part_pages
        before += count
    return PrintedFiling(pages, looks.sheet)


def _pages(
    part: Part, kept: Document, looks: MarkupStyle, before: int
) -> tuple[Mapping[int, SafePage | PdfPage], int]:
    """Render one part, which comes after `before` pages; also return its number of pages."""
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
        page.number
        for page, kept_page in zip(document.pages, kept.pages[before:], strict=False)
        if page.number in pages and _texts(page, 0) == _texts(kept_page, first)
    ]
    moved = {before + number: _moved(pages[number], before, first) for number in same}
    return moved, len(document.pages)


def _texts(page: Page, first: int) -> list[tuple[int, str]]:
    """The texts of a page by element index from `first`; without those of pictures."""
    elements = (one for one in page.elements if one.type is not ElementType.IMAGE)
    return [(one.index - first, one.text) for one in elements]


def _moved(page: SafePage, pages: int, elements: int) -> SafePage:
    """Shift the locations on a page by a number of pages and elements."""
    if not pages:
        return page
    return SafePage(
        tuple(
            PrintedText(part.text, _moved_location(part.place, pages, elements))
            if isinstance(part, PrintedText)
            else part
            for part in page.parts
        )
    )


def _moved_location(place: Location, pages: int, elements: int) -> Location:
    element = place.element + elements if place.element >= 0 else place.element
    return Location(place.page + pages, element, place.row, place.column)
