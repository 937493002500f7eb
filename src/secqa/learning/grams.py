"""A short text in, numbers of hashed pieces out: words, pairs of words, beginnings of words.

Row labels and the words of questions are told by what they say, hardly by how often; so a text
is a set. Hashing needs no vocabulary beside the weights, and a word never seen still shares its
beginning with one that was.
"""

import re
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

BUCKETS = 1 << 16
"""Numbers that a piece can have; of 60,000 pieces of labels a few meet by chance."""
_WORD = re.compile(r"[a-z]+|%")
_START = 4
"""Letters of a word that stand for its kin: "amortized", "amortization"."""


@lru_cache(maxsize=65_536)
def grams(text: str, kind: str = "") -> tuple[int, ...]:
    """The pieces of a text, sorted, each once; those of another `kind` are others."""
    words = _WORD.findall(text.lower().replace("’", "'").replace("'s", ""))
    pieces = {f"{kind} {word}" for word in words}
    pieces |= {f"{kind}^{word[:_START]}" for word in words if len(word) > _START}
    pieces |= {f"{kind} {one}+{other}" for one, other in pairwise(["", *words, ""])}
    pieces.add(f"{kind}={' '.join(words)}")
    return tuple(sorted({crc32(piece.encode()) % BUCKETS for piece in pieces}))
