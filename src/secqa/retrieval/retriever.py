"""Open retrievers by name, for all systems.

`ranked` is the default, which parses the question and first chooses documents; the others are the
SEC-QA paper's baselines: `bm25` by words, `dense` by vectors and `hybrid` by both.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.extensions import RETRIEVERS as USER_RETRIEVERS
from secqa.extensions import is_extension, load_extension
from secqa.parsing.figure_question import Question
from secqa.retrieval.plain_search import bm25_pages, dense_pages, fuse
from secqa.retrieval.rank import RankedPage, check_count, retrieve_pages
from secqa.retrieval.vectors.dense import DenseSearch, check_vectors
from secqa.retrieval.vectors.embedder import KINDS, open_embedder
from secqa.retrieval.vectors.store import open_store

RANKED, BM25, DENSE, HYBRID = RETRIEVERS = ("ranked", "bm25", "dense", "hybrid")
NO_EMBEDDER = "none"
IN_THE_CORPUS = "lancedb"
_FUSED = 100
"""Minimum depth of the fused rankings, since a page may be first without being first in either."""


class Retriever(Protocol):
    """A function that finds pages for a question."""

    def __call__(
        self, question: Question, k: int, documents: Sequence[str] | None = None
    ) -> tuple[RankedPage, ...]:
        """The `k` best pages, best first, of these documents or all (None).

        Raises `SecqaError` for a question that cannot be searched for.
        """


@dataclass(frozen=True, slots=True)
class ChosenRetriever:
    """A retriever with its embedder and vector store."""

    retriever: str = RANKED
    embedder: str = NO_EMBEDDER
    """See `vectors.embedder`; `dense` and `hybrid` need one, `ranked` can use one as a signal."""
    store: str = IN_THE_CORPUS
    """The vector store; see `vectors.store`."""

    @property
    def label(self) -> str:
        """A label that identifies the results: `dense, openai:text-embedding-3-small`."""
        names = (self.retriever, self.embedder if self.embedder != NO_EMBEDDER else "")
        return ", ".join(filter(None, names))


OWN_RANKING = ChosenRetriever()


def open_retriever(chosen: ChosenRetriever, corpus: Corpus) -> Retriever:
    """Open a retriever over a corpus.

    Raises `SecqaError` for an unknown retriever, or a missing embedder or missing vectors.
    """
    name = chosen.retriever
    if name not in RETRIEVERS and is_extension(name, USER_RETRIEVERS):
        _refuse_meaning(chosen)
        return _user_retriever(name, corpus)
    if name not in RETRIEVERS:
        raise SecqaError(
            f"{name}: unknown retriever; one of {', '.join(RETRIEVERS)}, or one of yours as "
            "module:name"
        )
    words = _in_words(partial(bm25_pages, corpus))
    if name == BM25:
        _refuse_meaning(chosen)
        return words
    dense = _dense(chosen, corpus)
    if name == RANKED:
        return partial(retrieve_pages, corpus, dense=dense)
    if dense is None:
        raise SecqaError(
            f"{name}: needs vectors; make them by `secqa index --embedder E` and give the same "
            f"--embedder here: {', '.join(f'{kind}:…' for kind in KINDS)}; local:FOLDER needs no "
            "network"
        )
    meaning = _in_words(partial(dense_pages, corpus, dense))
    return meaning if name == DENSE else partial(_by_both, words, meaning)


def _user_retriever(name: str, corpus: Corpus) -> Retriever:
    """Open a user's retriever; see `secqa.extensions.retriever` for its signature."""
    opener = load_extension(name, USER_RETRIEVERS)
    try:
        find = opener(corpus)
    except Exception as error:
        raise SecqaError(f"{name}: cannot be opened ({type(error).__name__}: {error})") from error

    def retrieve(
        question: Question, k: int, documents: Sequence[str] | None = None
    ) -> tuple[RankedPage, ...]:
        check_count(k)
        try:
            places = [
                (str(document), int(page)) for document, page in find(str(question), k, documents)
            ]
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise SecqaError(f"{name}: gave no pairs of document id and page ({reason})") from error
        for document_id, page in places:
            corpus.page(document_id, page)  # SecqaError for a page that does not exist
        return tuple(
            RankedPage(document_id, page, 1 / rank, {name: 1 / rank})
            for rank, (document_id, page) in enumerate(places[:k], 1)
        )

    return retrieve


def _in_words(
    find: Callable[[str, int, Sequence[str] | None], tuple[RankedPage, ...]],
) -> Retriever:
    """Make a retriever from a search that takes text."""
    return lambda question, k, documents=None: find(str(question), k, documents)


def _by_both(
    words: Retriever,
    meaning: Retriever,
    question: Question,
    k: int,
    documents: Sequence[str] | None = None,
) -> tuple[RankedPage, ...]:
    """The `k` best pages by words and vectors."""
    check_count(k)
    depth = max(k, _FUSED)
    return fuse([find(question, depth, documents) for find in (words, meaning)])[:k]


def _refuse_meaning(chosen: ChosenRetriever) -> None:
    if (chosen.embedder, chosen.store) != (NO_EMBEDDER, IN_THE_CORPUS):
        raise SecqaError(f"{chosen.retriever}: takes no vectors; leave out --embedder and --store")


def _dense(chosen: ChosenRetriever, corpus: Corpus) -> DenseSearch | None:
    """Open vector search and check that its vectors are complete; None without an embedder."""
    embedder = open_embedder(chosen.embedder)
    if embedder is None:
        if chosen.store != IN_THE_CORPUS:
            raise SecqaError(f"--store {chosen.store}: name with --embedder what made its vectors")
        return None
    dense = DenseSearch(embedder, open_store(chosen.store, corpus, embedder.name))
    check_vectors(corpus, dense)
    return dense
