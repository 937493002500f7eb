"""Cut pages into chunks, the units of text that are matched with a question.

A chunk has at most `MAX_CHARS` characters and consists of whole elements if they fit. The rule
follows the chunking paper (3.4): elements are merged up to a length, and titles and tables start a
chunk. Unlike the paper's, a chunk stays on its page, since pages are retrieved; a longer table is
cut between rows, and each part repeats its caption.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from secqa.filings.document import FURNITURE, Element, ElementType, Page

MAX_CHARS = 2048


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a page."""

    page: int
    text: str
    headings: tuple[str, ...] = ()
    """Titles above it, highest level first, its own last."""
    elements: tuple[int, ...] = ()
    """`Element.index` of its elements."""
    table: bool = False
    """Whether it contains a table or a part of one."""
    titles: tuple[str, ...] = ()
    """Titles and captions within the chunk, as opposed to those above it."""
    section: str = ""
    """Part and Item of its first element."""


def page_chunk(page: Page) -> Chunk:
    """The whole page as one chunk, without running headers, footers and page numbers."""
    elements = _body(page)
    headings = dict.fromkeys(title for element in elements for title in headings_of(element))
    return Chunk(
        page.number,
        "\n".join(element_text(element) for element in elements),
        tuple(headings),
        tuple(element.index for element in elements),
    )


def element_chunks(page: Page, max_chars: int = MAX_CHARS) -> tuple[Chunk, ...]:
    """The page's elements merged up to `max_chars`; titles and tables start a chunk."""
    chunks: list[Chunk] = []
    open_elements: list[Element] = []

    def close() -> None:
        if open_elements:
            chunks.extend(_cut(page.number, open_elements, max_chars))
            open_elements.clear()

    for element in _body(page):
        length = sum(len(element_text(other)) + 1 for other in open_elements) + len(
            element_text(element)
        )
        only_titles = all(other.type is ElementType.TITLE for other in open_elements)
        starts = element.type in (ElementType.TITLE, ElementType.TABLE) and not only_titles
        if starts or length > max_chars:
            close()
        open_elements.append(element)
        if element.type is ElementType.TABLE:
            close()
    close()
    return tuple(chunks)


def _body(page: Page) -> list[Element]:
    return [e for e in page.elements if e.type not in FURNITURE and (e.text or e.table)]


def headings_of(element: Element) -> tuple[str, ...]:
    """The titles above an element, its own last."""
    return (*element.path, element.text) if element.type is ElementType.TITLE else element.path


def element_text(element: Element) -> str:
    """An element's text; a table's text with its caption."""
    caption = element.table.caption if element.table else ""
    return f"{caption}\n{element.text}" if caption else element.text


def _cut(page: int, elements: list[Element], max_chars: int) -> Iterator[Chunk]:
    """One chunk, or several if a single element exceeds `max_chars`."""
    headings = dict.fromkeys(title for element in elements for title in headings_of(element))
    indices = tuple(element.index for element in elements)
    table = any(element.table is not None for element in elements)
    caption = next((e.table.caption for e in elements if e.table and e.table.caption), "")
    caption = caption[: max_chars // 4]
    titles = dict.fromkeys(e.text for e in elements if e.type is ElementType.TITLE)
    titles |= dict.fromkeys(e.table.caption for e in elements if e.table and e.table.caption)

    def chunk(text: str) -> Chunk:
        section = elements[0].section
        return Chunk(page, text, tuple(headings), indices, table, tuple(titles), section)

    rest = "\n".join(element_text(element) for element in elements)
    while len(rest) > max_chars:
        cut = _last_break(rest, max_chars)
        yield chunk(rest[:cut].strip())
        rest = f"{caption}\n{rest[cut:].lstrip()}" if caption else rest[cut:].lstrip()
    yield chunk(rest)


def _last_break(text: str, limit: int) -> int:
    """Cut position: after the last row, else sentence, else word, in the second half."""
    for mark in ("\n", ". ", " "):
        cut = text.rfind(mark, limit // 2, limit)
        if cut > 0:
            return cut + len(mark)
    return limit
