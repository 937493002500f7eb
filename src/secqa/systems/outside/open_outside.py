"""Open a system from outside by its name: an address, `module:name` or an entry point."""

from collections.abc import Sequence

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.reading.page_text import page_body
from secqa.retrieval.pool import page_index
from secqa.retrieval.retriever import OWN_RANKING, ChosenRetriever, Retriever, open_retriever
from secqa.systems.outside.callable import callable_system, is_callable_name
from secqa.systems.outside.endpoint import GivenPages, endpoint_system, is_address
from secqa.systems.outside.system import Outside, OutsideLimits, outside

LABEL = "outside"
"""The model of a system that thinks for itself."""


def is_outside(name: str) -> bool:
    """Whether a system of this name comes from outside."""
    return is_address(name) or is_callable_name(name)


def open_outside(
    name: str,
    corpus: Corpus,
    pages: int,
    terms: OutsideLimits,
    retriever: ChosenRetriever = OWN_RANKING,
) -> Outside:
    """The system; SecqaError where it cannot be found or made. An endpoint is not asked yet."""
    if retriever != OWN_RANKING and not (is_address(name) and terms.send_pages):
        raise SecqaError(f"{name}: finds pages for itself; leave out --retriever and --embedder")
    if not is_address(name):
        return outside(name, callable_system(name, corpus, pages), terms)
    given = (
        _page_texts(corpus, open_retriever(retriever, corpus), pages) if terms.send_pages else None
    )
    return outside(name, endpoint_system(name, pages, terms.seconds, given), terms)


def _page_texts(corpus: Corpus, retrieve: Retriever, k: int) -> GivenPages:
    """Pages as the systems of this package retrieve them."""
    page_index(corpus)

    def pages(question: str) -> Sequence[dict[str, object]]:
        return [
            {
                "document": found.document_id,
                "page": found.page,
                "text": page_body(corpus.page(found.document_id, found.page)),
            }
            for found in retrieve(question, k)
        ]

    return pages
