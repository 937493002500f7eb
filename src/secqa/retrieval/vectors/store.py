"""Where the vectors of chunks are kept: a store, which is all that retrieval knows of it.

Rows belong to a revision of a document, as everywhere in a corpus. `open.py` makes a store by
its name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

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
