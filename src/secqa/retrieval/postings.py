"""Chunks to postings: which terms stand in which chunk of a page, and how often.

In: a page's chunks and row labels. Out: flat arrays which the index keeps a page a row and
which are joined, without a word of text, into the pool that one search ranks. Terms are 32-bit
codes; a chunk's text (stems and pairs of stems), the headings above it, whole row labels and
words beside an amount in prose are fields that do not mix.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from secqa.retrieval.chunking import Chunk
from secqa.retrieval.words import (
    BESIDE_COUNT,
    BESIDE_MONEY,
    BESIDE_SHARE,
    HEADING,
    PART,
    ROW,
    TITLE,
    Codes,
    bigrams,
    codes,
    label_key,
    stems,
    words_of,
)

WHOLE_TITLE = 24
"""A title's stems count so much together: how often each is counted tells its share."""
_REACH = 6
"""An amount is about the stems so far to its left and right."""


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
    words = [words_of(chunk.text) for chunk in chunks]
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


def _terms_of(chunk: Chunk, words: list[tuple[str, str]], part: str) -> Codes:
    found = codes(stem for stem, _ in words)
    headings = codes(set(stems(" ".join(chunk.headings))), HEADING)
    # In a table every label is beside an amount; its rows are a field of their own.
    beside = [] if chunk.table else _beside_amounts(found, words)
    titles = [_title_terms(title) for title in chunk.titles]
    return np.concatenate((found, bigrams(found), headings, codes([part], PART), *titles, *beside))


def _title_terms(title: str) -> Codes:
    """The title's stems, each as often as its share of the title."""
    found = codes(set(stems(title)), TITLE)
    return np.repeat(found, max(1, WHOLE_TITLE // max(len(found), 1)))


def _beside_amounts(found: Codes, words: list[tuple[str, str]]) -> list[Codes]:
    """The stems around each amount, in the field of its kind."""
    around: list[Codes] = []
    for place, (stem, word) in enumerate(words):
        kind = _kind(stem, word)
        if kind is not None:
            around.append(found[max(0, place - _REACH) : place + _REACH + 1] ^ kind)
    return around


def _kind(stem: str, word: str) -> np.uint32 | None:
    """The field of an amount; None for words, years, days of a month and numbers of notes."""
    if not stem[0].isdigit():
        return None
    if word[0] == "$":
        return BESIDE_MONEY
    if word[-1] == "%":
        return BESIDE_SHARE
    value = float(stem)
    return None if value <= 31 or (1900 <= value <= 2100 and "," not in word) else BESIDE_COUNT


def join(parts: Sequence[Postings]) -> Postings:
    """Postings of several sets of pages as one, chunks numbered on."""
    sizes = np.array([len(part.lengths) for part in parts], np.int64)
    before = np.cumsum(sizes) - sizes
    return Postings(
        np.concatenate([part.terms for part in parts]),
        np.concatenate([part.chunks + n for part, n in zip(parts, before, strict=True)]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.lengths for part in parts]),
    )
