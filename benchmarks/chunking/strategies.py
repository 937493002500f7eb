"""Chunking strategies by name; several joined by "+" are the chunking paper's aggregation.

`base-128`, `base-256`, `base-512` are the paper's baseline (3.4): windows of so many tokens,
whatever they cut through. The paper counts tokens of `cl100k_base`, a table that has to be
downloaded; here a token is up to nine letters, up to three digits, or one other mark. On English
reports both counts agree within a few percent.

`element` is the paper's own rule, which `secqa.retrieval.indexing.chunking` refines: elements are
merged until a chunk has 2,048 characters, never cut; a title starts a chunk, as does a table.
Successive titles stay together: the paper has fewer chunks than titles. Windows and merged elements
may run over the end of a page.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from itertools import accumulate

from secqa.errors import SecqaError
from secqa.filings.document import FURNITURE, Document, Element, ElementType
from secqa.retrieval.indexing.chunking import (
    MAX_CHARS,
    Chunk,
    element_chunks,
    element_text,
    headings_of,
    page_chunk,
)

Strategy = Callable[[Document], tuple[Chunk, ...]]
_TOKEN = re.compile(r"\s*(?:[^\W\d_]{1,9}|\d{1,3}|[^\w\s]|_)")


def token_ends(text: str) -> list[int]:
    """Where each token of the text ends, in characters."""
    return [match.end() for match in _TOKEN.finditer(text)]


def windows(document: Document, tokens: int) -> tuple[Chunk, ...]:
    """The document's text in windows of `tokens` tokens; the last one is shorter."""
    texts = [page_chunk(page).text + "\n" for page in document.pages]
    numbers = [page.number for page in document.pages]
    page_ends = list(accumulate(map(len, texts)))
    whole = "".join(texts)
    chunks = []
    start, page = 0, 0
    ends = token_ends(whole)
    for last in range(tokens - 1, len(ends) + tokens - 1, tokens):
        end = ends[min(last, len(ends) - 1)]
        while page_ends[page] <= start:
            page += 1
        on_pages: Counter[int] = Counter()
        at, here = start, page
        while at < end:
            upto = min(end, page_ends[here])
            on_pages[numbers[here]] += upto - at
            at, here = upto, here + 1
        most = on_pages.most_common(1)[0][0]
        chunks.append(Chunk(most, whole[start:end].strip()))
        start = end
    return tuple(chunk for chunk in chunks if chunk.text)


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


def whole_pages(document: Document) -> tuple[Chunk, ...]:
    """One chunk a page."""
    return tuple(page_chunk(page) for page in document.pages)


def page_elements(document: Document) -> tuple[Chunk, ...]:
    """What the product's index has: elements merged within a page."""
    return tuple(chunk for page in document.pages for chunk in element_chunks(page))


STRATEGIES: Mapping[str, Strategy] = {
    "base-128": partial(windows, tokens=128),
    "base-256": partial(windows, tokens=256),
    "base-512": partial(windows, tokens=512),
    "element": merged_elements,
    "page-element": page_elements,
    "page": whole_pages,
}


def strategies_of(name: str) -> tuple[str, ...]:
    """The single strategies that a name stands for; SecqaError for one that there is not."""
    names = tuple(part.strip() for part in name.split("+"))
    for part in names:
        if part not in STRATEGIES:
            raise SecqaError(
                f"{part!r}: no such chunking strategy; there are {', '.join(STRATEGIES)}, "
                "and several joined by +"
            )
    return names


def chunks_of(name: str, document: Document) -> tuple[Chunk, ...]:
    """The document's chunks by a strategy, or by several joined by "+"."""
    return tuple(chunk for part in strategies_of(name) for chunk in STRATEGIES[part](document))
