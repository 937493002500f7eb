"""Text to terms: what makes "income from operations" meet "operating income".

In: any text. Out: stems in reading order, and their 32-bit codes, which the index stores and
queries look up. Financial English needs little: plurals, -ing, -ed and -ion fall together,
function words go, figures lose their commas. Codes are stable over processes and versions.
"""

import re
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32]
Item = TypeVar("Item", bound=Hashable)

_WORD = re.compile(r"[a-z]+(?:&[a-z]+)*|\$? ?\d[\d,]*(?:\.\d+)?%?")
_STOP = """
a an and any are as at be been but by can could did do does each for from had has have he her his
how i if in into is it its itself many may me much my no not of on or our per please she should so
such than that the their them then there these they this those to us was we were what when where
which while who whom whose why will with would you your
"""
_FUNCTION_WORDS = frozenset(_STOP.split())
_BIGRAM = np.uint32(0x9E3779B1)
TEXT, HEADING, TITLE, PART, ROW, BESIDE_MONEY, BESIDE_COUNT, BESIDE_SHARE = (
    np.uint32(salt)
    for salt in (
        0,
        0x5BD1E995,
        0x27D4EB2F,
        0x165667B1,
        0x1B873593,
        0xCC9E2D51,
        0x85EBCA6B,
        0xC2B2AE35,
    )
)
"""Fields of the index: words of the text, of all headings above it, of the titles it begins with,
the part of the report, whole row labels, and words that stand beside dollars, a plain number or a
percentage."""


def stems(text: str) -> list[str]:
    """Stems of a text in reading order, without function words and single digits."""
    return [stem for stem, _ in words_of(text)]


def words_of(text: str) -> list[tuple[str, str]]:
    """(stem, word as printed) in reading order; "$" and "%" stay with a printed figure."""
    lowered = text.lower().replace("’", "'").replace("'s", "")
    return [(stem, word) for word in _WORD.findall(lowered) if (stem := _stem_of(word))]


@lru_cache(maxsize=200_000)
def _stem_of(word: str) -> str:
    """The stem, or "" for what is no term."""
    if not word[0].isalpha():
        figure = word.replace(",", "").strip("$% ")
        return figure if len(figure) > 1 else ""
    return "" if len(word) == 1 or word in _FUNCTION_WORDS else _stem(word)


def _stem(word: str) -> str:
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "ches", "shes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for suffix in ("ing", "ed"):
        root = word[: -len(suffix)]
        if word.endswith(suffix) and len(root) >= 3 and any(vowel in root for vowel in "aeiouy"):
            word = root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
            break
    if word.endswith(("sion", "tion")) and len(word) > 6:
        word = word[:-3]
    if word.endswith("yee"):
        word = word[:-2]
    elif word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if word.endswith("y"):
        word = word[:-1] + "i"
    return word


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
