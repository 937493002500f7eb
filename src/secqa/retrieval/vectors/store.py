"""Where the vectors of chunks are kept, by name.

In: `lancedb` (in the corpus itself), `milvus:URI` (a server, or a file for Milvus Lite) or
`weaviate:URL`. Out: a store, which is all that retrieval knows of it. Rows belong to a revision
of a document, as everywhere in a corpus.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from zlib import crc32

from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.retrieval.embedding.embedder import Vectors


@dataclass(frozen=True, slots=True)
class Near:
    """A chunk that is near to a vector."""

    revision: str
    page: int
    chunk: int
    similarity: float
    """The cosine."""


@dataclass(frozen=True, slots=True)
class ChunkVectors:
    """All vectors of one revision; equal lengths."""

    revision: str
    pages: tuple[int, ...]
    chunks: tuple[int, ...]
    """Place of each chunk among `chunking.element_chunks` of its page."""
    vectors: Vectors


class VectorStore(Protocol):
    """What keeps vectors."""

    def revisions(self) -> frozenset[str]:
        """What is kept completely."""

    def add(self, rows: ChunkVectors) -> None:
        """Keep the vectors of a revision, in place of any that it has."""

    def remove(self, revisions: Sequence[str]) -> None:
        """Forget revisions."""

    def search(
        self, vector: Vectors, k: int, revisions: Sequence[str] | None = None
    ) -> tuple[Near, ...]:
        """The `k` nearest chunks, nearest first, of some revisions or all (None)."""


def open_store(name: str, corpus: Corpus, embedder: str) -> VectorStore:
    """The store of a name for one embedder's vectors of a corpus; SecqaError if there is none."""
    kind, _, place = name.partition(":")
    if kind == "lancedb" and not place:
        from secqa.retrieval.vectors.lance import LanceStore

        return LanceStore(corpus.database, embedder)
    if kind == "milvus" and place:
        from secqa.retrieval.vectors.milvus import open_milvus

        return open_milvus(place, collection_name(corpus, embedder))
    if kind == "weaviate" and place:
        from secqa.retrieval.vectors.weaviate import open_weaviate

        return open_weaviate(place, collection_name(corpus, embedder))
    raise SecqaError(f"{name}: no such store; give lancedb, milvus:URI or weaviate:URL")


def collection_name(corpus: Corpus, embedder: str) -> str:
    """A name on a shared server that no other corpus or embedder has."""
    return f"Secqa_{crc32(str(corpus.path.resolve()).encode()):08x}_{crc32(embedder.encode()):08x}"
