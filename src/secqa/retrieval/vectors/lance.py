"""Store vectors in the corpus' own LanceDB database: the default, which needs no server.

Search compares with every vector of the requested revisions, so it is exact; a table of 100,000
chunks takes tens of milliseconds.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pyarrow as pa

from secqa.corpus.lance_tables import quoted
from secqa.retrieval.embedding.embedder import Vectors
from secqa.retrieval.vectors.store import ChunkVectors, NearChunk

if TYPE_CHECKING:
    from lancedb.db import DBConnection
    from lancedb.table import Table as LanceTable

_ALL = 10_000_000


class LanceStore:
    """One embedder's vectors in a LanceDB database."""

    def __init__(self, database: "DBConnection", embedder: str) -> None:
        self._database = database
        self._name = f"vectors_{crc32(embedder.encode()):08x}"

    def revisions(self) -> frozenset[str]:
        """See `VectorStore`; a revision comes in one commit."""
        table = self._table()
        if table is None:
            return frozenset()
        found = table.search().select(["revision"]).limit(_ALL).to_arrow()
        return frozenset(found.column("revision").to_pylist())

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
        table = self._table()
        if table is None:
            self._database.create_table(self._name, made)
        else:
            table.add(made)

    def remove(self, revisions: Sequence[str]) -> None:
        """See `VectorStore`."""
        table = self._table()
        if table is not None and revisions:
            table.delete(f"revision IN ({quoted(revisions)})")

    def search(
        self, vector: Vectors, k: int, revisions: Sequence[str] | None = None
    ) -> tuple[NearChunk, ...]:
        """See `VectorStore`."""
        table = self._table()
        if table is None:
            return ()
        search: Any = table.search(vector)
        search = search.distance_type("cosine")
        if revisions is not None:
            search = search.where(f"revision IN ({quoted(revisions)})", prefilter=True)
        rows = search.select(["revision", "page", "chunk", "_distance"]).limit(k).to_list()
        return tuple(
            NearChunk(row["revision"], row["page"], row["chunk"], 1 - row["_distance"])
            for row in rows
        )

    def _table(self) -> "LanceTable | None":
        try:
            return self._database.open_table(self._name)
        except ValueError:  # what LanceDB raises for a table that is not found
            return None
