"""Chunks to postings: which terms stand in which chunk of a page, and how often.

In: a page's chunks and row labels. Out: flat arrays which the index keeps a page a row and
which the pool that one search ranks is made of, without a word of text. Terms are 32-bit
codes; a chunk's text (stems and pairs of stems), the headings above it, its titles and whole row
labels are fields that do not mix.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from secqa.retrieval.chunking import Chunk
from secqa.retrieval.words import (
    HEADING,
    PART,
    ROW,
    TITLE,
    Codes,
    bigrams,
    codes,
    label_key,
    stems,
)


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
