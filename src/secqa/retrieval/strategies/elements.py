"""`element`: the chunking paper's own rule (3.4), which `retrieval.chunking` refines.

Elements are merged until a chunk has 2,048 characters, never cut; a title starts a chunk, as
does a table, which stays whole. Titles that follow one another stay together: the paper has
fewer chunks than titles. Chunks may run over the end of a page and belong to where they begin.
"""

from secqa.filings.document import Document, Element, ElementType
from secqa.retrieval.chunking import FURNITURE, MAX_CHARS, Chunk, element_text, headings_of


def merged_elements(document: Document) -> tuple[Chunk, ...]:
    """The document's elements merged by the paper's rule."""
    groups: list[list[Element]] = []
    pages: list[int] = []
    length = MAX_CHARS
    for page in document.pages:
        for element in page.elements:
            if element.type in FURNITURE or not (element.text or element.table):
                continue
            if not groups or length >= MAX_CHARS or _starts(element, groups[-1]):
                groups.append([])
                pages.append(page.number)
                length = 0
            groups[-1].append(element)
            length += len(element_text(element)) + 1
    return tuple(_chunk(number, group) for number, group in zip(pages, groups, strict=True))


def _starts(element: Element, group: list[Element]) -> bool:
    if group[-1].type is ElementType.TABLE:
        return True
    if element.type is ElementType.TITLE:
        return any(other.type is not ElementType.TITLE for other in group)
    return element.type is ElementType.TABLE and not all(
        other.type is ElementType.TITLE for other in group
    )


def _chunk(page: int, group: list[Element]) -> Chunk:
    headings = dict.fromkeys(title for element in group for title in headings_of(element))
    return Chunk(
        page,
        "\n".join(element_text(element) for element in group),
        tuple(headings),
        tuple(element.index for element in group),
        any(element.type is ElementType.TABLE for element in group),
    )
