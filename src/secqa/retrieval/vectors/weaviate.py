"""Store vectors in Weaviate, the chunking paper's choice, with the extra `secqa[weaviate]`."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from secqa.errors import SecqaError
from secqa.extensions import needs_extra
from secqa.retrieval.vectors.embedder import Vectors
from secqa.retrieval.vectors.store import ChunkVectors, NearChunk

_MOST = 10_000
"""Maximum rows in a reply of Weaviate."""
_GRPC_PORT = 50051


class WeaviateStore:
    """One embedder's vectors in a collection of Weaviate."""

    def __init__(self, client: Any, name: str) -> None:
        self._client = client
        self._name = name

    def revisions(self) -> frozenset[str]:
        """See `VectorStore`."""
        from weaviate.classes.query import Filter

        if not self._client.collections.exists(self._name):
            return frozenset()
        marks = self._collection().query.fetch_objects(
            filters=Filter.by_property("page").equal(0), limit=_MOST
        )
        return frozenset(str(mark.properties["revision"]) for mark in marks.objects)

    def add(self, rows: ChunkVectors) -> None:
        """See `VectorStore`."""
        self._make()
        for batch in rows.batches():
            result = self._collection().data.insert_many(
                [_row(rows.revision, *row) for row in batch]
            )
            if result.has_errors:
                first = next(iter(result.errors.values()))
                raise SecqaError(f"weaviate: {self._name} refused vectors ({first.message})")

    def remove(self, revisions: Sequence[str]) -> None:
        """See `VectorStore`."""
        from weaviate.classes.query import Filter

        if revisions and self._client.collections.exists(self._name):
            chosen = Filter.by_property("revision").contains_any(list(revisions))
            self._collection().data.delete_many(where=chosen)

    def search(
        self, vector: Vectors, k: int, revisions: Sequence[str] | None = None
    ) -> tuple[NearChunk, ...]:
        """See `VectorStore`."""
        from weaviate.classes.query import Filter, MetadataQuery

        if not self._client.collections.exists(self._name):
            return ()
        chosen = Filter.by_property("page").greater_than(0)
        if revisions is not None:
            chosen = chosen & Filter.by_property("revision").contains_any(list(revisions))
        result = self._collection().query.near_vector(
            near_vector=vector.tolist(),
            limit=min(k, _MOST),
            filters=chosen,
            return_metadata=MetadataQuery(distance=True),
        )
        return tuple(
            NearChunk(
                str(hit.properties["revision"]),
                int(hit.properties["page"]),
                int(hit.properties["chunk"]),
                1 - float(hit.metadata.distance),
            )
            for hit in result.objects
        )

    def _collection(self) -> Any:
        return self._client.collections.get(self._name)

    def _make(self) -> None:
        """Create the collection if it does not exist."""
        from weaviate.classes.config import Configure, DataType, Property, Tokenization

        if self._client.collections.exists(self._name):
            return
        self._client.collections.create(
            self._name,
            vector_config=Configure.Vectors.self_provided(),
            properties=[
                Property(name="revision", data_type=DataType.TEXT, tokenization=Tokenization.FIELD),
                Property(name="page", data_type=DataType.INT),
                Property(name="chunk", data_type=DataType.INT),
            ],
        )


def open_weaviate(url: str, name: str) -> WeaviateStore:
    """Connect; SecqaError without the client or the server."""
    with needs_extra("weaviate", f"weaviate:{url}"):
        import weaviate
        from weaviate.exceptions import WeaviateBaseError
    parts = urlsplit(url if "://" in url else f"http://{url}")
    host, secure = parts.hostname or "", parts.scheme == "https"
    try:
        client = weaviate.connect_to_custom(
            http_host=host,
            http_port=parts.port or (443 if secure else 8080),
            http_secure=secure,
            grpc_host=host,
            grpc_port=_GRPC_PORT,
            grpc_secure=secure,
        )
    except (WeaviateBaseError, OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise SecqaError(f"weaviate:{url}: cannot be reached ({reason})") from error
    return WeaviateStore(client, name)


def _row(revision: str, page: int, chunk: int, vector: Vectors) -> Any:
    from weaviate.classes.data import DataObject
    from weaviate.util import generate_uuid5

    properties = {"revision": revision, "page": page, "chunk": chunk}
    key = generate_uuid5(f"{revision}/{page}/{chunk}")
    return DataObject(properties=properties, uuid=key, vector=vector.tolist())
