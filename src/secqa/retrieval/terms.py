"""Turn text into terms: stems, so that "income from operations" meets "operating income".

Terms have 32-bit codes, which the index stores and queries look up; codes are stable over processes
and versions. Words and stems are those of `parsing.lexicon`; function words go, figures lose their
commas.
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
"""Fields of the index: words of the text, of all headings above it, of the titles it begins with,
the part of the report, whole row labels."""


def stems(text: str) -> list[str]:
    """Stems of a text in reading order, without function words and single digits."""
    return [term for word in words(text) if (term := term_of(word))]


@lru_cache(maxsize=200_000)
def term_of(word: str) -> str:
    """The stem of a word in small letters; "" for stop words and single characters."""
    if not word[0].isalpha():
        figure = word.replace(",", "").strip("$&%")
        return figure if len(figure) > 1 else ""
    return "" if len(word) == 1 or word in _FUNCTION_WORDS else stem(word)


@lru_cache(maxsize=200_000)
def _code(stem: str) -> int:
    return crc32(stem.encode())


def codes(words: Iterable[str], field: np.uint32 = TEXT) -> Codes:
    """The code of each stem; the same stem in another field has another code."""
    return np.fromiter(map(_code, words), dtype=np.uint32) ^ field


def bigrams(words: Codes) -> Codes:
    """The code of each pair of neighbours."""
    return words[:-1] * _BIGRAM + np.right_shift(words[1:], np.uint32(1))


@lru_cache(maxsize=65_536)
def label_key(label: str) -> str:
    """A row label or line item as one term: no brackets, notes, "consolidated"; stems in order."""
    return " ".join(stems(_ASIDE.sub(" ", label.lower())))


_ASIDE = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|\bconsolidated\b|\bnotes?\s+\d+\b|[—:].*$|,?\s+net of .*$"
)


def distinct(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items without repeats, the first of each kept in place."""
    return tuple(dict.fromkeys(items))
