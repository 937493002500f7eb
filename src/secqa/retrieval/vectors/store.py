"""Stores of chunk vectors: the protocol, and the adapters by name.

Rows belong to a revision of a document, as everywhere in a corpus. Other packages add a store by an
entry point of the group `secqa.vector_stores`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Protocol
from zlib import crc32

import numpy as np

from secqa.corpus.corpus_address import full_address
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.retrieval.embedding.embedder import Vectors

_GROUP = "secqa.vector_stores"
_IN_THE_CORPUS = "secqa.retrieval.vectors.lance:LanceStore"
_SERVERS = {
    "milvus": "secqa.retrieval.vectors.milvus:open_milvus",
    "weaviate": "secqa.retrieval.vectors.weaviate:open_weaviate",
}
"""Functions from an address and the name of a collection to a `VectorStore`."""
_BATCH = 500
MARK = 0
"""The page of a revision's mark."""


@dataclass(frozen=True, slots=True)
class NearChunk:
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

    def batches(self) -> Iterator[list[tuple[int, int, Vectors]]]:
        """Pages, chunks and vectors for servers without transactions, and last the mark.

        A write that was killed leaves no mark: only a revision with its mark is complete.
        """
        rows = list(zip(self.pages, self.chunks, self.vectors, strict=True))
        for start in range(0, len(rows), _BATCH):
            yield rows[start : start + _BATCH]
        yield [(MARK, 0, np.ones(self.vectors.shape[1], np.float32))]


class VectorStore(Protocol):
    """Keeps the vectors of one embedder for one corpus."""

    def revisions(self) -> frozenset[str]:
        """Revisions of which all vectors are stored."""

    def add(self, rows: ChunkVectors) -> None:
        """Store the vectors of a revision, replacing its older ones."""

    def remove(self, revisions: Sequence[str]) -> None:
        """Delete the vectors of revisions."""

    def search(
        self, vector: Vectors, k: int, revisions: Sequence[str] | None = None
    ) -> tuple[NearChunk, ...]:
        """The `k` nearest chunks, nearest first, of some revisions or all (None)."""


def open_store(name: str, corpus: Corpus, embedder: str) -> VectorStore:
    """The store for one embedder's vectors of a corpus.

    `name` is `lancedb` (in the corpus itself) or the kind of a server and its address.
    """
    kind, _, address = name.partition(":")
    store: VectorStore
    if kind == "lancedb" and not address:
        store = resolve_name(_IN_THE_CORPUS)(corpus.path, embedder)
        return store
    others = {point.name: point.value for point in entry_points(group=_GROUP)}
    opener = (others | _SERVERS).get(kind)
    if opener is None or not address:
        raise SecqaError(f"{name}: no such store; give lancedb, milvus:URI or weaviate:URL")
    store = resolve_name(opener)(address, collection_name(corpus, embedder))
    return store


def collection_name(corpus: Corpus, embedder: str) -> str:
    """A name on a shared server that no other corpus or embedder has."""
    return f"Secqa_{crc32(full_address(corpus.path).encode()):08x}_{crc32(embedder.encode()):08x}"
