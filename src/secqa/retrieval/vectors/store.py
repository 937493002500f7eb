"""Open stores of chunk vectors by name, and store vectors in the corpus by default.

Rows belong to a revision of a document, as in all tables of a corpus. Other packages add a store by
an entry point of the group `secqa.vector_stores`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Any, Protocol
from zlib import crc32

import numpy as np
import pyarrow as pa

from secqa.corpus.corpus_address import CorpusPath, full_address, writing
from secqa.corpus.corpus_store import Corpus
from secqa.corpus.lance_tables import create_dataset, dataset_in, quoted
from secqa.errors import SecqaError
from secqa.retrieval.vectors.embedder import Vectors

_GROUP = "secqa.vector_stores"
_SERVERS = {
    "milvus": "secqa.retrieval.vectors.milvus:open_milvus",
    "weaviate": "secqa.retrieval.vectors.weaviate:open_weaviate",
}
"""Functions that take an address and a collection name, and return a `VectorStore`."""
_BATCH = 500
MARK = 0
"""Page number of the row that marks a revision as complete."""


@dataclass(frozen=True, slots=True)
class NearChunk:
    """A chunk from a vector search."""

    revision: str
    page: int
    chunk: int
    similarity: float
    """Cosine similarity."""


@dataclass(frozen=True, slots=True)
class ChunkVectors:
    """All vectors of a revision; the fields have equal lengths."""

    revision: str
    pages: tuple[int, ...]
    chunks: tuple[int, ...]
    """Index of each chunk among `chunking.element_chunks` of its page."""
    vectors: Vectors

    def batches(self) -> Iterator[list[tuple[int, int, Vectors]]]:
        """Batches of page, chunk and vector for servers without transactions; the mark comes last.

        A killed write leaves no mark: only a revision with its mark is complete.
        """
        rows = list(zip(self.pages, self.chunks, self.vectors, strict=True))
        for start in range(0, len(rows), _BATCH):
            yield rows[start : start + _BATCH]
        yield [(MARK, 0, np.ones(self.vectors.shape[1], np.float32))]


class VectorStore(Protocol):
    """Stores the vectors of one embedder for one corpus."""

    def revisions(self) -> frozenset[str]:
        """Revisions whose vectors are completely stored."""

    def add(self, rows: ChunkVectors) -> None:
        """Store the vectors of a revision, replacing its older ones."""

    def remove(self, revisions: Sequence[str]) -> None:
        """Delete the vectors of revisions."""

    def search(
        self, vector: Vectors, k: int, revisions: Sequence[str] | None = None
    ) -> tuple[NearChunk, ...]:
        """The `k` nearest chunks, nearest first, of these revisions or all (None)."""


class LanceStore:
    """The default store: one embedder's vectors in a table of the corpus, without a server.

    Search is exact: it compares every vector of the requested revisions, which takes tens of
    milliseconds for 100,000 chunks.
    """

    def __init__(self, folder: CorpusPath, embedder: str) -> None:
        self._folder = folder
        self._name = f"vectors_{crc32(embedder.encode()):08x}"

    def revisions(self) -> frozenset[str]:
        """See `VectorStore`; each revision is written in one commit."""
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
        with writing(self._folder):
            table = dataset_in(self._folder, self._name)
            if table is None:
                create_dataset(self._folder, self._name, made)
            else:
                table.insert(made)

    def remove(self, revisions: Sequence[str]) -> None:
        """See `VectorStore`."""
        with writing(self._folder):
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
    """Open the store for one embedder's vectors of a corpus.

    `name` is `lancedb` (in the corpus) or `KIND:ADDRESS` of a server.
    """
    if (opener := opener_of(name)) is None:
        return LanceStore(corpus.path, embedder)
    address = name.partition(":")[2]
    store: VectorStore = resolve_name(opener)(address, collection_name(corpus, embedder))
    return store


def opener_of(name: str) -> str | None:
    """The function that opens a store, as `module:name`; None for the one in the corpus.

    Raises SecqaError for another name.
    """
    kind, _, address = name.partition(":")
    if kind == "lancedb" and not address:
        return None
    others = {point.name: point.value for point in entry_points(group=_GROUP)}
    opener = (others | _SERVERS).get(kind)
    if opener is None or not address:
        raise SecqaError(f"{name}: no such store; give lancedb, milvus:URI or weaviate:URL")
    return opener


def collection_name(corpus: Corpus, embedder: str) -> str:
    """A collection name that is unique to a corpus and an embedder on a shared server."""
    return f"Secqa_{crc32(full_address(corpus.path).encode()):08x}_{crc32(embedder.encode()):08x}"
