"""Store vectors in Milvus, with the extra `secqa[milvus]`: a server, or a file for Milvus Lite."""

import json
from collections.abc import Sequence
from typing import Any

from secqa.errors import SecqaError
from secqa.extensions import needs_extra
from secqa.retrieval.vectors.embedder import Vectors
from secqa.retrieval.vectors.store import ChunkVectors, NearChunk

_MOST = 16_384
"""Maximum rows in a reply of Milvus."""
_ONE_PROCESS = "a file serves one process at a time: end the other, or give a server's address"


class MilvusStore:
    """One embedder's vectors in a collection of Milvus."""

    def __init__(self, client: Any, name: str) -> None:
        self._client = client
        self._name = name
        self._loaded = False

    def revisions(self) -> frozenset[str]:
        """See `VectorStore`."""
        if not self._exists():
            return frozenset()
        rows = self._client.query(
            self._name, filter="page == 0", output_fields=["revision"], limit=_MOST
        )
        return frozenset(row["revision"] for row in rows)

    def add(self, rows: ChunkVectors) -> None:
        """See `VectorStore`."""
        self._make(rows.vectors.shape[1])
        for batch in rows.batches():
            self._client.upsert(self._name, [_row(rows.revision, *row) for row in batch])
        self._client.flush(self._name)

    def remove(self, revisions: Sequence[str]) -> None:
        """See `VectorStore`."""
        if revisions and self._exists():
            self._client.delete(self._name, filter=f"revision in {json.dumps(list(revisions))}")

    def search(
        self, vector: Vectors, k: int, revisions: Sequence[str] | None = None
    ) -> tuple[NearChunk, ...]:
        """See `VectorStore`."""
        if not self._exists():
            return ()
        chosen = "" if revisions is None else f" and revision in {json.dumps(list(revisions))}"
        (hits,) = self._client.search(
            self._name,
            data=[vector.tolist()],
            filter="page > 0" + chosen,
            limit=min(k, _MOST),
            output_fields=["revision", "page", "chunk"],
        )
        return tuple(
            NearChunk(
                hit["entity"]["revision"],
                int(hit["entity"]["page"]),
                int(hit["entity"]["chunk"]),
                float(hit["distance"]),
            )
            for hit in hits
        )

    def _exists(self) -> bool:
        """Whether the collection exists; loads it once.

        Milvus answers only for loaded collections, and a restarted server has none loaded.
        """
        if not self._loaded and self._client.has_collection(self._name):
            self._client.load_collection(self._name)
            self._loaded = True
        return self._loaded

    def _make(self, dimensions: int) -> None:
        """Create the collection if it does not exist."""
        if self._exists():
            return
        from pymilvus import DataType

        schema = self._client.create_schema(auto_id=False)
        schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=128)
        schema.add_field("revision", DataType.VARCHAR, max_length=96)
        schema.add_field("page", DataType.INT64)
        schema.add_field("chunk", DataType.INT64)
        schema.add_field("vector", DataType.FLOAT_VECTOR, dim=dimensions)
        index = self._client.prepare_index_params()
        index.add_index(field_name="vector", index_type="AUTOINDEX", metric_type="COSINE")
        self._client.create_collection(self._name, schema=schema, index_params=index)


def open_milvus(uri: str, name: str) -> MilvusStore:
    """Connect; SecqaError without the client or the server."""
    with needs_extra("milvus", f"milvus:{uri}"):
        from pymilvus import MilvusClient, MilvusException
    try:
        return MilvusStore(MilvusClient(uri), name)
    except (MilvusException, OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        remedy = "is the server there?" if "://" in uri else _ONE_PROCESS
        raise SecqaError(f"milvus:{uri}: cannot be reached ({reason}); {remedy}") from error


def _row(revision: str, page: int, chunk: int, vector: Vectors) -> dict[str, Any]:
    return {
        "id": f"{revision}/{page}/{chunk}",
        "revision": revision,
        "page": page,
        "chunk": chunk,
        "vector": vector.tolist(),
    }
