"""Cut the passage of a ranked page that a model answers from.

The passage of a primary statement is the whole page, since its rows belong together. Elsewhere it
is the best chunk, grown by its neighbours on the page, so that a table has the sentence before it
and a sentence its paragraph.
"""

from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import FURNITURE, Page
from secqa.retrieval.indexing.chunking import Chunk, element_chunks
from secqa.retrieval.rank import RankedPage

CONTEXT_CHARS = 1400


def context_of(corpus: Corpus, found: RankedPage, chars: int = CONTEXT_CHARS) -> str:
    """The passage of a page found."""
    page = corpus.page(found.document_id, found.page)
    if _is_statement(page):
        # All of the page: captions stand on it already.
        return "\n".join(e.text for e in page.elements if e.type not in FURNITURE and e.text)
    chunks = element_chunks(page)
    return grown(chunks, found.chunk, chars) if chunks else ""


def grown(chunks: tuple[Chunk, ...], best: int, chars: int) -> str:
    """The best chunk with whole neighbours, what follows before what precedes, up to `chars`."""
    first, last = best, best + 1
    length = len(chunks[best].text)
    while True:
        after = len(chunks[last].text) + 1 if last < len(chunks) else 0
        before = len(chunks[first - 1].text) + 1 if first else 0
        if after and length + after <= chars:
            length, last = length + after, last + 1
        elif before and length + before <= chars:
            length, first = length + before, first - 1
        else:
            return "\n".join(chunk.text for chunk in chunks[first:last])


def _is_statement(page: Page) -> bool:
    return any(element.table and element.table.statement for element in page.elements)
