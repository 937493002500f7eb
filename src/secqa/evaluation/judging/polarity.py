"""Yes or no, up or down, this or that: a text in, the side it takes out, or that it takes none."""

import re
from collections.abc import Sequence

from secqa.parsing.lexicon import class_runs, stem, words
from secqa.retrieval.terms import stems

_YES = re.compile(r"\W*(?:yes|yep|true|correct)\b", re.IGNORECASE)
_NO = re.compile(
    r"\W*(?:no(?!\.\s?\d)|nope|false|incorrect|none|there (?:are|is|were|was) (?:none|no|not)\b)\b",
    re.IGNORECASE,
)


def yes_or_no(text: str) -> bool | None:
    """What a text begins with: True for yes, False for no or none."""
    return True if _YES.match(text) else False if _NO.match(text) else None


def direction(text: str) -> bool | None:
    """True where a text tells of rising alone, False of falling alone."""
    classes = {name for _, _, run in class_runs([stem(w) for w in words(text)]) for name in run}
    sides = classes & {"up", "down"}
    return "up" in sides if len(sides) == 1 and "not" not in classes else None


def named_before(name: str, names: Sequence[str], text: str) -> str:
    """Which other one of several names a text tells before this one; "" where it tells none, or
    this is none of them. "Meta spent more than Nvidia" chooses Meta."""
    if name not in names:
        return ""
    own = set(stems(name))
    others = {stem: other for other in names if other != name for stem in stems(other)}
    first = next((one for one in stems(text) if one in own or one in others), "")
    return "" if first in own else others.get(first, "")
