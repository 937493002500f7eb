"""Store a page as postings: which terms stand in which chunk, and how often, without its text.

Terms are 32-bit codes; a chunk's text (stems and pairs of stems), the headings above it, its titles
and whole row labels are fields that do not mix. A search reads pages scattered over the index, so
all of a page is one column of bytes: each further column would be one more read. Any number of
packed pages become arrays at once.
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
    """Equal-length `terms`, `chunks`, `counts`; `lengths` has one entry a chunk."""

    terms: Codes
    chunks: NDArray[np.integer]
    counts: NDArray[np.integer]
    lengths: NDArray[np.uint16]
    """Stems of each chunk's text."""


def post(chunks: Sequence[Chunk], row_labels: Sequence[str], parts: Sequence[str]) -> Postings:
    """The postings of one page; row labels count with its first chunk, `parts` are the chunks'."""
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


@dataclass(frozen=True)
class PageArrays:
    """Pages as arrays; all sequences over pages have the same order and length."""

    revisions: tuple[str, ...]
    pages: tuple[int, ...]
    """Each page's 1-based place in its document."""
    statements: NDArray[np.bool_]
    """(pages, `STATEMENTS`): which a page prints."""
    postings: tuple[NDArray[np.void], ...]
    """Records of `term`, `chunk` (among those of its page) and `count`, page by page; in several
    arrays, since what no word of a search hits need not be copied."""
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


def unpack(packed: Sequence[bytes]) -> PageArrays:
    """What `pack` put together, of several pages."""
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
