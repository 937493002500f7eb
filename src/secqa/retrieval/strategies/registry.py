"""Chunking strategies by name.

In: a name and a document. Out: its chunks. A name is one of `STRATEGIES`, or several joined by
"+", which is the paper's aggregation: the chunks of all of them, searched beside each other.
"""

from collections.abc import Callable, Mapping
from functools import partial

from secqa.errors import SecqaError
from secqa.filings.document import Document
from secqa.retrieval.chunking import Chunk, element_chunks, page_chunk
from secqa.retrieval.strategies.elements import merged_elements
from secqa.retrieval.strategies.windows import windows

Strategy = Callable[[Document], tuple[Chunk, ...]]


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
