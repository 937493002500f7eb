"""Printed text and a quote of it in, where the quote stands out.

White space and hyphens count for nothing: lines break words, and readers put them together again.
A quote of which something is left out stands where its sentences and cells do.
"""

import re

_PIECES = re.compile(r"(?<=[.!?;])\s+|\s\|\s|\n")
_IGNORED = frozenset("-‐‑\xad")
_LEAST = 3
"""Letters of a piece of a quote that is looked for by itself."""


def is_letter(character: str) -> bool:
    """Whether a character counts."""
    return not character.isspace() and character not in _IGNORED


def folded(text: str) -> str:
    """Only the characters that count."""
    return "".join(filter(is_letter, text))


def quoted_in(letters: str, quote: str) -> list[tuple[int, int]]:
    """From and to of a quote in a folded text; of its pieces where it is not there as a whole."""
    whole = _found(letters, quote)
    return whole or [one for piece in _PIECES.split(quote) for one in _found(letters, piece)]


def _found(letters: str, piece: str) -> list[tuple[int, int]]:
    sought = folded(piece)
    begin = letters.find(sought) if len(sought) >= _LEAST else -1
    return [(begin, begin + len(sought))] if begin >= 0 else []
