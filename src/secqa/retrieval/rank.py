"""Rank pages for a question, and report the share of every signal in each score.

Within chosen documents all pages are ranked; over the whole corpus, full-text search first selects
candidates. No signal is sufficient alone: figures are on pages with few words, and the words of a
question on pages without the figure. So the score sums words, printed line items, headings, kind of
statement and more, each relative to the best page of the pool.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Statement
from secqa.parsing.figure_question import Question
from secqa.retrieval.bm25 import Scores
from secqa.retrieval.document_fit import document_fit, filed_documents, fitting_documents
from secqa.retrieval.indexing.postings import STATEMENTS
from secqa.retrieval.matches import Matches, phrase_terms, terms_of
from secqa.retrieval.page_query import PageQuery, page_query
from secqa.retrieval.pool import Pool, candidate_pool, document_pool
from secqa.retrieval.terms import TITLE, codes
from secqa.retrieval.vectors.dense import DenseSearch
from secqa.retrieval.vectors.store import NearChunk

WEIGHTS: Mapping[str, float] = {
    "words": 1.2,  # words of the question, best chunk
    "phrases": 0.85,  # printed names of the metric, whole page
    "titles": 0.4,  # words of the question in a title on the page
    "part": 0.65,  # the part of the report that covers the topic
    "sections": 0.6,  # headings above such figures
    "row": 1.0,  # a row with figures, labelled as the line item
    "quoted row": 3.0,  # a row that the question quotes, on a page with a statement
    "named statement": 3.0,
    "implied statement": 1.5,
    "meaning": 0.5,  # similarity of the best chunk's vector, if there are vectors
    "document": 5.0,  # company, year and form, if the pool has several documents
}
"""Maximum score of each signal, which its best page gets.

Fitted on questions in prose over 22 filings (`benchmarks/prose_pages.jsonl`), on tagged values and
on freely worded questions about them. FinanceBench was measured along the way, so it is not unseen.
Near this point accuracy is flat (`benchmarks/page_accuracy.py --robustness`).
"""

_NO_DOCUMENT_NAMED = 0.25
"""Weight of document fit for questions without hints: prefers the latest documents a little."""
_MANY_PAGES = 20_000
"""Above this number of pages, chosen documents are searched like a whole corpus."""


@dataclass(frozen=True, slots=True)
class RankedPage:
    """A ranked page with its signals."""

    document_id: str
    page: int
    score: float
    signals: dict[str, float]
    """Contribution of each signal; their sum is the score."""
    chunk: int = 0
    """Index of its best chunk among `chunking.element_chunks` of the page; 0 if the page was ranked
    as a whole."""


def retrieve_pages(
    corpus: Corpus,
    question: Question,
    k: int,
    documents: Sequence[str] | None = None,
    dense: DenseSearch | None = None,
) -> tuple[RankedPage, ...]:
    """The `k` best pages for a question, best first, of these documents or all (None).

    With `dense`, vector similarity is another signal. Fewer than `k` if there are fewer pages.
    Raises `SecqaError` for an unknown document, an outdated index, an empty question or `k` below
    1.
    """
    check_count(k)
    query = page_query(question, corpus)
    if documents is None:
        # If the question names companies, pages of others cannot answer it.
        chosen = fitting_documents(query.about, filed_documents(corpus))
        documents = [fit.document_id for fit in chosen] or None
    if documents is None and corpus.limited:
        documents = [document.document_id for document in corpus.documents]
    if documents is not None and not documents:
        return ()
    revisions = None if documents is None else [corpus.entry(one).revision for one in documents]
    near = dense.near(str(question), revisions) if dense is not None else ()
    if documents is None or sum(corpus.entry(one).pages for one in documents) > _MANY_PAGES:
        return rank(query, candidate_pool(corpus, query, documents, near), k, near, matching=True)
    return rank(query, document_pool(corpus, tuple(dict.fromkeys(documents))), k, near)


def check_count(k: int) -> None:
    """Raise `SecqaError` for less than one page."""
    if k < 1:
        raise SecqaError(f"{k} pages: at least 1 must be asked for")


def rank(
    query: PageQuery, pool: Pool, k: int, near: Sequence[NearChunk] = (), *, matching: bool = False
) -> tuple[RankedPage, ...]:
    """The `k` best pages of a pool; `near` are chunks from vector search.

    With `matching`, pages that score by their document alone are omitted.
    """
    if not pool.pages:
        return ()
    shares, best_chunk = _signals(query, pool, near)
    total = np.sum(list(shares.values()), axis=0)
    places = np.flatnonzero(total > shares["document"]) if matching else np.arange(len(total))
    # Equal scores keep the order of documents and pages, so that results are repeatable.
    order = places[np.argsort(-total[places], kind="stable")[:k]]
    return tuple(
        RankedPage(
            document_id=pool.documents[place].document_id,
            page=pool.pages[place],
            score=round(float(total[place]), 4),
            signals={
                name: round(float(share[place]), 4)
                for name, share in shares.items()
                if share[place]
            },
            chunk=int(best_chunk[place]),
        )
        for place in order
    )


def _signals(
    query: PageQuery, pool: Pool, near: Sequence[NearChunk]
) -> tuple[dict[str, Scores], NDArray[np.int64]]:
    """Each signal's weighted scores by page, and the index of each page's best chunk."""
    matches = Matches.of(query, pool)
    phrases = matches.weights(phrase_terms(query.phrases))
    words = matches.chunk_scores(matches.weights(terms_of(query.words)))
    titles = matches.presence_scores(codes(query.words, TITLE))
    raw = {
        "words": pool.best_of_page(words),
        "phrases": matches.page_scores(phrases),
        "titles": pool.best_of_page(titles),
        "part": pool.best_of_page(matches.part_scores(query.parts)),
        "sections": pool.best_of_page(matches.section_scores(query.sections)),
        "row": matches.row_scores(query.lines),
        "quoted row": matches.row_scores([query.quoted]) * pool.statements.any(axis=1),
        "named statement": _statement_scores(query.named, pool),
        "implied statement": _statement_scores(query.implied, pool),
        "document": _document_scores(query, pool),
        "meaning": _nearness(near, pool),
    }
    factors = {
        "row": query.worth,
        "implied statement": query.worth,
        "document": 1.0 if query.about.says_which else _NO_DOCUMENT_NAMED,
    }
    shares = {
        name: WEIGHTS[name] * factors.get(name, 1.0) * _relative_to_best(scores)
        for name, scores in raw.items()
    }
    by_chunk = (words, matches.chunk_scores(phrases), titles)
    return shares, pool.best_chunk(sum(map(_relative_to_best, by_chunk), np.zeros(len(words))))


def _relative_to_best(scores: Scores) -> Scores:
    best = scores.max(initial=0.0)
    return scores / best if best > 0 else scores


def _statement_scores(statements: Sequence[Statement], pool: Pool) -> Scores:
    """The number of these statements on each page."""
    columns = [STATEMENTS.index(statement) for statement in statements]
    return np.asarray(pool.statements[:, columns].sum(axis=1), np.float64)


def _nearness(near: Sequence[NearChunk], pool: Pool) -> Scores:
    """The similarity of each page's nearest chunk, minus that of the farthest chunk."""
    total = np.zeros(len(pool.pages))
    if near:
        farthest = min(found.similarity for found in near)
        best: dict[tuple[str, int], float] = {}
        for found in near:
            place = (found.revision, found.page)
            best[place] = max(best.get(place, 0.0), found.similarity - farthest)
        total = np.array([best.get(place, 0.0) for place in pool.places])
    return total


def _document_scores(query: PageQuery, pool: Pool) -> Scores:
    """The fit of each page's document; zero if the pool has only one document."""
    documents = {document.document_id: document for document in pool.documents}
    if len(documents) < 2:
        return np.zeros(len(pool.pages))
    fits = {one: document_fit(query.about, document).worth for one, document in documents.items()}
    return np.array([fits[document.document_id] for document in pool.documents])
