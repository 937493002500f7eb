"""Embed the chunks of a corpus, and find those nearest to a question.

Chunks are those of the page index, preceded by their headings, since a table alone does not name
its subject.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Document
from secqa.retrieval.indexing.chunking import element_chunks
from secqa.retrieval.vectors.embedder import Embedder
from secqa.retrieval.vectors.store import ChunkVectors, NearChunk, VectorStore

_NEAREST = 200
"""Chunks that count as a signal of the ranking."""


@dataclass(frozen=True, slots=True)
class DenseSearch:
    """An embedder with its vector store."""

    embedder: Embedder
    store: VectorStore

    def near(
        self, question: str, revisions: Sequence[str] | None = None, limit: int = _NEAREST
    ) -> tuple[NearChunk, ...]:
        """The chunks nearest to a question, nearest first, of these revisions or all (None)."""
        return self.store.search(self.embedder.embed_query(question), limit, revisions)


@dataclass(frozen=True, slots=True)
class VectorUpdate:
    """The number of documents added and removed by an update."""

    added: int
    removed: int


def update_vectors(
    corpus: Corpus, dense: DenseSearch, progress: Callable[[int, int], None] | None = None
) -> VectorUpdate:
    """Embed new documents and delete removed ones; calls `progress(done, total)`."""
    there = dense.store.revisions()
    entries = {entry.revision: entry for entry in corpus.entries if entry.pages}
    gone = sorted(there - entries.keys())
    dense.store.remove(gone)
    missing = [entry for revision, entry in entries.items() if revision not in there]
    for done, entry in enumerate(missing, 1):
        rows = _vectors_of(
            corpus.document(entry.metadata.document_id), entry.revision, dense.embedder
        )
        dense.store.remove([entry.revision])
        dense.store.add(rows)
        if progress is not None:
            progress(done, len(missing))
    return VectorUpdate(added=len(missing), removed=len(gone))


def check_vectors(corpus: Corpus, dense: DenseSearch) -> None:
    """Raise SecqaError if documents of the corpus have no vectors of this embedder."""
    entries = {entry.revision for entry in corpus.entries if entry.pages}
    missing = len(entries - dense.store.revisions())
    if missing:
        raise SecqaError(
            f"{corpus.path}: {missing} documents without vectors of {dense.embedder.name}; "
            f"`secqa index --corpus {corpus.path} --embedder {dense.embedder.name}` makes them"
        )


def _vectors_of(document: Document, revision: str, embedder: Embedder) -> ChunkVectors:
    places: list[tuple[int, int]] = []
    texts: list[str] = []
    for page in document.pages:
        for place, chunk in enumerate(element_chunks(page)):
            places.append((page.number, place))
            texts.append("\n".join((*chunk.headings, chunk.text)))
    if not texts:
        # A document of blank pages still counts as done.
        places, texts = [(1, 0)], [" "]
    pages, chunks = zip(*places, strict=True)
    return ChunkVectors(revision, pages, chunks, embedder.embed(texts))
