"""`base-128`, `base-256`, `base-512`: windows of so many tokens, whatever they cut through.

The chunking paper's baseline (3.4). Windows run over the ends of pages; a window belongs to the
page that most of it stands on.
"""

from collections import Counter
from itertools import accumulate

from secqa.filings.document import Document
from secqa.retrieval.chunking import Chunk, page_chunk
from secqa.retrieval.strategies.tokens import token_ends


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
