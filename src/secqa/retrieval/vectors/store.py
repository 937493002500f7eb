"""Stores of chunk vectors: the protocol, and the adapters by name.

Rows belong to a revision of a document, as everywhere in a corpus. Other packages add a store by an
entry point of the group `secqa.vector_stores`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Any, Protocol
from zlib import crc32

import numpy as np
import pyarrow as pa

from secqa.corpus.corpus_address import CorpusPath, full_address
from secqa.corpus.corpus_store import Corpus
from secqa.corpus.lance_tables import create_dataset, dataset_in, quoted
from secqa.errors import SecqaError
from secqa.retrieval.vectors.embedder import Vectors

_GROUP = "secqa.vector_stores"
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


class LanceStore:
    """One embedder's vectors in a table of the corpus: the default, which needs no server.

    Search compares with every vector of the requested revisions, so it is exact; a table of 100,000
    chunks takes tens of milliseconds.
    """

    def __init__(self, folder: CorpusPath, embedder: str) -> None:
        self._folder = folder
        self._name = f"vectors_{crc32(embedder.encode()):08x}"

    def revisions(self) -> frozenset[str]:
        """See `VectorStore`; a revision comes in one commit."""
        table = dataset_in(self._folder, self._name)
        if table is None:
            return frozenset()
        return frozenset(table.to_table(["revision"]).column("revision").to_pylist())

    def add(self, rows: ChunkVectors) -> None:
        """See `VectorStore`."""
        dimensions = rows.vectors.shape[1]
        made = pa.table(
            {
                "revision": pa.array([rows.revision] * len(rows.pages), pa.string()),
                "page": pa.array(rows.pages, pa.int32()),
                "chunk": pa.array(rows.chunks, pa.int32()),
                "vector": pa.FixedSizeListArray.from_arrays(
                    pa.array(rows.vectors.ravel(), pa.float32()), dimensions
                ),
            }
        )
        table = dataset_in(self._folder, self._name)
        if table is None:
            create_dataset(self._folder, self._name, made)
        else:
            table.insert(made)

    def remove(self, revisions: Sequence[str]) -> None:
        """See `VectorStore`."""
        table = dataset_in(self._folder, self._name)
        if table is not None and revisions:
            table.delete(f"revision IN ({quoted(revisions)})")

    def search(
        self, vector: Vectors, k: int, revisions: Sequence[str] | None = None
    ) -> tuple[NearChunk, ...]:
        """See `VectorStore`."""
        table = dataset_in(self._folder, self._name)
        if table is None:
            return ()
        nearest: dict[str, Any] = {"column": "vector", "q": vector, "k": k, "metric": "cosine"}
        within = None if revisions is None else f"revision IN ({quoted(revisions)})"
        rows = table.to_table(
            ["revision", "page", "chunk", "_distance"],
            filter=within,
            nearest=nearest | {"use_index": False},
            prefilter=True,
        ).to_pylist()
        return tuple(
            NearChunk(row["revision"], row["page"], row["chunk"], 1 - row["_distance"])
            for row in rows
        )


def open_store(name: str, corpus: Corpus, embedder: str) -> VectorStore:
    """The store for one embedder's vectors of a corpus.

    `name` is `lancedb` (in the corpus itself) or the kind of a server and its address.
    """
    kind, _, address = name.partition(":")
    if kind == "lancedb" and not address:
        return LanceStore(corpus.path, embedder)
    others = {point.name: point.value for point in entry_points(group=_GROUP)}
    opener = (others | _SERVERS).get(kind)
    if opener is None or not address:
        raise SecqaError(f"{name}: no such store; give lancedb, milvus:URI or weaviate:URL")
    store: VectorStore = resolve_name(opener)(address, collection_name(corpus, embedder))
    return store


def collection_name(corpus: Corpus, embedder: str) -> str:
    """A name on a shared server that no other corpus or embedder has."""
    return f"Secqa_{crc32(full_address(corpus.path).encode()):08x}_{crc32(embedder.encode()):08x}"
