"""Collect the pages that a search ranks, as arrays.

A pool has all pages of some documents, or the best pages of the whole corpus by full-text search. A
document's pages are cached, since several questions about a document often follow one another.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import chain, groupby, islice, zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from secqa.corpus.corpus_schema import revision_of
from secqa.corpus.corpus_store import Corpus
from secqa.corpus.lance_tables import ROW_ID, StoredTable, quoted
from secqa.errors import SecqaError
from secqa.filings.document import Metadata
from secqa.parsing.lexicon import words
from secqa.retrieval.document_fit import DocumentHints, FiledDocuments, filed_documents
from secqa.retrieval.indexing.page_index import RANKED, SEARCHED, current_index, loose_revisions
from secqa.retrieval.indexing.postings import PageArrays, revision_in, unpack
from secqa.retrieval.page_query import PageQuery
from secqa.retrieval.terms import distinct, term_of
from secqa.retrieval.vectors.store import NearChunk

_CANDIDATES = 200
"""Pages from full-text search."""
_FITTING = 10
"""Best-fitting documents, which provide half of the candidates."""
_ABOUTS_KEPT = 256
_NAMES, _MOST_WORDS = 3, 8
"""Maximum names per line item, and words per search: each word costs time. With six words, the
right page was among 50 for 73% of 96 questions by others on dev companies; with eight, for 77%."""
_POOLS_KEPT = 256


@dataclass(frozen=True)
class Pool(PageArrays):
    """The pages to rank."""

    documents: tuple[Metadata, ...]
    """Each page's document."""

    @property
    def places(self) -> list[tuple[str, int]]:
        """Each page's revision and number."""
        return list(zip(self.revisions, self.pages, strict=True))

    @cached_property
    def page_of_chunk(self) -> NDArray[np.int64]:
        """Index in the pool of each chunk's page."""
        return np.repeat(np.arange(len(self.pages)), self.chunks_of_page)

    @cached_property
    def page_lengths(self) -> NDArray[np.float64]:
        """Number of stems on each page."""
        lengths = self.lengths.astype(np.float64)
        return np.bincount(self.page_of_chunk, lengths, minlength=len(self.pages)).astype(float)

    def best_of_page(self, chunk_scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Each page's highest chunk score."""
        best = np.zeros(len(self.pages))
        np.maximum.at(best, self.page_of_chunk, chunk_scores)
        return best

    def best_chunk(self, chunk_scores: NDArray[np.float64]) -> NDArray[np.int64]:
        """Index within each page of its highest-scoring chunk; of equal ones, the first."""
        best = np.zeros(len(self.pages), np.int64)
        first = np.cumsum(self.chunks_of_page) - self.chunks_of_page
        order = np.lexsort((-np.arange(len(chunk_scores)), chunk_scores))
        best[self.page_of_chunk[order]] = order - first[self.page_of_chunk[order]]
        return best


def document_pool(corpus: Corpus, documents: tuple[str, ...]) -> Pool:
    """All pages of these documents."""
    return _joined(_pools_of(corpus, documents))


def candidate_pool(
    corpus: Corpus,
    query: PageQuery,
    documents: Sequence[str] | None = None,
    near: Sequence[NearChunk] = (),
) -> Pool:
    """The best pages by full-text search in the corpus or in `documents`, and those of `near`.

    A company's own reports rarely name it on each page. So half of the candidates come from the
    documents that fit the question best, the other half from all documents.
    """
    of_documents = None if documents is None else tuple(documents)
    fitting = _fitting(corpus, query.about, of_documents)
    anywhere = None if documents is None else [corpus.entry(one).revision for one in documents]
    words = " ".join(islice(_words(query), _MOST_WORDS))
    found = [_search(corpus, words, revisions) for revisions in (fitting, anywhere)]
    if near:
        found.append(_rows_at(corpus, {(one.revision, one.page) for one in near}))
    # Pages in several results are read once.
    rows = list(distinct(row for rows in found for row in rows))
    read = page_index(corpus).rows_at(rows, [RANKED]).column(RANKED).to_pylist()
    new = [one for one in _new_documents(corpus) if documents is None or one in documents]
    # All pages of new documents are candidates. Some rows belong to removed documents.
    known, apart = by_revision(corpus), {corpus.entry(one).revision for one in new}
    indexed = [page for page in read if (one := revision_in(page)) in known and one not in apart]
    return _joined([_pool_from(corpus, indexed), *_pools_of(corpus, new)])


@lru_cache(maxsize=8)
def _new_documents(corpus: Corpus) -> tuple[str, ...]:
    """Documents that full-text search does not find yet; few enough to rank all their pages."""
    loose = loose_revisions(page_index(corpus))
    known = by_revision(corpus)
    return tuple(known[one].document_id for one in loose if one in known)


@lru_cache(maxsize=_ABOUTS_KEPT)
def _fitting(
    corpus: Corpus, about: DocumentHints, documents: tuple[str, ...] | None
) -> tuple[str, ...]:
    """Revisions of the best-fitting documents, cached: many questions have equal hints."""
    filed = filed_documents(corpus)
    if documents is not None:
        filed = FiledDocuments(corpus.entry(document_id).metadata for document_id in documents)
    return tuple(revision_of(document.sha256) for document in filed.best(about, _FITTING))


def _rows_at(corpus: Corpus, places: Collection[tuple[str, int]]) -> list[int]:
    """Row ids of these pages."""
    wanted = " OR ".join(
        f"(revision = '{revision}' AND page = {page})" for revision, page in places
    )
    return list(page_index(corpus).rows([], wanted, with_ids=True).column(ROW_ID).to_pylist())


def _search(corpus: Corpus, words: str, revisions: Sequence[str] | None) -> list[int]:
    """Row ids of the best pages by full-text search in these revisions or all."""
    where = f"revision IN ({quoted(revisions)})" if revisions is not None else ""
    return page_index(corpus).search(words, SEARCHED, _CANDIDATES // 2, where)


def _words(query: PageQuery) -> Iterator[str]:
    """Words of the question, then of the most exact names of its line items."""
    ranks = zip_longest(*(names[:_NAMES] for names in query.lines))
    exact = (name for names in ranks for name in names if name)
    terms = {""}
    for text in chain((query.text,), exact, query.phrases):
        for word in words(text):
            if (term := term_of(word)) not in terms:
                terms.add(term)
                yield word


def _pools_of(corpus: Corpus, documents: Sequence[str]) -> list[Pool]:
    """The pool of each document; those that are not cached are read together."""
    kept = _cached_pools(corpus)
    pools = {one: pool for one in documents if (pool := kept.pop(one, None)) is not None}
    missing = [corpus.entry(one) for one in documents if one not in pools]
    if missing:
        where = f"revision IN ({quoted([entry.revision for entry in missing])})"
        rows = page_index(corpus).rows([RANKED], where).column(RANKED).to_pylist()
        pages = {revision: list(own) for revision, own in groupby(sorted(rows), revision_in)}
        for entry in missing:
            own = pages.get(entry.revision, [])
            if len(own) < entry.pages:
                raise SecqaError(_stale(corpus, entry.metadata.document_id))
            pools[entry.metadata.document_id] = _pool_from(corpus, own)
    kept.update(pools)
    while len(kept) > _POOLS_KEPT:
        kept.popitem(last=False)
    return [pools[one] for one in documents]


@lru_cache(maxsize=8)
def _cached_pools(corpus: Corpus) -> OrderedDict[str, Pool]:
    """Cached pools by document id, most recently used last."""
    return OrderedDict()


@lru_cache(maxsize=8)
def page_index(corpus: Corpus) -> StoredTable:
    """The page index of a corpus; raises `SecqaError` if it is missing, outdated or incomplete."""
    table = current_index(corpus)
    indexed = table.count_rows("page = 1") if table is not None else 0
    with_pages = sum(entry.pages > 0 for entry in corpus.entries)
    if table is None or indexed < with_pages:
        raise SecqaError(_stale(corpus, f"{with_pages - indexed} documents"))
    return table


def _stale(corpus: Corpus, what: str) -> str:
    return (
        f"{corpus.path}: {what} not in its page index; "
        f"`secqa index --corpus {corpus.path}` brings it up to date"
    )


def _pool_from(corpus: Corpus, packed: Sequence[bytes]) -> Pool:
    """Unpack pages into a pool."""
    known, read = by_revision(corpus), unpack(packed)
    return Pool(**vars(read), documents=tuple(known[one] for one in read.revisions))


@lru_cache(maxsize=8)
def by_revision(corpus: Corpus) -> dict[str, Metadata]:
    """The documents of a corpus by revision."""
    return {entry.revision: entry.metadata for entry in corpus.entries}


def _joined(pools: Sequence[Pool]) -> Pool:
    if len(pools) == 1:
        return pools[0]
    joined: dict[str, Any] = {}
    for one in fields(Pool):
        parts = [getattr(pool, one.name) for pool in pools]
        is_array = isinstance(parts[0], np.ndarray)
        joined[one.name] = np.concatenate(parts) if is_array else tuple(chain(*parts))
    return Pool(**joined)
