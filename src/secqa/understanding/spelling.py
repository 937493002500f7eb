"""Misspelt metrics: a question in, the same with its words put right out.

"Oprating income", "reserch and development": a word that neither the catalogue nor the filings have
and that is a letter away from just one word of the catalogue. Only for questions that could not be
understood as they stand, since any word is a letter away from another.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from secqa.metrics.catalogue import Catalogue
from secqa.understanding.company_links import Mention
from secqa.understanding.lines import Lines
from secqa.understanding.links import plain_words
from secqa.understanding.names import near_spellings

_WORD = re.compile(r"[A-Za-z]+")
_SHORT = 4
"""Letters of words that are one letter from too many others."""


def respelt(
    question: str, mentions: Sequence[Mention], catalogue: Catalogue, lines: Sequence[Lines]
) -> str:
    """The question with what can only be a slip put right; itself where there is none."""
    known = _vocabulary(catalogue)

    def right(match: re.Match[str]) -> str:
        word = match.group().lower()
        named = any(m.start < match.end() and match.start() < m.end for m in mentions)
        if named or len(word) <= _SHORT or word in known or not any(plain_words(word)):
            return match.group()
        if any(own.has_word(word) for own in lines):
            return match.group()
        meant = set(known.intersection(near_spellings(word)))
        return meant.pop() if len(meant) == 1 else match.group()

    return _WORD.sub(right, question)


@lru_cache(maxsize=8)
def _vocabulary(catalogue: Catalogue) -> frozenset[str]:
    """The words by which metrics are called."""
    names = (
        name for metric in catalogue.metrics.values() for name in (metric.name, *metric.synonyms)
    )
    words = (word for name in names for word in _WORD.findall(name.lower()))
    return frozenset(word for word in words if len(word) > _SHORT)
