"""Store vectors in a table of the corpus: the default, which needs no server.

Search compares with every vector of the requested revisions, so it is exact; a table of 100,000
chunks takes tens of milliseconds.
"""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import pyarrow as pa

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.lance_tables import create_dataset, dataset_in, quoted
from secqa.retrieval.embedding.embedder import Vectors
from secqa.retrieval.vectors.store import ChunkVectors, NearChunk


class LanceStore:
    """One embedder's vectors in the folder of a corpus."""

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
