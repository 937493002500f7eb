"""Read which names, or yes or no, an answer in words chooses."""

import re
from collections.abc import Sequence
from itertools import pairwise

from secqa.evaluation.prose.conclusions import parts, superlative_parts
from secqa.parsing.lexicon import tokens

_SIDE = re.compile(r"\b(?:(yes|true|correct)|(no|false|incorrect))\b(?!\.\s?\d)", re.IGNORECASE)
_IT_IS = re.compile(
    r"^\W*(?:(?:it|they|that|this)(?:(?: is|'s) (?:(true|correct|so)|not|false|incorrect)"
    r"| (?:did|does|do|was|were|has|have)(?: not|n['’]t))|not)\b",
    re.IGNORECASE,
)
"""Without a group it is a no: "it did not", "not in every year"."""
_SIDES = {True: "Yes", False: "No"}
_BEGINS = " *_-–:\"'"
"""What may stand before the first word."""
_DENIES = re.compile(
    r"\b(?:not|no|neither|nor|n't|below|under|(?:did|does|do|was|were|is)n['’]t)\b"
)
_CLAUSE = re.compile(r"[;.]\s|\n|\b(?:but|while|whereas)\b")


def mentions_of(names: Sequence[str], text: str) -> dict[str, int]:
    """Place of the first mention of each name in a text; those without one are left out.

    A name is known by its first word that no other of them has: "Bolt" is Bolt Systems.
    """
    first: dict[str, int] = {}
    for token in tokens(text):
        first.setdefault(token.stem, token.start)
    own = {name: [token.stem for token in tokens(name)] for name in names}
    found: dict[str, int] = {}
    for name, stems in own.items():
        others = {stem for other, theirs in own.items() if other != name for stem in theirs}
        telling = next((stem for stem in stems if stem not in others), "")
        if telling in first:
            found[name] = first[telling]
    return found


def names_in(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Names in the order in which a text gives them, those that it denies left out."""
    told: dict[str, int] = {}
    start = 0
    for clause in _clauses(text):
        if not _DENIES.search(clause.lower()):
            for name, place in mentions_of(names, clause).items():
                told.setdefault(name, start + place)
        start += len(clause)
    return tuple(sorted(told, key=lambda name: told[name]))


def read_name(text: str, names: Sequence[str]) -> str:
    """The one name that a text answers with; "" where it gives none."""
    for part in superlative_parts(text):
        if found := names_in(part, names):
            return found[0]
    return ""


def read_names(text: str, names: Sequence[str], ordered: bool) -> tuple[str, ...]:
    """The names that a text answers with, in its order, or in that of `names`."""
    for part in parts(text):
        if found := names_in(part, names):
            return found if ordered else tuple(name for name in names if name in found)
    return ()


def read_side(text: str) -> str:
    """ "Yes" or "No", as a text marks it, concludes or begins; "" where it takes no side."""
    *marked, whole = parts(text)
    for part in marked:
        if found := _SIDE.search(part):
            return _SIDES[bool(found[1])]
    found = _SIDE.match(whole.lstrip(_BEGINS)) or _IT_IS.search(whole)
    return _SIDES[bool(found[1])] if found else ""


def _clauses(text: str) -> list[str]:
    cuts = [0, *(cut.end() for cut in _CLAUSE.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(cuts)]
