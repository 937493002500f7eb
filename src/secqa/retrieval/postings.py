"""Chunks to postings: which terms stand in which chunk of a page, and how often.

In: a page's chunks and row labels. Out: flat arrays which the index keeps a page a row and
which are joined, without a word of text, into the pool that one search ranks. Terms are 32-bit
codes; a chunk's text (stems and pairs of stems), the headings above it and whole row labels are
fields that do not mix.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from secqa.retrieval.chunking import Chunk
from secqa.retrieval.words import Codes, bigrams, codes, label_key, stems

HEADING = "h:"
ROW = "r:"


@dataclass(frozen=True, slots=True)
class Postings:
    """Equal-length `terms`, `chunks`, `counts`; `lengths` has one entry a chunk."""

    terms: Codes
    chunks: NDArray[np.uint32]
    counts: NDArray[np.uint8]
    lengths: NDArray[np.uint16]
    """Stems of each chunk's text."""


def post(chunks: Sequence[Chunk], row_labels: Sequence[str]) -> Postings:
    """The postings of one page; row labels count with its first chunk."""
    terms: list[Codes] = []
    lengths: list[int] = []
    for chunk in chunks:
        words = codes(stems(chunk.text))
        headings = codes(set(stems(" ".join(chunk.headings))), HEADING)
        terms.append(np.concatenate((words, bigrams(words), headings)))
        lengths.append(min(len(words), 0xFFFF))
    if terms and row_labels:
        labels = codes({label_key(label) for label in row_labels}, ROW)
        terms[0] = np.concatenate((terms[0], labels))
    if not terms:
        return _joined([], [], [], [])
    counted = [np.unique(in_chunk, return_counts=True) for in_chunk in terms]
    return _joined(
        [distinct for distinct, _ in counted],
        [np.full(len(one), number, np.uint32) for number, (one, _) in enumerate(counted)],
        [np.minimum(counts, 0xFF).astype(np.uint8) for _, counts in counted],
        [np.array(lengths, np.uint16)],
    )


def join(parts: Sequence[Postings]) -> Postings:
    """Postings of several pages as one, chunks numbered on."""
    ends = np.cumsum([len(part.lengths) for part in parts], dtype=np.uint32)
    offsets = ends - np.array([len(part.lengths) for part in parts], np.uint32)
    return _joined(
        [part.terms for part in parts],
        [part.chunks + offset for part, offset in zip(parts, offsets, strict=True)],
        [part.counts for part in parts],
        [part.lengths for part in parts],
    )


def _joined(
    terms: Sequence[Codes],
    chunks: Sequence[NDArray[np.uint32]],
    counts: Sequence[NDArray[np.uint8]],
    lengths: Sequence[NDArray[np.uint16]],
) -> Postings:
    return Postings(
        np.concatenate([np.empty(0, np.uint32), *terms]),
        np.concatenate([np.empty(0, np.uint32), *chunks]),
        np.concatenate([np.empty(0, np.uint8), *counts]),
        np.concatenate([np.empty(0, np.uint16), *lengths]),
    )
