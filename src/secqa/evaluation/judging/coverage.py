"""How much of what one text says another one holds: two texts in, shares from 0 to 1 out.

Words are compared by stem, those of the question set aside: an answer that only repeats it holds
nothing. Figures are left to `reading/figures.py` and `stated.py`.
"""

from functools import lru_cache
from itertools import pairwise

from secqa.reading.structure.text_figures import sentences
from secqa.retrieval.terms import stems


def content(text: str, beside: str = "") -> frozenset[str]:
    """Stems of the words that tell something, those of `beside` left out unless nothing is left."""
    own = frozenset(stem for stem in stems(text) if stem[0].isalpha())
    return own - frozenset(stems(beside)) or own


def coverage(content: frozenset[str], text: str) -> float:
    """Share of the stems that stand in a text; 1 of none."""
    return len(content & frozenset(stems(text))) / len(content) if content else 1.0


def wording(text: str, other: str) -> float:
    """Share of the neighbouring pairs of words of a text that stand in another one; 1 of none."""
    own = _neighbours(text)
    return len(own & _neighbours(other)) / len(own) if own else 1.0


@lru_cache(maxsize=256)
def _neighbours(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(stem for stem in stems(text) if stem[0].isalpha()))


def sentences_held(passage: str, text: str) -> float:
    """Share of a passage's sentences that stand, word for word, in a text; 1 of none."""
    own = [words for part in sentences(passage) if (words := stems(part))]
    there = f" {' '.join(stems(text))} "
    held = sum(f" {' '.join(words)} " in there for words in own)
    return held / len(own) if own else 1.0
