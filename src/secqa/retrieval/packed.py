"""A page as ranking reads it, in one piece of bytes, and back.

In: a page's place, the statements it prints and its postings. Out: bytes, of which any number are
read as arrays at once. A search reads pages that lie scattered over the index; from each column
more it would read them once more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from secqa.filings.document import Statement
from secqa.retrieval.postings import Postings

STATEMENTS = tuple(Statement)

_REVISION = 16
"""Bytes of a revision; the page follows, its highest byte first: sorted, bytes are in the order of
revisions and pages."""
_HEAD = np.dtype(
    [
        ("revision", f"S{_REVISION}"),
        ("page", ">u4"),
        ("statements", "?", (len(STATEMENTS),)),
        ("chunks", "<u2"),
    ]
)
_LENGTH = np.dtype("<u2")
_POSTING = np.dtype([("term", "<u4"), ("chunk", "<u2"), ("count", "u1")])
"""`chunk` is the place among the chunks of its page."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """Pages as arrays; all sequences over pages have the same order and length."""

    revisions: tuple[str, ...]
    pages: tuple[int, ...]
    statements: NDArray[np.bool_]
    """(pages, `STATEMENTS`): which a page prints."""
    postings: NDArray[np.void]
    """Records of `term`, `chunk` (among those of its page) and `count`, page by page."""
    postings_of_page: NDArray[np.int64]
    """How many of them each page has."""
    lengths: NDArray[np.uint16]
    """Stems of each chunk of each page."""
    chunks_of_page: NDArray[np.int64]
    """How many chunks each page has."""


def pack(revision: str, page: int, statements: Sequence[bool], postings: Postings) -> bytes:
    """A page as bytes: its head, the length of each chunk, then the postings."""
    chunks = len(postings.lengths)
    head = np.array([(revision.encode(), page, statements, chunks)], _HEAD)
    records = np.empty(len(postings.terms), _POSTING)
    records["term"] = postings.terms
    records["chunk"] = postings.chunks
    records["count"] = postings.counts
    return b"".join((head.tobytes(), postings.lengths.astype(_LENGTH).tobytes(), records.tobytes()))


def revision_in(packed: bytes) -> str:
    """The revision of a packed page."""
    return packed[:_REVISION].rstrip(b"\0").decode()


def unpack(packed: Sequence[bytes]) -> Unpacked:
    """What `pack` put together, of several pages."""
    heads = np.frombuffer(b"".join(page[: _HEAD.itemsize] for page in packed), _HEAD)
    chunks_of_page = heads["chunks"].astype(np.int64)
    ends = (_HEAD.itemsize + chunks_of_page * _LENGTH.itemsize).tolist()
    cut = [(memoryview(page), end) for page, end in zip(packed, ends, strict=True)]
    lengths = np.frombuffer(b"".join(page[_HEAD.itemsize : end] for page, end in cut), _LENGTH)
    sizes = [(len(page) - end) // _POSTING.itemsize for page, end in cut]
    return Unpacked(
        revisions=tuple(heads["revision"].astype(str).tolist()),
        pages=tuple(heads["page"].tolist()),
        statements=heads["statements"],
        postings=np.frombuffer(b"".join(page[end:] for page, end in cut), _POSTING),
        postings_of_page=np.array(sizes, np.int64),
        lengths=lengths,
        chunks_of_page=chunks_of_page,
    )
