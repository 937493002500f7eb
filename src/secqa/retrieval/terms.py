"""Convert text to search terms: stems, so that "operations" matches "operating".

Terms have 32-bit codes, which are stable over processes and versions. Words and stems are those of
`parsing.lexicon`; function words and commas in figures are removed.
"""

import re
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from secqa.parsing.lexicon import stem, words

Codes = NDArray[np.uint32]
Item = TypeVar("Item", bound=Hashable)

_STOP = """
a an and any are as at be been but by can could did do does each for from had has have he her his
how i if in into is it its itself many may me much my no not of on or our per please she should so
such than that the their them then there these they this those to us was we were what when where
which while who whom whose why will with would you your
"""
_FUNCTION_WORDS = frozenset(_STOP.split())
_BIGRAM = np.uint32(0x9E3779B1)
TEXT, HEADING, TITLE, PART, ROW = (
    np.uint32(salt) for salt in (0, 0x5BD1E995, 0x27D4EB2F, 0x165667B1, 0x1B873593)
)
"""Fields of the index: words of the text, of headings above a chunk, of titles in it, the part of
the report, and whole row labels."""


def stems(text: str) -> list[str]:
    """Stems of a text in reading order, without function words and single digits."""
    return [term for word in words(text) if (term := term_of(word))]


@lru_cache(maxsize=200_000)
def term_of(word: str) -> str:
    """The stem of a lower-case word; "" for stop words and single characters."""
    if not word[0].isalpha():
        figure = word.replace(",", "").strip("$&%")
        return figure if len(figure) > 1 else ""
    return "" if len(word) == 1 or word in _FUNCTION_WORDS else stem(word)


@lru_cache(maxsize=200_000)
def _code(stem: str) -> int:
    return crc32(stem.encode())


def codes(words: Iterable[str], field: np.uint32 = TEXT) -> Codes:
    """The code of each stem; a stem has a different code in each field."""
    return np.fromiter(map(_code, words), dtype=np.uint32) ^ field


def bigrams(words: Codes) -> Codes:
    """The code of each pair of adjacent words."""
    return words[:-1] * _BIGRAM + np.right_shift(words[1:], np.uint32(1))


@lru_cache(maxsize=65_536)
def label_key(label: str) -> str:
    """A row label or line item as one term: stems in order, without brackets and notes."""
    return " ".join(stems(_ASIDE.sub(" ", label.lower())))


_ASIDE = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|\bconsolidated\b|\bnotes?\s+\d+\b|[—:].*$|,?\s+net of .*$"
)


def distinct(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items without repeats, in order of first occurrence."""
    return tuple(dict.fromkeys(items))
