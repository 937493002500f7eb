"""The name of a store of vectors -> the store.

In: `lancedb` (in the corpus itself), `milvus:URI` (a server, or a file for Milvus Lite) or
`weaviate:URL`.
"""

from zlib import crc32

from secqa.corpus.address import full_address
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.retrieval.vectors.store import VectorStore


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
    return f"Secqa_{crc32(full_address(corpus.path).encode()):08x}_{crc32(embedder.encode()):08x}"
