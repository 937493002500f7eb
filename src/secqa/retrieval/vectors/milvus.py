"""Vectors in Milvus, with the extra `secqa[milvus]`: a server's URI or a file for Milvus Lite.

In and out: see `store.VectorStore`. A revision is written row by row, so its rows can be there
in part after a kill: a mark of its own row (page 0) is written last, and only what has the mark
counts.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from secqa.errors import SecqaError
from secqa.retrieval.embedding.embedder import Vectors
from secqa.retrieval.vectors.store import ChunkVectors, Near

_BATCH = 500
_MOST = 16_384
"""Rows that Milvus gives at once."""
_ONE_PROCESS = "a file serves one process at a time: end the other, or give a server's address"


class MilvusStore:
    """One embedder's vectors in a collection of Milvus."""

    def __init__(self, client: Any, name: str) -> None:
        self._client = client
        self._name = name
        self._loaded = False

    def revisions(self) -> frozenset[str]:
        """See `VectorStore`."""
        if not self._there():
            return frozenset()
        rows = self._client.query(
            self._name, filter="page == 0", output_fields=["revision"], limit=_MOST
        )
        return frozenset(row["revision"] for row in rows)

    def add(self, rows: ChunkVectors) -> None:
        """See `VectorStore`."""
        self._make(rows.vectors.shape[1])
        made = [
            _row(rows.revision, page, chunk, vector)
            for page, chunk, vector in zip(rows.pages, rows.chunks, rows.vectors, strict=True)
        ]
        for start in range(0, len(made), _BATCH):
            self._client.upsert(self._name, made[start : start + _BATCH])
        mark = np.ones(rows.vectors.shape[1], np.float32)
        self._client.upsert(self._name, [_row(rows.revision, 0, 0, mark)])
        self._client.flush(self._name)

    def remove(self, revisions: Sequence[str]) -> None:
        """See `VectorStore`."""
        if revisions and self._there():
            self._client.delete(self._name, filter=f"revision in {_listed(revisions)}")

    def search(
        self, vector: Vectors, k: int, revisions: Sequence[str] | None = None
    ) -> tuple[Near, ...]:
        """See `VectorStore`."""
        if not self._there():
            return ()
        chosen = "" if revisions is None else f" and revision in {_listed(revisions)}"
        (found,) = self._client.search(
            self._name,
            data=[vector.tolist()],
            filter="page > 0" + chosen,
            limit=min(k, _MOST),
            output_fields=["revision", "page", "chunk"],
        )
        return tuple(
            Near(
                hit["entity"]["revision"],
                int(hit["entity"]["page"]),
                int(hit["entity"]["chunk"]),
                float(hit["distance"]),
            )
            for hit in found
        )

    def _there(self) -> bool:
        """Whether the collection is there; it is loaded then.

        It is for the process that made it only: another one, and a server that was started again,
        has to load it before anything can be asked.
        """
        if not self._loaded and self._client.has_collection(self._name):
            self._client.load_collection(self._name)
            self._loaded = True
        return self._loaded

    def _make(self, dimensions: int) -> None:
        """The collection, where it is not there yet."""
        if self._there():
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
    """Connect; SecqaError when the client or the server is not there."""
    try:
        from pymilvus import MilvusClient, MilvusException
    except ImportError:
        raise SecqaError(
            f"milvus:{uri}: pymilvus is not installed; pip install 'secqa[milvus]'"
        ) from None
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


def _listed(revisions: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{revision}"' for revision in revisions) + "]"
