"""Store a page as postings: the terms of each chunk with their counts, without its text.

Terms are 32-bit codes with separate fields: the text (stems and pairs of stems), headings above the
chunk, its titles, and whole row labels. A search reads pages scattered over the index, and each
column costs another read, so a page is packed into one column of bytes. Many packed pages are
converted to arrays together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from secqa.filings.document import Statement
from secqa.retrieval.indexing.chunking import Chunk
from secqa.retrieval.terms import HEADING, PART, ROW, TITLE, Codes, bigrams, codes, label_key, stems


@dataclass(frozen=True, slots=True)
class Postings:
    """`terms`, `chunks` and `counts` have equal length; `lengths` has one entry per chunk."""

    terms: Codes
    chunks: NDArray[np.integer]
    counts: NDArray[np.integer]
    lengths: NDArray[np.uint16]
    """Number of stems in each chunk's text."""


def post(chunks: Sequence[Chunk], row_labels: Sequence[str], parts: Sequence[str]) -> Postings:
    """The postings of a page; row labels belong to its first chunk, `parts` has one per chunk."""
    words = [stems(chunk.text) for chunk in chunks]
    terms = [_terms_of(*of_chunk) for of_chunk in zip(chunks, words, parts, strict=True)]
    if terms:
        labels = codes({label_key(label) for label in row_labels}, ROW)
        terms[0] = np.concatenate((terms[0], labels))
    counted = [np.unique(in_chunk, return_counts=True) for in_chunk in terms]
    lengths = [min(len(found), 0xFFFF) for found in words]
    return Postings(
        np.concatenate([np.empty(0, np.uint32), *(distinct for distinct, _ in counted)]),
        np.repeat(np.arange(len(counted)), [len(distinct) for distinct, _ in counted]),
        np.minimum(np.concatenate([np.empty(0, int), *(c for _, c in counted)]), 0xFF),
        np.array(lengths, np.uint16),
    )


def _terms_of(chunk: Chunk, words: list[str], part: str) -> Codes:
    found = codes(words)
    headings = codes(set(stems(" ".join(chunk.headings))), HEADING)
    titles = codes(set(stems(" ".join(chunk.titles))), TITLE)
    return np.concatenate((found, bigrams(found), headings, titles, codes([part], PART)))


STATEMENTS = tuple(Statement)

_REVISION = 16
"""Bytes of a revision. The page number follows in big-endian order, so that sorting the bytes sorts
by revision and page."""
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
"""`chunk` is the index among the chunks of its page."""


@dataclass(frozen=True)
class PageArrays:
    """Pages as arrays; all sequences over pages have equal order and length."""

    revisions: tuple[str, ...]
    pages: tuple[int, ...]
    """Each page's 1-based number in its document."""
    statements: NDArray[np.bool_]
    """Shape (pages, len(STATEMENTS)): whether a page prints a statement."""
    postings: tuple[NDArray[np.void], ...]
    """Records of `term`, `chunk` (index within its page) and `count`, page by page; in several
    arrays, to avoid copying postings that no query term matches."""
    postings_of_page: NDArray[np.int64]
    """Number of postings of each page."""
    lengths: NDArray[np.uint16]
    """Number of stems of each chunk, page by page."""
    chunks_of_page: NDArray[np.int64]
    """Number of chunks of each page."""


def pack(revision: str, page: int, statements: Sequence[bool], postings: Postings) -> bytes:
    """Pack a page into bytes: head, lengths of chunks, postings."""
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


def unpack(packed: Sequence[bytes]) -> PageArrays:
    """Convert packed pages to arrays."""
    heads = np.frombuffer(b"".join(page[: _HEAD.itemsize] for page in packed), _HEAD)
    chunks_of_page = heads["chunks"].astype(np.int64)
    ends = (_HEAD.itemsize + chunks_of_page * _LENGTH.itemsize).tolist()
    cut = [(memoryview(page), end) for page, end in zip(packed, ends, strict=True)]
    lengths = np.frombuffer(b"".join(page[_HEAD.itemsize : end] for page, end in cut), _LENGTH)
    sizes = [(len(page) - end) // _POSTING.itemsize for page, end in cut]
    return PageArrays(
        revisions=tuple(heads["revision"].astype(str).tolist()),
        pages=tuple(heads["page"].tolist()),
        statements=heads["statements"],
        postings=(np.frombuffer(b"".join(page[end:] for page, end in cut), _POSTING),),
        postings_of_page=np.array(sizes, np.int64),
        lengths=lengths,
        chunks_of_page=chunks_of_page,
    )
